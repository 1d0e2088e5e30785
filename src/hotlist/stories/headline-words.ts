// Cuts a headline into comparable words: pairs of Chinese characters, Latin words and numbers, with a weight for how much each tells.
import { foldTitle } from '../../parsing/fold-title.ts'
import common from './common-words.json' with { type: 'json' }

export interface HeadlineWord {
  /** Folded: `3名`, `tiktok`, `#20`. */
  readonly key: string
  /** Where it begins in the headline. */
  readonly at: number
  readonly length: number
  readonly isNumber: boolean
}

const pieces = /[a-z][a-z&.'+-]*|\d+(?:[.:-]\d+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+/g
const numeralBeforeWord = /[二两三四五六七八九](?=[\u3400-\u9fff])/g
const digits: Readonly<Record<string, string>> = {
  ...{ 二: '2', 两: '2', 三: '3', 四: '4', 五: '5' },
  ...{ 六: '6', 七: '7', 八: '8', 九: '9' },
}
const isDigit = /^\d/
const isLatin = /^[a-z]/

/** In the order of the headline. Adjacent pairs of characters overlap: `地震了` is `地震`, `震了`. */
export function headlineWords(headline: string): HeadlineWord[] {
  const folded = foldTitle(headline).replace(numeralBeforeWord, (numeral) => digits[numeral] ?? numeral)
  return [...folded.matchAll(pieces)].flatMap(({ 0: piece, index: at }) => {
    const isNumber = isDigit.test(piece)
    if (!isNumber && !isLatin.test(piece)) return pairsOf(piece, at)
    const key = isNumber ? `#${piece.replaceAll('-', ':')}` : piece.replaceAll(/[&.'+-]/g, '')
    const word = { key, at, length: piece.length, isNumber }
    // `3名` and `A股` are words too.
    return piece.length === 1 ? [word, ...pairsOf(folded.slice(at, at + 2), at)] : [word]
  })
}

const endsChinese = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]$/

function pairsOf(text: string, at: number): HeadlineWord[] {
  const pairs: HeadlineWord[] = []
  for (let start = 0; start + 1 < text.length; start += 1) {
    const key = text.slice(start, start + 2)
    if (endsChinese.test(key)) pairs.push({ key, at: at + start, length: 2, isNumber: false })
  }
  return pairs
}

/** The share of headlines with a number of so many digits. */
const numberShares = [0.05, 0.01, 0.002]
/** What is rarer counts as this rare. */
const leastShare = 0.0005
/** What a word tells about the happening is less than its rarity: subtracted from it. */
const commonness = 1.5
const leastWeight = 0.1

const counts = new Map<string, number>()
for (const [count, words] of Object.entries(common.pairs))
  for (let at = 0; at < words.length; at += 2) counts.set(words.slice(at, at + 2), Number(count))
for (const [count, words] of Object.entries(common.others))
  for (const word of words.split(' ')) counts.set(word, Number(count))

/** The rarer among headlines, the heavier: from 0.1 to 6.1. */
export function wordWeight({ key, isNumber }: Pick<HeadlineWord, 'key' | 'isNumber'>): number {
  const counted = (counts.get(key) ?? 0) / common.headlines
  const ofNumber = isNumber ? (numberShares[key.replaceAll(/\D/g, '').length - 1] ?? 0) : 0
  return Math.max(leastWeight, -Math.log(Math.max(counted, ofNumber, leastShare)) - commonness)
}
