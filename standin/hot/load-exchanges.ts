// Loads the exchanges of `fixtures/hotlist` and `fixtures/own-lists`: which requests they are for, and their replies.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Reply, type Sent, textOf } from '../mock-response.ts'
import type { Sample } from './derive-template.ts'

/** The pattern for each placeholder of a fixture URL. */
const forms: Readonly<Record<string, string>> = {
  unixMillis: '\\d{10,13}',
  unixSeconds: '\\d{10}',
  sign: '[0-9a-f]{32}',
  token: '[0-9a-f]{32}',
  MM: '(?:0[1-9]|1[0-2])',
  YYYYMMDD: '\\d{8}',
  'YYYY/MM/DD': '\\d{4}/\\d{2}/\\d{2}',
  'YYYY-MM-DD': '\\d{4}-\\d{2}-\\d{2}',
  'YYYY-MM-DD HH:mm:ss': '\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}',
  '32 hex': '[0-9a-f]{32}',
}

/**
 * Pattern of a text: literal, except that each placeholder matches any value of its form.
 * @throws TypeError on an unknown placeholder.
 */
function formOf(text: string): RegExp {
  // Splitting by a group keeps the placeholder names at the odd indexes.
  const parts = text.split(/\{([^{}]+)\}/).map((part, at) => {
    if (at % 2 === 0) return RegExp.escape(part)
    const form = forms[part]
    if (form === undefined)
      throw new TypeError(`placeholder must be one of ${Object.keys(forms).join(', ')}, not "${part}"`)
    return form
  })
  return new RegExp(`^${parts.join('')}$`)
}

function sorted(query: URLSearchParams): ReadonlyArray<readonly [string, string]> {
  return [...query].toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
}

/** Match levels of a URL against a pattern. */
export interface Address {
  readonly host: string
  /** True when the whole URL matches. */
  isMeant(url: URL): boolean
  /** True when the path equals that of the pattern literally, without placeholders. */
  hasVeryPath(url: URL): boolean
}

/**
 * Creates the matcher for `pattern`, an absolute URL that may contain placeholders; `example` is a URL without
 * placeholders that fits it. As on the real sites, the scheme, the order of parameters and unnecessary escapes in them
 * are ignored.
 * @throws TypeError when the pattern is invalid.
 */
export function createAddress(pattern: string, example = pattern): Address {
  const { host, pathname, searchParams } = new URL(pattern)
  const path = formOf(pathname.replaceAll('%7B', '{').replaceAll('%7D', '}').replaceAll('%20', ' '))
  const query = sorted(searchParams).map(([name, value]) => [name, formOf(value)] as const)
  const exact = new URL(example).pathname
  const hasPath = (url: URL): boolean => url.host === host && path.test(url.pathname)
  return {
    host,
    isMeant(url) {
      const asked = sorted(url.searchParams)
      if (!hasPath(url) || asked.length !== query.length) return false
      return query.every(([name, form], at) => asked[at]?.[0] === name && form.test(asked[at]?.[1] ?? ''))
    },
    hasVeryPath: (url) => url.pathname === exact,
  }
}

