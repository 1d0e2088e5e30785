// Reads the headlines of a list: their words, and how much each weighs.
import type { Headline } from './headline.ts'
import { isNumberKey, readWords } from './headline-words.ts'
import { reasonWeightMin } from './reasons.ts'
import type { RankedItem, RankedList } from './story.ts'
import { useWord, type Vocabulary } from './vocabulary.ts'

/** A word that several headlines of one list have is the name of a theme, such as a film or a festival, and tells less. */
const themeDiscount = 0.2
const themeDivisors = Array.from({ length: 64 }, (_, inList) => 1 + themeDiscount * Math.log2(Math.max(inList, 1)))

/** Reads the headlines of a list. Words are taken from the vocabulary and added to it; the headlines are not added to the words. */
export function headlinesOf(list: RankedList, vocabulary: Vocabulary): Headline[] {
  const read = list.items.map(({ title }) => {
    const words: number[] = []
    readWords(title, (key) => words.push(useWord(key, vocabulary)))
    return words
  })
  const { inList } = vocabulary
  const withRepeats = new Set<readonly number[]>()
  for (const words of read)
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0
      if (words.indexOf(word) === at) inList[word] = (inList[word] ?? 0) + 1
      else withRepeats.add(words)
    }
  const headlines = read.map((words, index): Headline => {
    const weights = words.map((word) => weightInList(word, vocabulary))
    const [weight, lightWeight] = sumsOf(words, weights, vocabulary)
    const hasNumber = words.some((word) => isNumberKey(vocabulary.keys[word]))
    const item = list.items[index] ?? noItem
    const hasRepeats = withRepeats.has(words)
    return { list, item, rank: index + 1, words, weights, weight, lightWeight, hasNumber, hasRepeats, ...notCompared }
  })
  for (const words of read) for (const word of words) inList[word] = 0
  return headlines
}

const notCompared = { similar: undefined, faint: undefined, comparedWith: undefined, reasonWeight: 0, reasons: 0 }
const noItem: RankedItem = { id: '', title: '', url: '' }

function weightInList(word: number, { weights, inList }: Vocabulary): number {
  const headlines = Math.min(inList[word] ?? 1, themeDivisors.length - 1)
  return (weights[word] ?? 0) / (themeDivisors[headlines] ?? 1)
}

/** Of all words, and of those that are too light for a reason. */
function sumsOf(words: readonly number[], weights: readonly number[], vocabulary: Vocabulary): [number, number] {
  let [all, light] = [0, 0]
  for (let at = 0; at < words.length; at += 1) {
    const weight = weights[at] ?? 0
    all += weight
    if ((vocabulary.weights[words[at] ?? 0] ?? 0) < reasonWeightMin) light += weight
  }
  return [all, light]
}
