// Merges records that exist on both sides of a migration: lists and statistics are merged, secrets are kept.
import { z } from 'zod'
import { mostBans } from '../contract/bans.ts'
import { mostBlocks, readBlocks } from '../http/allow-list.ts'
import type { Joined } from '../store/moving-home.ts'
import { createCounts } from '../upstream/counts.ts'
import { readCounted, textOf } from '../upstream/tally.ts'

/** Records of sums: merging them a second time would count the same data twice. */
export const joinedOnce: ReadonlySet<string> = new Set(['statistics.json'])

type Join = (given: string, there: string, now: number) => string | undefined

/** Returns the merged text, or undefined if the target needs no change. @throws when a text cannot be read. */
const joins: ReadonlyMap<string, Join> = new Map<string, Join>([
  ['allow-list.json', joinAllowLists],
  ['bans.json', joinBans],
  ['logged-out.json', joinLoggedOut],
  ['track-record.json', joinTrackRecords],
  ['statistics.json', joinStatistics],
])

/** Records that older versions stored as files, and that may still be files. */
export const recordNames: readonly string[] = [...joins.keys(), 'login-secret.txt']

/**
 * Creates a function that merges a migrated record into the target's.
 * @throws Error with a sentence when a record cannot be read, or the merged record exceeds a limit.
 */
export function joinRecords(now: number) {
  return (name: string, given: Uint8Array, there: Uint8Array | undefined): Joined => {
    if (!there) return { bytes: given }
    const join = joins.get(name)
    if (!join) return kept(name, given, there)
    const texts = [given, there].map((bytes) => new TextDecoder().decode(bytes))
    const joined = said(name, () => join(texts[0] ?? '', texts[1] ?? '', now))
    return joined === undefined ? {} : { bytes: new TextEncoder().encode(joined) }
  }
}

function kept(name: string, given: Uint8Array, there: Uint8Array): Joined {
  if (Buffer.compare(given, there) === 0) return {}
  return name === 'login-secret.txt'
    ? { word: 'The login secret of the target was kept: users who logged in with the other secret must log in again.' }
    : { word: `${name} of the target was kept.` }
}

function said<T>(name: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${name} cannot be merged with the one in the target: ${why}`, { cause: error })
  }
}

function joinAllowLists(given: string, there: string): string | undefined {
  const [more, before] = [given, there].map((text) =>
    readBlocks('allow list', z.array(z.string()).parse(JSON.parse(text))),
  )
  const all = new Set([...(before ?? []), ...(more ?? [])])
  if (all.size > mostBlocks)
    throw new Error(`together they have ${all.size} entries, at most ${mostBlocks} are allowed; remove some first`)
  return all.size === before?.length ? undefined : `${JSON.stringify([...all], null, 2)}\n`
}

const bans = z.array(z.looseObject({ kind: z.string(), value: z.string() }))

function joinBans(given: string, there: string): string | undefined {
  const [more = [], before = []] = [given, there].map((text) => bans.parse(JSON.parse(text)))
  const known = new Set(before.map(({ kind, value }) => `${kind} ${value}`))
  const news = more.filter(({ kind, value }) => !known.has(`${kind} ${value}`))
  if (news.length === 0) return undefined
  const all = [...before, ...news]
  if (all.length > mostBans)
    throw new Error(`together they have ${all.length} bans, at most ${mostBans} are allowed; remove some first`)
  return `${JSON.stringify(all, null, 2)}\n`
}

const loggedOut = z.object({ upTo: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })

function joinLoggedOut(given: string, there: string): string | undefined {
  const [more, before] = [loggedOut.parse(JSON.parse(given)), loggedOut.parse(JSON.parse(there))]
  const ids = new Map(before.ids)
  const isNews = ([id, until]: readonly [string, number]) => until > (ids.get(id) ?? 0)
  const news = more.ids.filter(isNews)
  if (news.length === 0 && more.upTo <= before.upTo) return undefined
  for (const [id, until] of news) ids.set(id, until)
  return JSON.stringify({ upTo: Math.max(more.upTo, before.upTo), ids: [...ids] })
}

/** Entries of the target are more recent and win. */
function joinTrackRecords(given: string, there: string): string | undefined {
  const [more, before] = [readable(given), readable(there)]
  const news = Object.entries(more).filter(([source]) => !Object.hasOwn(before, source))
  return news.length === 0 ? undefined : JSON.stringify({ ...Object.fromEntries(news), ...before })
}

function readable(text: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    // The service treats an unreadable track record as empty too.
    return {}
  }
}

/** Adds both counts. Removes nothing: the service drops sources that it does not know. */
function joinStatistics(given: string, there: string, now: number): string {
  const both = [given, there].map((text) => readCounted(text, now))
  const counts = createCounts(() => now, new Set(both.flatMap(({ tallies }) => tallies.map(([source]) => source))))
  for (const counted of both) counts.add(counted)
  return textOf(counts.counted())
}