/** Compares with `contains X`, `matches REGEX`, a text with a `<placeholder>`, or the exact value. */
function isHeaderMet(expected: string, value: string): boolean {
  if (expected.startsWith('contains ')) return value.includes(expected.slice('contains '.length))
  if (expected.startsWith('matches ')) return new RegExp(expected.slice('matches '.length)).test(value)
  const parts = expected.split(/<[^<>]+>/)
  if (parts.length > 1) return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`).test(value)
  // A content type may be followed by its charset.
  return value === expected || value.startsWith(`${expected};`)
}

/** True when all headers match. Header names are case-insensitive. */
function areHeadersMet(expected: Readonly<Record<string, string>>, { headers }: Sent): boolean {
  return Object.entries(expected).every(([name, value]) => isHeaderMet(value, headers[name.toLowerCase()] ?? ''))
}

/** JSON replacer that removes times, because a request at another time than the fixture's is equal. */
function withoutTime(_name: string, value: unknown): unknown {
  return /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|1\d{9}|1\d{12})$/.test(String(value)) ? '<time>' : value
}

/**
 * True when the body matches: a text exactly, any other value as JSON with times ignored. Everything matches when
 * `wanted` is undefined.
 */
function isRequestMet(expected: unknown, { body }: Sent): boolean {
  if (expected === undefined) return true
  if (typeof expected === 'string') return body === expected
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(expected), withoutTime), JSON.parse(body, withoutTime))
  } catch {
    return false
  }
}

const exchange = z.object({
  method: z.string().default('GET'),
  url: z.string(),
  pattern: z.string().optional(),
  request: z.unknown().optional(),
  sent: z.record(z.string(), z.string()).default({}),
  status: z.int(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.string(),
})

const other = z.object({
  source: z.string(),
  url: z.string(),
  pattern: z.string().optional(),
  expected: z.string().optional(),
})

const fixture = z.object({
  origin: z.string(),
  source: z.string(),
  now: z.string(),
  exchanges: z.array(exchange),
  /** Other lists that get the same body; their URL replaces that of the last exchange. */
  alike: z.array(other).default([]),
})

const expectedItems = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    url: z.string(),
    icon: z.string().optional(),
    hover: z.string().optional(),
    info: z.string().optional(),
    pubDate: z.number().optional(),
    hot: z.number().optional(),
  }),
)

/** One exchange that the stand-in can replay. */
export interface Exchange {
  /** `folder/body file`, the key in templates. */
  readonly name: string
  /** The source of its fixture, or the source that is alike to it. */
  readonly source: string
  /** Set to the source when it is alike: it gets the body of another list, but is a list of its own. */
  readonly alike?: string
  readonly method: string
  readonly address: Address
  /** True when the request body matches. */
  asks(sent: Sent): boolean
  /** True when the request has the headers that the site requires. */
  accepts(sent: Sent): boolean
  /** The reply of the fixture. */
  reply(): Reply
  /** True for a reply of the real site, false for a hand-made one. */
  readonly isRecorded: boolean
  /** Its body, and the items that the fixture expects of all its bodies. */
  sample(): Sample
}

const roots = ['hotlist', 'own-lists'].map((name) => join(import.meta.dirname, '../../fixtures', name))

interface Found extends z.infer<typeof exchange> {
  readonly source: string
  readonly now: string
  readonly isRecorded: boolean
  /** The files of expected items. */
  readonly expected: readonly string[]
  readonly alike?: string
}

function toExchange(path: string, found: Found): Exchange {
  const { source, alike, isRecorded, method, url, pattern, request, sent, status, headers, body } = found
  const name = `${basename(path)}/${body}`
  const reply = (): Reply => ({ status, headers, body: readFileSync(join(path, body)) })
  return {
    name,
    source,
    isRecorded,
    ...(alike !== undefined && { alike }),
    method,
    address: createAddress(pattern ?? url, url),
    asks: (what) => isRequestMet(request, what),
    accepts: (what) => areHeadersMet(sent, what),
    reply,
    sample: () => ({
      name,
      text: textOf(reply()),
      items: found.expected.flatMap((file) => expectedItems.parse(JSON.parse(readFileSync(join(path, file), 'utf8')))),
      nowMs: Date.parse(found.now),
    }),
  }
}

function readFolder(path: string): { readonly own: boolean; readonly exchanges: readonly Exchange[] } {
  const { origin, source, now, exchanges, alike } = fixture.parse(
    JSON.parse(readFileSync(join(path, 'fixture.json'), 'utf8')),
  )
  const isRecorded = origin.startsWith('recorded')
  const isPlayed = origin === 'hand-made' || isRecorded
  const expected = ['expected.json', ...new Set(alike.flatMap((one) => one.expected ?? []))]
  const own = exchanges.map((one): Found => ({ ...one, source, now, isRecorded, expected }))
  const others = alike.flatMap((other) =>
    own.slice(-1).map(
      (last): Found => ({
        ...last,
        source: other.source,
        url: other.url,
        pattern: other.pattern,
        alike: other.source,
      }),
    ),
  )
  const played = [...own, ...others].filter(({ status }) => isPlayed && status === 200)
  return { own: basename(path) === source, exchanges: played.map((one) => toExchange(path, one)) }
}

const loaded: Exchange[] = []

/**
 * All exchanges that can be replayed: hand-made or recorded, with status 200. When several have the same URL, the first
 * one wins: fixtures whose folder has the name of their source come first, then by name. The files are read at the
 * first call.
 * @throws when a fixture is invalid.
 */
export function readExchanges(): readonly Exchange[] {
  if (loaded.length === 0) loaded.push(...allExchanges())
  return loaded
}

function allExchanges(): readonly Exchange[] {
  const folders = roots.flatMap((root) =>
    readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()),
  )
  const read = folders
    .toSorted(({ name: one }, { name: other }) => (one < other ? -1 : Number(one > other)))
    .map(({ parentPath, name }) => readFolder(join(parentPath, name)))
  return [...read.filter(({ own }) => own), ...read.filter(({ own }) => !own)].flatMap(({ exchanges }) => exchanges)
}
