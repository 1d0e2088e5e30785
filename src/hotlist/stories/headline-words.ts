// Cuts a headline into comparable words: pairs of Chinese characters, Latin words and numbers, with a weight for how much each tells.
import { foldTitle } from '../../parsing/fold-title.ts'
import common from './common-words.json' with { type: 'json' }

/** The folded text of a word: `tiktok`, `#20`; pairs such as `3名` as a number, which is found faster. */
export type WordKey = string | number

/** Takes a word and where in the headline it stands. */
type TakeWord = (key: WordKey, start: number, end: number) => void

const pieces = /[a-z][a-z&.'+-]*|\d+(?:[.:-]\d+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+/g
const numeralBeforeWord = /[二两三四五六七八九](?=[\u3400-\u9fff])/g
const digits: Readonly<Record<string, string>> = {
  ...{ 二: '2', 两: '2', 三: '3', 四: '4', 五: '5' },
  ...{ 六: '6', 七: '7', 八: '8', 九: '9' },
}
const isLatin = /^[a-z]/
const isChinese = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/

/** Gives the words in their order. Adjacent pairs of characters overlap: `地震了` is `地震`, `震了`. */
export function readWords(headline: string, take: TakeWord): void {
  const folded = foldTitle(headline).replace(numeralBeforeWord, (numeral) => digits[numeral] ?? numeral)
  for (const { 0: piece, index: start } of folded.matchAll(pieces)) {
    const end = start + piece.length
    if (isChinese.test(piece)) {
      for (let at = start; at + 1 < end; at += 1) take(pairKey(folded, at), at, at + 2)
      continue
    }
    take(isLatin.test(piece) ? piece.replaceAll(/[&.'+-]/g, '') : `#${piece.replaceAll('-', ':')}`, start, end)
    // `3名` and `A股` are words too.
    if (piece.length === 1 && isChinese.test(folded.charAt(end))) take(pairKey(folded, start), start, end + 1)
  }
}

/** Two characters; a small integer of the engine. */
function pairKey(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1)
}

export function isNumberKey(key: WordKey | undefined): key is `#${string}` {
  return typeof key === 'string' && key.startsWith('#')
}

/** The share of headlines with a number of so many digits. */
const numberShares = [0.05, 0.01, 0.002]
/** What is rarer counts as this rare. */
const leastShare = 0.0005
/** What a word tells about the event is less than its rarity: subtracted from it. */
const commonness = 1.5
const leastWeight = 0.1

/** Of words that are counted. */
const weights = new Map<WordKey, number>()
for (const [count, words] of Object.entries(common.pairs))
  for (let at = 0; at < words.length; at += 2)
    weights.set(pairKey(words, at), weightOf(Number(count) / common.headlines))
for (const [count, words] of Object.entries(common.others))
  for (const word of words.split(' ')) weights.set(word, weightOf(Number(count) / common.headlines))

function weightOf(share: number): number {
  return Math.max(leastWeight, -Math.log(Math.max(share, leastShare)) - commonness)
}

const numberWeights = numberShares.map(weightOf)
const rarest = weightOf(0)

/** The rarer among headlines, the heavier: from 0.1 to 6.1. */
export function wordWeight(key: WordKey): number {
  const counted = weights.get(key) ?? rarest
  return isNumberKey(key) ? Math.min(counted, numberWeights[key.replaceAll(/\D/g, '').length - 1] ?? rarest) : counted
}
