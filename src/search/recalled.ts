// What the archive recalls beside what has come: a post that came again is told as it came.
import type { Arrival, Found } from './arrivals.ts'
import type { Result } from './result.ts'

/** The posts that have come. */
export interface Seen {
  add(arrival: Pick<Arrival, 'items'>): void
  /** What is recalled of posts that have not come themselves. */
  without(recalled: readonly Found[]): Found[]
}

/** Makes it, with nothing seen. */
export function createSeen(): Seen {
  const seen = new Set<string>()
  return {
    add({ items }) {
      for (const item of items) seen.add(nameOf(item))
    },
    without: (recalled) => recalled.filter(({ result }) => !seen.has(nameOf(result))),
  }
}

/** What a post is known by. */
export function nameOf({ source, id }: Pick<Result, 'source' | 'id'>): string {
  return `${source} ${id}`
}

/** The keys of the shares that are recalled, and that nothing which has come holds. */
export function onlyRecalled(recalled: readonly Found[], came: readonly Pick<Arrival, 'found'>[]): ReadonlySet<string> {
  return keysOf(recalled).difference(keysOf(came.flatMap(({ found }) => found)))
}

function keysOf(found: readonly Found[]): Set<string> {
  return new Set(found.flatMap(({ matches }) => matches.map(({ link }) => link.share.key)))
}
