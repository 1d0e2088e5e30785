// What the archive recalls beside what has come: a post that came again is told as it came.
import type { Arrival, Found } from './arrivals.ts'

type Came = readonly Pick<Arrival, 'items' | 'found'>[]

/** What is recalled of posts that have not come themselves. */
export function unseen(recalled: readonly Found[], came: Came): Found[] {
  const seen = new Set(came.flatMap(({ items }) => items.map(({ source, id }) => `${source} ${id}`)))
  return recalled.filter(({ result: { source, id } }) => !seen.has(`${source} ${id}`))
}

/** The keys of the shares that are recalled, and that nothing which has come holds. */
export function onlyRecalled(recalled: readonly Found[], came: Came): ReadonlySet<string> {
  return keysOf(recalled).difference(keysOf(came.flatMap(({ found }) => found)))
}

function keysOf(found: readonly Found[]): Set<string> {
  return new Set(found.flatMap(({ matches }) => matches.map(({ link }) => link.share.key)))
}
