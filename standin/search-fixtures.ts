// Loads `fixtures/search`: the exchanges of the plugins' fixtures and the items that they expect.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type MockResponse, type Sent, textOf } from './mock-response.ts'

const fixture = z.object({
  source: z.string(),
  now: z.string(),
  query: z.object({ kw: z.string().default('') }),
  exchanges: z.array(
    z.object({
      method: z.string().default('GET'),
      url: z.string(),
      request: z.unknown().optional(),
      status: z.int(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    }),
  ),
})

const expectedItems = z.array(
  z.object({
    id: z.string(),
    title: z.string().default(''),
    text: z.string(),
    at: z.string().optional(),
    images: z.array(z.string()).default([]),
    anchors: z.array(z.object({ href: z.string(), code: z.string().optional() })),
  }),
)

/** An item that a plugin finds in its fixture. */
export type ExpectedItem = z.infer<typeof expectedItems>[number]

/** An exchange of a fixture. */
export interface SearchExchange {
  readonly method: string
  readonly url: string
  readonly request: unknown
  reply(): MockResponse
}

/** The fixture of a plugin. */
export interface SearchFixture {
  readonly plugin: string
  readonly kw: string
  readonly nowMs: number
  readonly hosts: readonly string[]
  readonly exchanges: readonly SearchExchange[]
  expected(): readonly ExpectedItem[]
}

const root = join(import.meta.dirname, '../fixtures/search')

/** The fixtures of all plugins; bodies are read when they are needed. @throws when a fixture is invalid. */
export function readSearchFixtures(): readonly SearchFixture[] {
  return readdirSync(root).flatMap((name) => {
    const read = (file: string) => readFileSync(join(root, name, file))
    const { source, now, query, exchanges } = fixture.parse(JSON.parse(read('fixture.json').toString()))
    if (!source.startsWith('plugin:')) return []
    return [
      {
        plugin: source.slice('plugin:'.length),
        kw: query.kw,
        nowMs: Date.parse(now),
        hosts: [...new Set(exchanges.map(({ url }) => new URL(url).host))],
        exchanges: exchanges.map(({ method, url, request, status, headers, body }) => ({
          method,
          url,
          request,
          reply: () => asUtf8(status, headers, read(body)),
        })),
        expected: () => expectedItems.parse(JSON.parse(read('expected.json').toString())),
      },
    ]
  })
}

/** Replies of this stand-in are UTF-8. */
function asUtf8(status: number, headers: Readonly<Record<string, string>>, body: Uint8Array): MockResponse {
  const utf8 = Object.entries(headers).map(([name, value]) => [name, value.replace(/charset=[\w-]+/i, 'charset=utf-8')])
  return { status, headers: Object.fromEntries(utf8), body: textOf({ status, headers, body }) }
}

/** True when the request is that of the exchange. */
export function isSameRequest({ method, url, request }: SearchExchange, asked: URL, sent: Sent): boolean {
  if (method !== sent.method || url !== asked.href) return false
  if (typeof request === 'string' || request === undefined) return sent.body === (request ?? '')
  try {
    return isDeepStrictEqual(request, JSON.parse(sent.body))
  } catch {
    return false
  }
}
