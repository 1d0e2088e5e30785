// What a view shows, and how it is asked: over HTTP, in the terminal, by an agent's tool.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Kind } from './kinds.ts'

/** What a view shows of the source that may fail, and of the one that is well. */
export interface Seen {
  /** The word that names the failure; undefined if none is told. */
  readonly told: string | undefined
  readonly items: readonly string[]
  readonly well: readonly string[]
}

/** `isForced`: a list is asked again whatever is known of it. */
export type View = (url: string, kind: Kind, isForced: boolean) => Promise<Seen>

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status === 408) throw new Error('answered 408')
  return response
}

export async function getJson(url: string, init: RequestInit = {}): Promise<unknown> {
  return (await send(url, init)).json()
}

/** The events of a stream until it ends. */
export async function eventsOf(url: string): Promise<{ readonly event: string; readonly data: unknown }[]> {
  const text = await (await send(url, { headers: { accept: 'text/event-stream' } })).text()
  return text.split('\n\n').flatMap((part) => {
    const fields = new Map(part.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w+: ?/, '')]))
    const json = fields.get('data')
    return json === undefined ? [] : [{ event: fields.get('event') ?? 'message', data: JSON.parse(json) as unknown }]
  })
}

const program = join(import.meta.dirname, '../../src/cli/trawl.ts')

/** The JSON that a command prints; its exit code says that sources failed. */
export function terminal(url: string, words: readonly string[]): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  execFile(
    process.execPath,
    [program, ...words, '--json', '--url', url],
    { maxBuffer: 1 << 26 },
    (_error, out, err) => {
      try {
        resolve(JSON.parse(out))
      } catch {
        reject(new Error(`the command printed no JSON: ${out.slice(0, 300)}${err.slice(0, 300)}`))
      }
    },
  )
  return promise
}

/** The result of an agent's tool. @throws (rejects) with its text if it has none. */
export async function tool(url: string, name: string, args: Readonly<Record<string, unknown>>) {
  const client = new Client({ name: 'faults', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
  try {
    const { structuredContent, content } = await client.callTool({ name, arguments: args })
    if (structuredContent === undefined) throw new Error(`the tool answered ${JSON.stringify(content).slice(0, 300)}`)
    return structuredContent
  } finally {
    await client.close()
  }
}
