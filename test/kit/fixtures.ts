// Reads fixtures for tests: the request to a source, the replies of the upstream and the expected items.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Transport } from '../../src/upstream/net/transport.ts'

/** Origin of a reply; an invented reply must not pass for a recorded one. */
const origin = z.union([z.literal('hand-made'), z.string().regex(/^recorded (?:before )?\d{4}(?:-\d{2}(?:-\d{2})?)?$/)])

/** Exchanges of a fixture; `body` is a file name. */
export const exchanges = z.array(
  z.object({
    method: z.enum(['GET', 'POST']).default('GET'),
    url: z.url(),
    /** The expected request body: JSON, or a text. */
    request: z.unknown().optional(),
    /** Required request headers: an exact text, `contains …`, or `matches …` (a regular expression). */
    sent: z.record(z.string(), z.string()).default({}),
    status: z.int(),
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    body: z.string(),
  }),
)

const shape = z.object({
  origin,
  source: z.string(),
  /** The query of a search source; hot lists have none. */
  query: z.object({ kw: z.string(), ext: z.record(z.string(), z.unknown()) }).default({ kw: '', ext: {} }),
  /** Environment variables of the source. */
  settings: z.record(z.string(), z.string()).default({}),
  now: z.iso.datetime(),
  exchanges: exchanges.min(1),
  /** Lists that get the same reply from another address, which replaces the address of the last exchange. */
  alike: z
    .array(z.object({ source: z.string(), url: z.url(), expected: z.string().default('expected.json') }))
    .default([]),
})

export type Exchange = Omit<z.infer<typeof exchanges>[number], 'body'> & { readonly body: Uint8Array }

export interface Fixture extends Omit<z.infer<typeof shape>, 'exchanges' | 'alike'> {
  /** For a fixture in another source's folder: that folder and the source. */
  readonly folder: string
  readonly exchanges: readonly Exchange[]
  /** The expected items, as JSON. */
  readonly expected: unknown
}

/** Reads the fixture of a folder, without fixtures of other sources in it. @throws when it is malformed. */
export function readFixture(folder: string): Fixture {
  const { fixture, exchanges, expectedIn } = readFolder(folder)
  return { ...fixture, exchanges, folder: basename(folder), expected: expectedIn('expected.json') }
}

function readFolder(folder: string) {
  const read = (file: string) => readFileSync(join(folder, file))
  const { alike, ...fixture } = shape.parse(JSON.parse(read('fixture.json').toString()))
  const exchanges = fixture.exchanges.map((exchange) => ({ ...exchange, body: read(exchange.body) }))
  const expectedIn = (file: string): unknown => JSON.parse(read(file).toString())
  return { alike, fixture, exchanges, expectedIn }
}

/** Reads every fixture of a service's folder under `fixtures/`. @throws when one is malformed. */
export function readFixtures(service: string): Fixture[] {
  const root = join(import.meta.dirname, '../../fixtures', service)
  return readdirSync(root).flatMap((name) => {
    const { alike, fixture, exchanges, expectedIn } = readFolder(join(root, name))
    const others = alike.map(({ source, url, expected }) => {
      const moved = exchanges.map((exchange, at) => (at === exchanges.length - 1 ? { ...exchange, url } : exchange))
      const folder = `${name} (${source})`
      return { ...fixture, source, folder, exchanges: moved, expected: expectedIn(expected) }
    })
    return [{ ...fixture, exchanges, folder: name, expected: expectedIn('expected.json') }, ...others]
  })
}

const nothing: Pick<Exchange, 'status' | 'headers' | 'body'> = { status: 404, headers: {}, body: new Uint8Array() }

/** A transport that answers from exchanges; requests without an exchange are in `strays`. */
export function replaying(exchanges: readonly Exchange[]): { transport: Transport; strays: string[] } {
  const strays: string[] = []
  const transport: Transport = {
    async send({ url, method, headers: given, body: sent, signal }) {
      signal.throwIfAborted()
      const found = exchanges.find((exchange) => {
        const { request } = exchange
        const isSame = request === undefined ? sent === undefined : isDeepStrictEqual(request, sentOf(sent))
        return exchange.url === url.href && exchange.method === method && isSame && hasHeaders(given, exchange.sent)
      })
      if (!found) strays.push(`${method} ${url.href} ${sent ?? ''}`)
      const { status, headers, body } = found ?? nothing
      const { 'set-cookie': setCookie = [], ...others } = headers
      const single = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]))
      return {
        status,
        headers: single,
        setCookies: [setCookie].flat(),
        body: pieces(body),
        discard: () => undefined,
      }
    },
    close: async () => undefined,
  }
  return { transport, strays }
}

function sentOf(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? 'null')
  } catch {
    return body
  }
}

/** Whether a request has the headers that the fixture requires. */
function hasHeaders(sent: Readonly<Record<string, string>>, expected: Readonly<Record<string, string>>): boolean {
  const given = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))
  return Object.entries(expected).every(([name, rule]) => {
    const value = given.get(name.toLowerCase())
    if (value === undefined) return false
    if (rule.startsWith('contains ')) return value.includes(rule.slice('contains '.length))
    return rule.startsWith('matches ') ? new RegExp(rule.slice('matches '.length)).test(value) : value === rule
  })
}

async function* pieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += 16_384) yield body.subarray(at, at + 16_384)
}

const checkShape = z.object({
  origin,
  /** Environment variables of the source. */
  settings: z.record(z.string(), z.string()).default({}),
  now: z.iso.datetime(),
  cases: z
    .array(
      z.object({
        /** Describes the share. */
        name: z.string(),
        share: z.object({ code: z.string(), password: z.string().default(''), url: z.url() }),
        state: z.enum(['ok', 'bad', 'locked', 'uncertain']),
        exchanges,
      }),
    )
    .min(6),
})

/** A share of a cloud and its expected verdict. */
interface CheckCase extends Omit<z.infer<typeof checkShape>['cases'][number], 'exchanges'> {
  readonly exchanges: readonly Exchange[]
}

export interface CheckFixture extends Omit<z.infer<typeof checkShape>, 'cases'> {
  readonly cloud: string
  readonly cases: readonly CheckCase[]
}

/** Reads the fixtures of all checks, keyed by folder name (the cloud). @throws when a fixture is malformed. */
export function readCheckFixtures(): CheckFixture[] {
  const root = join(import.meta.dirname, '../../fixtures/checks')
  return readdirSync(root).map((cloud) => {
    const read = (file: string) => readFileSync(join(root, cloud, file))
    const { cases, ...fixture } = checkShape.parse(JSON.parse(read('fixture.json').toString()))
    const whole = (one: (typeof cases)[number]): CheckCase => ({
      ...one,
      exchanges: one.exchanges.map((exchange) => ({ ...exchange, body: read(exchange.body) })),
    })
    return { ...fixture, cloud, cases: cases.map(whole) }
  })
}
