// Merges records that exist on both sides of a migration: lists and statistics are merged, secrets are kept.

import { z } from 'zod'
import { maxBans } from '../../contract/bans.ts'
import { maxBlocks, readBlocks } from '../../http/access/ip-allow-list.ts'
import { messageOf } from '../../observability/error-message.ts'
import type { MergedRecord } from '../../store/migrate/trawl-db.ts'
import { createSourceCounters } from '../../upstream/stats/source-counters.ts'
import { parseCounters, serializeCounters } from '../../upstream/stats/source-tally.ts'

/** Records of sums: merging them a second time would count the same data twice. */
export const mergedOnce: ReadonlySet<string> = new Set(['statistics.json'])

type MergeTexts = (incoming: string, existing: string, now: number) => string | undefined

/** Returns the merged text, or undefined if the target needs no change. @throws when a text cannot be read. */
const mergers: ReadonlyMap<string, MergeTexts> = new Map<string, MergeTexts>([
  ['allow-list.json', mergeAllowLists],
  ['bans.json', mergeBans],
  ['logged-out.json', mergeLoggedOut],
  ['track-record.json', mergeTrackRecords],
  ['statistics.json', mergeStatistics],
])

/** Records that older versions stored as files, and that may still be files. */
export const recordNames: readonly string[] = [...mergers.keys(), 'login-secret.txt']

/**
 * Creates a function that merges a migrated record into the target's.
 * @throws Error with a sentence when a record cannot be read, or the merged record exceeds a limit.
 */
export function mergeRecords(now: number) {
  return (name: string, incoming: Uint8Array, existing: Uint8Array | undefined): MergedRecord => {
    if (!existing) return { bytes: incoming }
    const join = mergers.get(name)
    if (!join) return keepExisting(name, incoming, existing)
    const texts = [incoming, existing].map((bytes) => new TextDecoder().decode(bytes))
    const joined = withRecordName(name, () => join(texts[0] ?? '', texts[1] ?? '', now))
    return joined === undefined ? {} : { bytes: new TextEncoder().encode(joined) }
  }
}

function keepExisting(name: string, incoming: Uint8Array, existing: Uint8Array): MergedRecord {
  if (Buffer.compare(incoming, existing) === 0) return {}
  return name === 'login-secret.txt'
    ? { word: 'The login secret of the target was kept: users who logged in with the other secret must log in again.' }
    : { word: `${name} of the target was kept.` }
}

function withRecordName<T>(name: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const why = messageOf(error)
    throw new Error(`${name} cannot be merged with the one in the target: ${why}`, { cause: error })
  }
}

function mergeAllowLists(incoming: string, existing: string): string | undefined {
  const [more, before] = [incoming, existing].map((text) =>
    readBlocks('allow list', z.array(z.string()).parse(JSON.parse(text))),
  )
  const all = new Set([...(before ?? []), ...(more ?? [])])
  if (all.size > maxBlocks)
    throw new Error(`together they have ${all.size} entries, at most ${maxBlocks} are allowed; remove some first`)
  return all.size === before?.length ? undefined : `${JSON.stringify([...all], null, 2)}\n`
}

const bans = z.array(z.looseObject({ kind: z.string(), value: z.string() }))

function mergeBans(incoming: string, existing: string): string | undefined {
  const [more = [], before = []] = [incoming, existing].map((text) => bans.parse(JSON.parse(text)))
  const known = new Set(before.map(({ kind, value }) => `${kind} ${value}`))
  const added = more.filter(({ kind, value }) => !known.has(`${kind} ${value}`))
  if (added.length === 0) return undefined
  const all = [...before, ...added]
  if (all.length > maxBans)
    throw new Error(`together they have ${all.length} bans, at most ${maxBans} are allowed; remove some first`)
  return `${JSON.stringify(all, null, 2)}\n`
}

const loggedOut = z.object({ upTo: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })

function mergeLoggedOut(incoming: string, existing: string): string | undefined {
  const [more, before] = [loggedOut.parse(JSON.parse(incoming)), loggedOut.parse(JSON.parse(existing))]
  const ids = new Map(before.ids)
  const isNews = ([id, until]: readonly [string, number]) => until > (ids.get(id) ?? 0)
  const added = more.ids.filter(isNews)
  if (added.length === 0 && more.upTo <= before.upTo) return undefined
  for (const [id, until] of added) ids.set(id, until)
  return JSON.stringify({ upTo: Math.max(more.upTo, before.upTo), ids: [...ids] })
}

/** Entries of the target are more recent and win. */
function mergeTrackRecords(incoming: string, existing: string): string | undefined {
  const [more, before] = [readable(incoming), readable(existing)]
  const added = Object.entries(more).filter(([source]) => !Object.hasOwn(before, source))
  return added.length === 0 ? undefined : JSON.stringify({ ...Object.fromEntries(added), ...before })
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
function mergeStatistics(incoming: string, existing: string, now: number): string {
  const both = [incoming, existing].map((text) => parseCounters(text, now))
  const counts = createSourceCounters(
    () => now,
    new Set(both.flatMap(({ tallies }) => tallies.map(([source]) => source))),
  )
  for (const counted of both) counts.add(counted)
  return serializeCounters(counts.snapshot())
}
