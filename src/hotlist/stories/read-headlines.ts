// Reads the headlines of a list: their words, and how much each weighs.
import { addHeadline, addText, type Corpus, rangeOf } from './corpus.ts'
import type { Headline } from './headline.ts'
import { scriptOf } from './headline-words.ts'
import { reasonWeightMin } from './reasons.ts'
import type { RankedItem, RankedList } from './story.ts'

/** A word that several headlines of one list have is the name of a theme, such as a film or a festival, and tells less. */
const themeDiscount = 0.2
const themeDivisors = Array.from({ length: 64 }, (_, inList) => 1 + themeDiscount * Math.log2(Math.max(inList, 1)))

/**
 * Reads the headlines of a list into the corpus. `known` are those that the list had before: a headline with the same title and the same
 * weights of its words is kept, because what it is similar to does not change.
 */
export function readHeadlines(list: RankedList, known: readonly Headline[], corpus: Corpus): Headline[] {
  const byTitle = Map.groupBy(known, ({ item }) => item.title)
  const read = list.items.map((item) => byTitle.get(item.title)?.shift() ?? readHeadline(item, list, corpus))
  for (const { number } of read) countInList(number, corpus)
  const headlines = read.map((headline, index) => {
    const isNew = headline.list === list
    // The same words weigh less where others of the list have them too.
    if (!isNew && hasSameWeights(headline.number, corpus)) return moveTo(headline, list, index)
    const added = isNew ? headline : readAgain(headline, list, corpus)
    weigh(added.number, corpus)
    return moveTo(added, list, index)
  })
  for (const { number } of headlines) forgetList(number, corpus)
  return headlines
}

const noItem: RankedItem = { id: '', title: '', url: '' }

/** Items may have other heat values and addresses than before. */
export function moveTo(headline: Headline, list: RankedList, index: number): Headline {
  headline.list = list
  headline.item = list.items[index] ?? noItem
  headline.rank = index + 1
  return headline
}

/** Reads the words; they have no weights yet. */
function readHeadline(item: RankedItem, list: RankedList, corpus: Corpus): Headline {
  const start = addText(item.title, corpus)
  const number = corpus.headlines.length
  const nothing = { similar: [], alone: undefined, chain: undefined, order: 0 }
  const headline = { list, item, rank: 0, script: scriptOf(item.title), number, ...nothing }
  addHeadline(headline, corpus)
  const { starts, ends } = corpus.byHeadline
  starts[number] = start
  ends[number] = corpus.positions
  return headline
}

function readAgain({ item, number }: Headline, list: RankedList, corpus: Corpus): Headline {
  const headline = readHeadline(item, list, corpus)
  corpus.byHeadline.hasRepeats[headline.number] = corpus.byHeadline.hasRepeats[number] ?? 0
  return headline
}

function countInList(number: number, corpus: Corpus): void {
  const { inList, lastText } = corpus.byWord
  const { words } = corpus.byPosition
  const { hasRepeats } = corpus.byHeadline
  const [start, end] = rangeOf(number, corpus)
  for (let at = start; at < end; at += 1) {
    const word = words[at] ?? 0
    if (lastText[word] === start) hasRepeats[number] = 1
    else inList[word] = (inList[word] ?? 0) + 1
    lastText[word] = start
  }
}

function forgetList(number: number, corpus: Corpus): void {
  const { inList, lastText } = corpus.byWord
  const { words } = corpus.byPosition
  const [start, end] = rangeOf(number, corpus)
  for (let at = start; at < end; at += 1) {
    const word = words[at] ?? 0
    inList[word] = 0
    lastText[word] = 0
  }
}

function weightInList(word: number, { byWord: { wordWeights, inList } }: Corpus): number {
  const headlines = Math.min(inList[word] ?? 1, themeDivisors.length - 1)
  return (wordWeights[word] ?? 0) / (themeDivisors[headlines] ?? 1)
}

function hasSameWeights(number: number, corpus: Corpus): boolean {
  const { words, weights } = corpus.byPosition
  const [start, end] = rangeOf(number, corpus)
  for (let at = start; at < end; at += 1) if (weights[at] !== weightInList(words[at] ?? 0, corpus)) return false
  return true
}

/** Weighs the words of a new headline. */
function weigh(number: number, corpus: Corpus): void {
  const { wordWeights, isNumber } = corpus.byWord
  const { words, weights, owners } = corpus.byPosition
  const { totalWeights, lightWeights, hasNumber } = corpus.byHeadline
  const [start, end] = rangeOf(number, corpus)
  for (let at = start; at < end; at += 1) {
    const word = words[at] ?? 0
    const weight = weightInList(word, corpus)
    weights[at] = weight
    owners[at] = number
    totalWeights[number] = (totalWeights[number] ?? 0) + weight
    if ((wordWeights[word] ?? 0) < reasonWeightMin) lightWeights[number] = (lightWeights[number] ?? 0) + weight
    if (isNumber[word] === 1) hasNumber[number] = 1
  }
}
