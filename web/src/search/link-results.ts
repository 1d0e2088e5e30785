// The results of the list of links.
import { createLinkOrder, type HealthOf } from '../../../client/link-order.ts'
import { fold } from '../components/folding.ts'
import type { DisplayOptions, Entry, Result } from './arrange.ts'

export function linkResults(entries: readonly Entry[], { sort }: DisplayOptions, stateOf: HealthOf): readonly Result[] {
  const order = createLinkOrder(sort === 'time' ? 'time' : 'available', stateOf)
  const sorted = entries.toSorted((a, b) => order(a.link, b.link))
  const placed = sort === 'time' ? sorted : uncertainBehindSameTitle(sorted, stateOf)
  return placed.map(({ work, link }) => ({ key: link.key, work, links: [link], part: 'title' }))
}

/** Moves links with inconclusive checks behind the others of the same title, of any day; all others stay. */
function uncertainBehindSameTitle(entries: readonly Entry[], stateOf: HealthOf): readonly Entry[] {
  const isUncertain = ({ link }: Entry) => stateOf(link) === 'uncertain'
  if (!entries.some(isUncertain)) return entries
  const living = entries.filter(({ link }) => stateOf(link) !== 'bad')
  const next = new Map<Entry, Entry>()
  for (const group of Map.groupBy(living, ({ link }) => fold(link.title)).values()) {
    const confirmedFirst = group.toSorted((a, b) => Number(isUncertain(a)) - Number(isUncertain(b)))
    for (const [at, entry] of group.entries()) next.set(entry, confirmedFirst[at] ?? entry)
  }
  return entries.map((entry) => next.get(entry) ?? entry)
}
