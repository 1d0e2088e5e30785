// The exchanges of `fixtures/hotlist`, and of the lists that the papers declare in `fixtures/own-lists`, each with the address, headers and body that must be sent to get its reply.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Reply, Sent } from '../mock-response.ts'
import { areHeadersMet, isRequestMet } from './request-matcher.ts'
import { type Address, createAddress } from './url-pattern.ts'

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

const fixture = z.object({
  origin: z.string(),
  source: z.string(),
  exchanges: z.array(exchange),
  /** Other lists that get the same body, from an address in place of the last exchange's. */
  alike: z.array(z.object({ source: z.string(), url: z.string(), pattern: z.string().optional() })).default([]),
})

/** One exchange that can be played. */
export interface Exchange {
  /** `folder/body file`, by which templates name it. */
  readonly name: string
  /** The source whose fixture it stands in, or that is alike to it. */
  readonly source: string
  /** The source again when it is alike: it gets the body of another list and is none the less a list of its own. */
  readonly alike?: string
  readonly method: string
  readonly address: Address
  /** Whether the body of a request asks this question. */
  asks(sent: Sent): boolean
  /** Whether it brings the headers the site insists on. */
  accepts(sent: Sent): boolean
  /** The reply as it stands in the fixture. */
  reply(): Reply
}

const roots = ['hotlist', 'own-lists'].map((name) => join(import.meta.dirname, '../../fixtures', name))

interface Found extends z.infer<typeof exchange> {
  readonly source: string
  readonly alike?: string
}

function toExchange(path: string, found: Found): Exchange {
  const { source, alike, method, url, pattern, request, sent, status, headers, body } = found
  return {
    name: `${basename(path)}/${body}`,
    source,
    ...(alike !== undefined && { alike }),
    method,
    address: createAddress(pattern ?? url, url),
    asks: (what) => isRequestMet(request, what),
    accepts: (what) => areHeadersMet(sent, what),
    reply: () => ({ status, headers, body: readFileSync(join(path, body)) }),
  }
}

/** Pages that answer at a second address as at the first (b-genshin.md). */
const mirrors: ReadonlyArray<readonly [page: string, mirror: string]> = [
  ['https://bbs-api-static.miyoushe.com/painter/wapi/', 'https://bbs-api.miyoushe.com/post/wapi/'],
]

function mirrored(found: Found): readonly Found[] {
  const copies = mirrors.flatMap(([page, mirror]) => {
    const url = found.url.replace(page, mirror)
    return url === found.url ? [] : [{ ...found, url, pattern: found.pattern?.replace(page, mirror) }]
  })
  return [found, ...copies]
}

function readFolder(path: string): { readonly own: boolean; readonly exchanges: readonly Exchange[] } {
  const { origin, source, exchanges, alike } = fixture.parse(
    JSON.parse(readFileSync(join(path, 'fixture.json'), 'utf8')),
  )
  const isPlayed = origin === 'hand-made' || origin.startsWith('recorded')
  const own = exchanges.map((one): Found => ({ ...one, source }))
  const others = alike.flatMap((other) =>
    own.slice(-1).map((last): Found => ({ ...last, ...other, pattern: other.pattern, alike: other.source })),
  )
  const played = [...own, ...others].filter(({ status }) => isPlayed && status === 200).flatMap(mirrored)
  return { own: basename(path) === source, exchanges: played.map((one) => toExchange(path, one)) }
}

/**
 * All exchanges that are played: hand-made or recorded, with status 200. Where several have one address, the first is meant: fixtures whose folder is named
 * like their source come first, then by name.
 * @throws when a fixture is not of the right form.
 */
export function readExchanges(): readonly Exchange[] {
  const folders = roots.flatMap((root) =>
    readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()),
  )
  const read = folders
    .toSorted(({ name: one }, { name: other }) => (one < other ? -1 : Number(one > other)))
    .map(({ parentPath, name }) => readFolder(join(parentPath, name)))
  return [...read.filter(({ own }) => own), ...read.filter(({ own }) => !own)].flatMap(({ exchanges }) => exchanges)
}
