// Cuts a headline into comparable words: pairs of Chinese characters, Latin words and numbers, with a weight for how much each tells.
import { foldText } from '../../contract/fold-text.ts'
import common from './common-words.json' with { type: 'json' }

/** The folded text of a word: `tiktok`, `#20`; pairs such as `3名` as a number, which is found faster. */
export type WordKey = string | number

/** Takes a word and where in the headline it stands. */
type TakeWord = (key: WordKey, start: number, end: number) => void

/** The kind of word that a UTF-16 code unit may be part of; 0: none. */
const kinds = new Uint8Array(0x10000)
const [latin, digit, chinese] = [1, 2, 3]
for (const [range, kind] of [
  ['az', latin],
  ['09', digit],
  ['\u3040\u30ff', chinese],
  ['\u3400\u9fff', chinese],
  ['\uac00\ud7a3', chinese],
] as const)
  kinds.fill(kind, range.charCodeAt(0), range.charCodeAt(1) + 1)
const firstIdeograph = 0x3400
const lastIdeograph = 0x9fff

/** The digit that a numeral stands for. */
const digits = new Uint16Array(0x10000)
for (const pair of '二2 两2 三3 四4 五5 六6 七7 八8 九9'.split(' ')) digits[pair.charCodeAt(0)] = pair.charCodeAt(1)

/** Characters that may stand within Latin words, and between the digits of a number. */
const [betweenLetters, betweenDigits] = [codesOf("&.'+-"), codesOf('.:-')]

function codesOf(text: string): ReadonlySet<number> {
  return new Set([...text].map((character) => character.charCodeAt(0)))
}

/** Gives the words in their order. Adjacent pairs of characters overlap: `地震了` is `地震`, `震了`. */
export function readWords(headline: string, take: TakeWord): void {
  const codes = codesWithDigits(headline)
  for (let start = 0, end = 0; start < codes.length; start = end) {
    const kind = kinds[codes[start] ?? 0]
    end = start + 1
    if (kind === latin || kind === digit) {
      end = kind === latin ? endOfLatin(codes, end) : endOfNumber(codes, end)
      take(keyOf(codes.slice(start, end), kind), start, end)
    }
    // `3名` and `A股` are words too.
    if (kind && end === start + 1 && kinds[codes[end] ?? 0] === chinese) take(pairKey(codes, start), start, end + 1)
  }
}

/** Folded; `三名` as `3名`. */
function codesWithDigits(headline: string): number[] {
  const codes = foldedCodes(headline)
  for (let at = 0; at + 1 < codes.length; at += 1) {
    const next = codes[at + 1] ?? 0
    if (next >= firstIdeograph && next <= lastIdeograph) codes[at] = digits[codes[at] ?? 0] || (codes[at] ?? 0)
  }
  return codes
}

/** The UTF-16 code units of the folded text. */
function foldedCodes(text: string): number[] {
  const folded = foldText(text)
  return Array.from({ length: folded.length }, (_, at) => folded.charCodeAt(at))
}

function endOfLatin(codes: readonly number[], from: number): number {
  let end = from
  while (kinds[codes[end] ?? 0] === latin || betweenLetters.has(codes[end] ?? 0)) end += 1
  return end
}

/** `20`, `4.6`, `10:30`, `2026-02-11` */
function endOfNumber(codes: readonly number[], from: number): number {
  let end = from
  const isDigit = (at: number) => kinds[codes[at] ?? 0] === digit
  while (isDigit(end) || (betweenDigits.has(codes[end] ?? 0) && isDigit(end + 1))) end += 1
  return end
}

function keyOf(codes: readonly number[], kind: number): string {
  const piece = String.fromCharCode(...codes)
  return kind === latin ? piece.replaceAll(/[&.'+-]/g, '') : `#${piece.replaceAll('-', ':')}`
}

/** A headline of so many Latin words is a sentence, of fewer a name, which headlines in Chinese have too. */
const leastLatinWords = 4

/** The script of a sentence; undefined for a name in Latin letters, and for numbers. */
export function scriptOf(headline: string): 'chinese' | 'latin' | undefined {
  const codes = foldedCodes(headline)
  if (codes.some((code) => kinds[code] === chinese)) return 'chinese'
  let words = 0
  readWords(headline, (key) => {
    if (!isNumberKey(key)) words += 1
  })
  return words >= leastLatinWords ? 'latin' : undefined
}

/** Two characters; a small integer of the engine. */
function pairKey(codes: readonly number[], at: number): number {
  return ((codes[at] ?? 0) << 16) | (codes[at + 1] ?? 0)
}

export function isNumberKey(key: WordKey | undefined): key is `#${string}` {
  return typeof key === 'string' && key.startsWith('#')
}

/** The share of headlines with a number of so many digits. */
const numberShares = [0.05, 0.01, 0.002]
/** Rarer words count as this rare. */
const leastShare = 0.0005
/** Subtracted from the rarity of a word: its weight for the event is smaller than its rarity. */
const commonness = 1.5
const leastWeight = 0.1

/** The weights of counted words. */
const weights = new Map<WordKey, number>()
for (const [count, words] of Object.entries(common.pairs)) {
  const codes = foldedCodes(words)
  for (let at = 0; at < codes.length; at += 2)
    weights.set(pairKey(codes, at), weightOf(Number(count) / common.headlines))
}
for (const [count, words] of Object.entries(common.others))
  for (const word of words.split(' ')) weights.set(word, weightOf(Number(count) / common.headlines))

// Estimates, not counted: the headlines that are counted are Chinese.
for (const [count, words] of Object.entries(common.english))
  for (const word of words.split(' '))
    if (!weights.has(word)) weights.set(word, weightOf(Number(count) / common.headlines))

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
