// Keeps the headlines of lists and which are similar. A changed list costs only the comparisons of its own headlines.
import type { Pieces, WorkCounter } from '../../async/pieces.ts'
import { foldText } from '../../contract/fold-text.ts'
import { isNumberKey, readWords, scriptOf, type WordKey, wordWeight } from './headline-words.ts'
import { addSupport, ownSimilarity } from './similarity.ts'
import { compareOrder, type Headline, noItem, type RankedList, type Word } from './story.ts'

/**
 * Takes the lists as they are now; lists with the same titles as before are not compared again.
 * Returns the headlines that are new, gone, or similar to such.
 */
export type UpdateHeadlines = (lists: readonly RankedList[]) => Pieces<ReadonlySet<Headline>>

/** Reading a character is as much work as looking at so many words. */
const readingWork = 10
/** Weaker pairs are no reason to join, and are not kept. */
const leastSimilar = -3
/** A word that weighs less is no reason to compare two headlines. */
const leastReasonWeight = 4
/** A word that is used more often is no reason. */
const maxUses = 200
/** Bounds the pairs of headlines that are compared: the sum of the squares of how often each reason is used. */
const maxSquares = 600_000
/** A word that several headlines of one list have is the name of a theme, such as a film or a festival, and tells less. */
const themeDiscount = 0.2
const maxInList = 63

type Words = Map<WordKey, Word>

