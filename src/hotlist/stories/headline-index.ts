// Keeps the headlines of lists and which are similar. A changed list costs only the comparisons of its own headlines.
import type { Pieces, WorkCounter } from '../../async/pieces.ts'
import { compare, separate } from './compare-headlines.ts'
import { type Corpus, disuseText } from './corpus.ts'
import { type Headline, otherOf } from './headline.ts'
import { moveTo, readHeadlines } from './read-headlines.ts'
import { updateReasons } from './reasons.ts'
import { addSupport } from './similarity.ts'
import type { RankedList } from './story.ts'

/**
 * Takes the lists as they are now; lists with the same titles as before are not compared again.
 * Returns the headlines that are new, gone, or similar to such.
 */
export type UpdateHeadlines = (lists: readonly RankedList[]) => Pieces<ReadonlySet<Headline>>

/** Reading a character is as much work as looking at so many words. */
const readingWork = 10

export function createHeadlineIndex(corpus: Corpus, work: WorkCounter): UpdateHeadlines {
  const lists = new Map<string, readonly Headline[]>()
  const remove = (headlines: Iterable<Headline>, changed: Set<Headline>) => {
    for (const headline of headlines) {
      separate(headline, corpus, changed)
      disuseText(headline, corpus)
    }
  }
  /** Returns the headlines of the list that are new. */
  const readList = (list: RankedList, changed: Set<Headline>): Iterable<Headline> => {
    const known = lists.get(list.source) ?? []
    if (hasSameTitles(known, list)) {
      known.forEach((headline, index) => {
        moveTo(headline, list, index)
      })
      return []
    }
    const headlines = readHeadlines(list, known, corpus)
    lists.set(list.source, headlines)
    const [before, now] = [new Set(known), new Set(headlines)]
    remove(before.difference(now), changed)
    return now.difference(before)
  }
  /** Returns the headlines that are new. */
  function* read(given: ReadonlyMap<string, RankedList>, changed: Set<Headline>): Pieces<Set<Headline>> {
    for (const [source, known] of lists) {
      if (given.has(source)) continue
      remove(known, changed)
      lists.delete(source)
    }
    const fresh = new Set<Headline>()
    for (const list of given.values()) {
      for (const headline of readList(list, changed)) {
        fresh.add(headline)
        if (work.add(readingWork * headline.item.title.length)) yield work.take()
      }
    }
    return fresh
  }
  return function* update(given) {
    const changed = new Set<Headline>()
    const fresh = yield* read(new Map(given.map((list) => [list.source, list])), changed)
    const again = new Set(updateReasons(lists.values(), corpus)).difference(fresh)
    for (const headline of again) separate(headline, corpus, changed)
    for (const headline of again.union(fresh)) if (work.add(compare(headline, corpus, changed))) yield work.take()
    for (const headline of withSimilar(changed)) if (work.add(addSupport(headline, changed, corpus))) yield work.take()
    return changed
  }
}

function withSimilar(changed: ReadonlySet<Headline>): Set<Headline> {
  const all = new Set(changed)
  for (const headline of changed) for (const pair of headline.similar) all.add(otherOf(pair, headline))
  return all
}

function hasSameTitles(known: readonly Headline[], { items }: RankedList): boolean {
  return known.length === items.length && known.every(({ item }, index) => item.title === items[index]?.title)
}
