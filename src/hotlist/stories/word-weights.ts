// How rare words and characters are among headlines, counted once (fixtures/stories/README.md).
import common from './common-words.json' with { type: 'json' }
import { isNumber } from './headline.ts'

/** Rarer words count as this rare, since a count of so few headlines says no more. */
const leastShare = 0.0005
/** A single character is in many words, so its share is never less. */
const leastCharacterShare = 0.002
/** Subtracted from the rarity of a word: a word of every fifth headline tells nothing. */
const commonness = 1.5
const leastWeight = 0.1
/** The share of headlines with a number of so many digits. */
const numberShares = [0.05, 0.01, 0.002]
/** The counted pairs are those of at least two headlines, which have about two thirds of the characters. */
const uncounted = 1.5

const shares = new Map<string, number>()
/** By character: the share of headlines that have it, from the pairs that begin or end with it. */
const characters = new Map<string, number>()

for (const [count, text] of Object.entries(common.pairs)) readPairs(Number(count) / common.headlines, text)
for (const [count, words] of Object.entries(common.others)) readWords(Number(count), words)
// Estimates: the headlines that are counted are Chinese.
for (const [count, words] of Object.entries(common.english)) readWords(Number(count), words)

function readPairs(share: number, text: string): void {
  for (let at = 0; at < text.length; at += 2) {
    shares.set(text.slice(at, at + 2), share)
    for (const key of [`${text[at]}*`, `*${text[at + 1]}`]) characters.set(key, (characters.get(key) ?? 0) + share)
  }
}

function readWords(count: number, words: string): void {
  for (const word of words.split(' ')) if (!shares.has(word)) shares.set(word, count / common.headlines)
}

/** The rarer among headlines, the heavier: from 0.1 to 6.1. */
export function wordWeight(word: string): number {
  const digits = isNumber(word) ? word.replaceAll(/\D/g, '').length : 0
  const share = Math.max(shares.get(word) ?? 0, numberShares[digits - 1] ?? 0, leastShare)
  return Math.max(leastWeight, -Math.log(share) - commonness)
}

/** The share of headlines that have a unit: a Chinese character, a word in Latin letters or a number. */
export function unitShare(unit: string): number {
  if (unit.length > 1 || unit < '\u3000') return Math.exp(-wordWeight(unit) - commonness)
  const share = uncounted * Math.max(characters.get(`${unit}*`) ?? 0, characters.get(`*${unit}`) ?? 0)
  return Math.max(share, leastCharacterShare)
}