export function createHeadlineIndex(work: WorkCounter): UpdateHeadlines {
  const lists = new Map<string, readonly Headline[]>()
  const words: Words = new Map()
  /** Returns the headlines of the list that are new. */
  const readList = (list: RankedList, changed: Set<Headline>): Iterable<Headline> => {
    const known = lists.get(list.source) ?? []
    if (hasSameTitles(known, list)) {
      for (const [index, headline] of known.entries()) moveTo(headline, list, index)
      return []
    }
    const headlines = readHeadlines(list, known, words)
    lists.set(list.source, headlines)
    const [before, now] = [new Set(known), new Set(headlines)]
    remove(before.difference(now), changed)
    return now.difference(before)
  }
  /** Returns the headlines that are new. */
  function* read(given: ReadonlyMap<string, RankedList>, changed: Set<Headline>): Pieces<Set<Headline>> {
    for (const source of new Set(lists.keys()).difference(given)) {
      remove(lists.get(source) ?? [], changed)
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
    const decided = decideReasons(words)
    const again = headlinesWith(decided, lists).difference(fresh)
    for (const headline of again) separate(headline, changed)
    for (const headline of again.union(fresh)) if (work.add(compare(headline, changed))) yield work.take()
    for (const headline of withSimilar(changed)) if (work.add(addSupport(headline, changed))) yield work.take()
    return changed
  }
}

function remove(headlines: Iterable<Headline>, changed: Set<Headline>): void {
  for (const headline of headlines) {
    separate(headline, changed)
    for (const word of headline.words) word.uses -= 1
  }
}

/** A headline with the same title and the same weights of its words is kept, because what it is similar to does not change. */
function readHeadlines(list: RankedList, known: readonly Headline[], words: Words): Headline[] {
  const byTitle = Map.groupBy(known, ({ item }) => item.title)
  const read = list.items.map(({ title }) => {
    const before = byTitle.get(title)?.shift()
    return { before, own: before?.words ?? wordsOf(title, words) }
  })
  const inList = new Map<Word, number>()
  for (const { own } of read) for (const word of new Set(own)) inList.set(word, (inList.get(word) ?? 0) + 1)
  return read.map(({ before, own }, index) => {
    // The same words weigh less where others of the list have them too.
    const weights = own.map((word) => word.weight / themeDivisor(inList.get(word) ?? 1))
    if (before?.weights.every((weight, at) => weight === weights[at])) return moveTo(before, list, index)
    for (const word of own) word.uses += 1
    return newHeadline(list, index, { words: own, weights })
  })
}

function wordsOf(title: string, words: Words): Word[] {
  const found: Word[] = []
  readWords(title, (key) => {
    const word = words.get(key) ?? newWord(key)
    words.set(key, word)
    found.push(word)
  })
  return found
}

function newWord(key: WordKey): Word {
  return { weight: wordWeight(key), isNumber: isNumberKey(key), uses: 0, isReason: undefined, headlines: new Set() }
}

function themeDivisor(inList: number): number {
  return 1 + themeDiscount * Math.log2(Math.min(inList, maxInList))
}

function newHeadline(list: RankedList, index: number, own: Pick<Headline, 'words' | 'weights'>): Headline {
  const item = list.items[index] ?? noItem
  const totalWeight = own.weights.reduce((sum, weight) => sum + weight, 0)
  return {
    ...own,
    list,
    item,
    rank: index + 1,
    script: scriptOf(item.title),
    totalWeight,
    similar: new Map(),
    chain: undefined,
    order: 0,
  }
}

/** Items may have other heat values and addresses than before. */
function moveTo(headline: Headline, list: RankedList, index: number): Headline {
  headline.list = list
  headline.item = list.items[index] ?? noItem
  headline.rank = index + 1
  return headline
}

function hasSameTitles(known: readonly Headline[], { items }: RankedList): boolean {
  return known.length === items.length && known.every(({ item }, index) => item.title === items[index]?.title)
}

/**
 * Decides by the words as they are used now, so that it does not matter in which order lists changed: in a flood of headlines of few
 * words, as of weather alarms, only rarer words are reasons. Returns the words of which that was decided differently before, and forgets those
 * that no list has.
 */
function decideReasons(all: Words): ReadonlySet<Word> {
  for (const [key, { uses }] of all) if (uses === 0) all.delete(key)
  const words = [...all.values()]
  const squares = new Float64Array(maxUses + 1)
  for (const { uses, weight } of words)
    if (uses <= maxUses && weight >= leastReasonWeight) squares[uses] = (squares[uses] ?? 0) + uses * uses
  let sum = 0
  const tooMany = squares.findIndex((square) => {
    sum += square
    return sum > maxSquares
  })
  const mostUses = tooMany === -1 ? maxUses : tooMany - 1
  const changed = new Set<Word>()
  for (const word of words) {
    const isReason = word.uses <= mostUses && word.weight >= leastReasonWeight
    if (word.isReason === !isReason) changed.add(word)
    word.isReason = isReason
  }
  return changed
}

function headlinesWith(words: ReadonlySet<Word>, lists: ReadonlyMap<string, readonly Headline[]>): Set<Headline> {
  const has = (headline: Headline) => headline.words.some((word) => words.has(word))
  return new Set(words.size === 0 ? [] : [...lists.values()].flatMap((known) => known.filter(has)))
}

function withSimilar(changed: ReadonlySet<Headline>): Set<Headline> {
  return new Set([...changed].flatMap((headline) => [headline, ...headline.similar.keys()]))
}

/** Finds the headlines that are similar among those compared before, and lets it be found by others. Returns how many words it looked at. */
function compare(headline: Headline, changed: Set<Headline>): number {
  const reasons = headline.words.filter(({ isReason }) => isReason)
  const candidates = new Set(reasons.flatMap(({ headlines }) => [...headlines]))
  for (const other of candidates) {
    const own = ownSimilarity(headline, other)
    if (own < leastSimilar || !mayBeJoined(headline, other)) continue
    const [first, second] = compareOrder(headline, other) < 0 ? [headline, other] : [other, headline]
    const similarity = { first, second, own, total: 0 }
    headline.similar.set(other, similarity)
    other.similar.set(headline, similarity)
    changed.add(other)
  }
  changed.add(headline)
  for (const { headlines } of reasons) headlines.add(headline)
  return (1 + candidates.size) * headline.words.length
}

/** The opposite of `compare`. */
function separate(headline: Headline, changed: Set<Headline>): void {
  for (const other of headline.similar.keys()) {
    other.similar.delete(headline)
    changed.add(other)
  }
  headline.similar.clear()
  changed.add(headline)
  for (const { headlines } of headline.words) headlines.delete(headline)
}

/**
 * False for the bare title of a work, as of a list of films, and a headline that names it neither in 《》 nor as a whole; and for sentences
 * in two scripts, which have only a name in common.
 */
function mayBeJoined(one: Headline, other: Headline): boolean {
  if (one.script !== other.script && one.script && other.script) return false
  return (!one.list.isOfWorks || names(other, titleOf(one))) && (!other.list.isOfWorks || names(one, titleOf(other)))
}

function titleOf({ item: { title } }: Headline): string {
  return /《([^《》]+)》/.exec(title)?.[1] ?? title
}

function names({ item: { title } }: Headline, work: string): boolean {
  const named = [...title.matchAll(/《([^《》]+)》/g)].map(([, name = '']) => name)
  // 《…》 may have a season or a subtitle too.
  return [title, ...named, ...named.flatMap((name) => name.split(/[\s：:·]/, 1))].some(
    (name) => lettersOf(name) === lettersOf(work),
  )
}

function lettersOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
