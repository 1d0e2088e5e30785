// A client of the Model Context Protocol built on the official SDK, in place of an agent.
import {
  type CallToolResult,
  Client,
  type ProgressCallback,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { ToolClient } from '../../src/mcp/tool.ts'
import { type HotTrawl, searched, startHotTrawl } from './hot-trawl.ts'

/** The client's view of the service. */
export interface Agent {
  readonly client: Client
  /** Calls a tool; checks its structured content against the schema that the service published. */
  call(name: string, args: Readonly<Record<string, unknown>>, wants?: CallOptions): Promise<ToolResult>
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onprogress?: ProgressCallback
}

export interface ToolResult {
  readonly isError: boolean
  readonly text: string
  readonly structured: Readonly<Record<string, unknown>>
}

/** `modern` is the 2026 revision without sessions; `legacy` begins with `initialize`, as most clients still do. */
export type Era = 'modern' | 'legacy'

export function makeClient(era: Era): Client {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy'
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
}

function reportedOf({ content, structuredContent, isError = false }: CallToolResult): ToolResult {
  const [first] = content
  return {
    isError,
    text: first?.type === 'text' ? first.text : '',
    structured: { ...Object(structuredContent) },
  }
}

export async function agentOf(client: Client): Promise<Agent> {
  // The client learns the output schemas from this list.
  await client.listTools()
  return {
    client,
    call: async (name, args, wants = {}) => reportedOf(await client.callTool({ name, arguments: { ...args } }, wants)),
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

/** Number of cancelled upstream requests. */
export async function cancelledRequests({ ask }: HotTrawl): Promise<number> {
  const [, count = '0'] =
    /^trawl_upstream_attempt_seconds_count\{.*outcome="withdrawn"\} (\d+)$/m.exec((await ask('/metrics')).body) ?? []
  return Number(count)
}

/** Registers the tests. `connect` connects to the service at this URL until the end of the test. */
export function testSearchProgress(connect: (url: string) => Promise<Agent>): void {
  it('a search tells how far it is, in order', async () => {
    const trawl = await startHotTrawl({ weather: 'calm' })
    const { call } = await connect(await trawl.listen())
    // One after the other. The client ignores progress that arrives with the answer; src/mcp/http-handler.test.ts checks it.
    trawl.standin.setFaults(
      { kind: 'slow-start', match: 'demo_two', amount: 400 },
      { kind: 'slow-start', match: 'demo_three', amount: 800 },
    )
    const received: { progress: number; total?: number | undefined; message?: string | undefined }[] = []
    const { structured } = await call('search_links', { keyword: '灯塔' }, { onprogress: (one) => received.push(one) })
    expect(structured).toMatchObject({ complete: true, sources: { asked: searched.length } })
    expect(received.length).toBeGreaterThan(0)
    const steps = received.map(({ progress }) => progress)
    expect(steps).toEqual([...new Set(steps)].sort((one, other) => one - other))
    for (const { progress, total, message } of received)
      expect([total, message]).toEqual([3, expect.stringMatching(`^${progress} of 3 sources, \\d+ links? so far$`)])
  })

  it('a search that is cancelled ends what only it waited for', async () => {
    const trawl = await startHotTrawl()
    const { call } = await connect(await trawl.listen())
    trawl.standin.setFaults({ kind: 'hang' })
    const leaving = new AbortController()
    const search = call('search_links', { keyword: '灯塔' }, { signal: leaving.signal })
    const ended = search.then(
      () => 'answered',
      () => 'cancelled',
    )
    await vi.waitFor(() => expect(trawl.standin.asked().length).toBe(searched.length))
    leaving.abort()
    expect(await ended).toBe('cancelled')
    await vi.waitFor(async () => expect(await cancelledRequests(trawl)).toBe(searched.length))
    expect(trawl.errors).toEqual([])
  })
}

function never(): never {
  throw new Error('not asked here')
}

export function toolClientOf(some: Partial<ToolClient>): ToolClient {
  return {
    ...{ searchEvents: never, suggest: never, lists: never, sources: never, health: never },
    ...{ find: never, trends: never, history: never, at: never, check: never, ...some },
  }
}
