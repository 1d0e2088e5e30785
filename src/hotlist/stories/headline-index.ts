// Keeps the headlines of lists and which are similar. A changed list costs only the comparisons of its own headlines.
import type { CountWork, Pieces } from '../../async/pieces.ts'
import { addSupport, compare, separate } from './compare-headlines.ts'
import type { Headline } from './headline.ts'
import { headlinesOf } from './read-headlines.ts'
import { updateReasons } from './reasons.ts'
import type { RankedList } from './story.ts'
import { disuseWords, type Vocabulary } from './vocabulary.ts'

/**
 * Takes the lists as they are now; lists with the same titles as before are not compared again.
 * Returns the headlines that are new, gone, or similar to such.
 */
export type UpdateHeadlines = (lists: readonly RankedList[]) => Pieces<ReadonlySet<Headline>>

/** Reading a character is as much work as looking at so many words. */
const readingWork = 10

export function createHeadlineIndex(vocabulary: Vocabulary, countWork: CountWork): UpdateHeadlines {
  const lists = new Map<string, readonly Headline[]>()
  const remove = (headlines: Iterable<Headline>, changed: Set<Headline>) => {
    for (const headline of headlines) {
      separate(headline, vocabulary, changed)
      disuseWords(headline, vocabulary)
    }
  }
  /** Returns the headlines of the list that are new. */
  const readList = (list: RankedList, changed: Set<Headline>): Headline[] => {
    const known = lists.get(list.source) ?? []
    if (hasSameTitles(known, list)) {
      for (const [index, headline] of known.entries()) place(headline, list, index)
      return []
    }
    const headlines = keepKnown(headlinesOf(list, vocabulary), known, vocabulary)
    remove(new Set(known).difference(new Set(headlines)), changed)
    lists.set(list.source, headlines)
    return headlines.filter((headline) => !known.includes(headline))
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
      const added = readList(list, changed)
      for (const headline of added) fresh.add(headline)
      yield* countWork(readingWork * added.reduce((sum, { item }) => sum + item.title.length, 0))
    }
    return fresh
  }
  return function* update(given) {
    const changed = new Set<Headline>()
    const fresh = yield* read(new Map(given.map((list) => [list.source, list])), changed)
    const again = new Set(updateReasons(lists.values(), vocabulary)).difference(fresh)
    for (const headline of again) separate(headline, vocabulary, changed)
    for (const headline of again.union(fresh)) yield* countWork(compare(headline, vocabulary, changed))
    for (const headline of changed) yield* countWork(addSupport(headline, changed))
    return changed
  }
}

function hasSameTitles(known: readonly Headline[], { items }: RankedList): boolean {
  return known.length === items.length && known.every(({ item }, index) => item.title === items[index]?.title)
}

/** Keeps the known headlines that only moved: what they are similar to does not change. */
function keepKnown(read: readonly Headline[], known: readonly Headline[], vocabulary: Vocabulary): Headline[] {
  const byTitle = Map.groupBy(known, ({ item }) => item.title)
  return read.map((headline, index) => {
    const before = byTitle.get(headline.item.title)?.shift()
    // The same words weigh less where others of the list have them too.
    if (!before?.weights.every((weight, at) => weight === headline.weights[at])) return headline
    disuseWords(headline, vocabulary)
    place(before, headline.list, index)
    return before
  })
}

/** Items may have other heat values and addresses than before. */
function place(headline: Headline, list: RankedList, index: number): void {
  headline.list = list
  headline.item = list.items[index] ?? headline.item
  headline.rank = index + 1
}
