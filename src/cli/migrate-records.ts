// What becomes of records of which both ends of a move have one: what keeps people out or hides things is joined, a secret stays.
import { z } from 'zod'
import { mostBans } from '../contract/bans.ts'
import { mostBlocks, readBlocks } from '../http/allow-list.ts'
import type { Joined } from '../store/moving-home.ts'
import { createCounts } from '../upstream/counts.ts'
import { readCounted, textOf } from '../upstream/tally.ts'

/** Of two sums there is one sum; of that and one of them there is nonsense. */
export const joinedOnce: ReadonlySet<string> = new Set(['statistics.json'])

type Join = (given: string, there: string, now: number) => string | undefined

/** Each gives what is to be there; undefined where all of it is. @throws for what cannot be read. */
const joins: ReadonlyMap<string, Join> = new Map<string, Join>([
  ['allow-list.json', joinAllowLists],
  ['bans.json', joinBans],
  ['logged-out.json', joinLoggedOut],
  ['track-record.json', joinTrackRecords],
  ['statistics.json', joinStatistics],
])

/** Those that were files before they were in a database, and may still be. */
export const recordNames: readonly string[] = [...joins.keys(), 'login-secret.txt']

/**
 * Joins a record that moves to what is there.
 * @throws Error with a sentence when one of both cannot be read, or together they are too much.
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
    ? { word: 'The secret of logins stays the one that was there: who logged in with the other logs in again.' }
    : { word: `${name} stays as it was there.` }
}

function said<T>(name: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${name} cannot be joined to the one that is there: ${why}`, { cause: error })
  }
}

function joinAllowLists(given: string, there: string): string | undefined {
  const [more, before] = [given, there].map((text) =>
    readBlocks('allow list', z.array(z.string()).parse(JSON.parse(text))),
  )
  const all = new Set([...(before ?? []), ...(more ?? [])])
  if (all.size > mostBlocks)
    throw new Error(`they have ${all.size} entries together, at most ${mostBlocks} are allowed; take some out first`)
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
    throw new Error(`they are ${all.length} together, at most ${mostBans} are allowed; take some out first`)
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

/** What was learned there lately counts. */
function joinTrackRecords(given: string, there: string): string | undefined {
  const [more, before] = [readable(given), readable(there)]
  const news = Object.entries(more).filter(([source]) => !Object.hasOwn(before, source))
  return news.length === 0 ? undefined : JSON.stringify({ ...Object.fromEntries(news), ...before })
}

function readable(text: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    // As good as nothing, as it is to whoever learns.
    return {}
  }
}

/** What moves was counted before. Nothing is let go: the service does so by what it knows of its sources. */
function joinStatistics(given: string, there: string, now: number): string {
  const both = [given, there].map((text) => readCounted(text, now))
  const counts = createCounts(() => now, new Set(both.flatMap(({ tallies }) => tallies.map(([source]) => source))))
  for (const counted of both) counts.add(counted)
  return textOf(counts.counted())
}
