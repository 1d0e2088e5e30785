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
  const lists = new Map<string, Headline[]>()
  const remove = (source: string, changed: Set<Headline>) => {
    for (const headline of lists.get(source) ?? []) {
      separate(headline, vocabulary, changed)
      disuseWords(headline, vocabulary)
    }
    lists.delete(source)
  }
  function* read(given: ReadonlyMap<string, RankedList>, changed: Set<Headline>): Pieces<Map<string, Headline[]>> {
    for (const source of [...lists.keys()]) if (!given.has(source)) remove(source, changed)
    const fresh = new Map<string, Headline[]>()
    for (const [source, list] of given) {
      const known = lists.get(source)
      if (known && hasSameTitles(known, list)) {
        takeItems(known, list)
        continue
      }
      remove(source, changed)
      const headlines = headlinesOf(list, vocabulary)
      fresh.set(source, headlines)
      yield* countWork(readingWork * headlines.reduce((sum, { item }) => sum + item.title.length, 0))
    }
    return fresh
  }
  return function* update(given) {
    const changed = new Set<Headline>()
    const fresh = yield* read(new Map(given.map((list) => [list.source, list])), changed)
    const again = updateReasons(lists.values(), vocabulary)
    for (const headline of again) separate(headline, vocabulary, changed)
    for (const [source, headlines] of fresh) lists.set(source, headlines)
    for (const headline of again.concat(...fresh.values())) yield* countWork(compare(headline, vocabulary, changed))
    for (const headline of changed) yield* countWork(addSupport(headline, changed))
    return changed
  }
}

function hasSameTitles(known: readonly Headline[], { items }: RankedList): boolean {
  return known.length === items.length && known.every(({ item }, index) => item.title === items[index]?.title)
}

/** The items may have other heat values and addresses. */
function takeItems(known: readonly Headline[], list: RankedList): void {
  for (const [index, headline] of known.entries()) {
    headline.list = list
    headline.item = list.items[index] ?? headline.item
  }
}
