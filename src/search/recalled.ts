// Removes archived posts that a source has returned again: the source's copy is newer.
import type { Arrival, Found } from './arrivals.ts'
import type { Result } from './result.ts'

/** The posts received from sources. */
export interface Seen {
  add(arrival: Pick<Arrival, 'items'>): void
  /** The archived posts that no source has returned. */
  without(recalled: readonly Found[]): Found[]
}

/** Creates an empty set of posts. */
export function createSeen(): Seen {
  const seen = new Set<string>()
  return {
    add({ items }) {
      for (const item of items) seen.add(nameOf(item))
    },
    without: (recalled) => recalled.filter(({ result }) => !seen.has(nameOf(result))),
  }
}

/** The identity of a post. */
export function nameOf({ source, id }: Pick<Result, 'source' | 'id'>): string {
  return `${source} ${id}`
}

/** The keys of shares that only the archive has. */
export function onlyRecalled(recalled: readonly Found[], came: readonly Pick<Arrival, 'found'>[]): ReadonlySet<string> {
  return keysOf(recalled).difference(keysOf(came.flatMap(({ found }) => found)))
}

function keysOf(found: readonly Found[]): Set<string> {
  return new Set(found.flatMap(({ matches }) => matches.map(({ link }) => link.share.key)))
}
