// A client of the Model Context Protocol built on the official SDK, in place of an agent.
import {
  type CallToolResult,
  Client,
  type ProgressCallback,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { nodeWords } from './process.ts'

/** The client's view of the service. */
export interface Agent {
  readonly client: Client
  /** Calls a tool; checks its structured content against the schema that the service published. */
  call(name: string, args: Readonly<Record<string, unknown>>, wants?: Wants): Promise<Told>
}

export interface Wants {
  readonly signal?: AbortSignal
  readonly onprogress?: ProgressCallback
}

export interface Told {
  readonly isError: boolean
  readonly text: string
  readonly structured: Readonly<Record<string, unknown>>
}

/** `modern` is the 2026 revision without sessions; `legacy` begins with `initialize`, as most clients still do. */
export type Era = 'modern' | 'legacy'

function makeClient(era: Era): Client {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy'
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
}

function toldOf({ content, structuredContent, isError = false }: CallToolResult): Told {
  const [first] = content
  return {
    isError,
    text: first?.type === 'text' ? first.text : '',
    structured: { ...Object(structuredContent) },
  }
}

async function agentOf(client: Client): Promise<Agent> {
  // The client learns the output schemas from this list.
  await client.listTools()
  return {
    client,
    call: async (name, args, wants = {}) => toldOf(await client.callTool({ name, arguments: { ...args } }, wants)),
  }
}

/** Connects over HTTP until the end of the test. */
export async function connectOverHttp(
  url: string,
  { era = 'modern', headers = {} }: { readonly era?: Era; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Agent> {
  const client = makeClient(era)
  onTestFinished(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  return agentOf(client)
}

/** Starts `trawl mcp` with these arguments and connects over its standard streams until the end of the test. */
export async function connectOverStdio(
  args: readonly string[],
  { era = 'modern', env = {} }: { readonly era?: Era; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Agent & { readonly pid: number | null }> {
  const [command = '', ...words] = nodeWords('bin/trawl.js')
  const client = makeClient(era)
  onTestFinished(() => client.close())
  const started = { command, args: [...words, 'mcp', ...args], env: { ...env }, stderr: 'pipe' as const }
  const transport = new StdioClientTransport(started)
  await client.connect(transport)
  return { ...(await agentOf(client)), pid: transport.pid }
}
