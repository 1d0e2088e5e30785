// Cuts a headline into words: pairs of Chinese characters, words in Latin letters and numbers.
import { foldText } from '../../contract/fold-text.ts'
import synonyms from './synonyms.json' with { type: 'json' }

export interface PlacedWord {
  /** `地震`, `tiktok`, `#20` */
  readonly key: string
  /** Where it stands in the headline. */
  readonly start: number
  readonly end: number
}

interface Part extends PlacedWord {
  readonly isChinese: boolean
}

/** By each further word of a set: its first. */
const firstOfSet = new Map(
  synonyms.flatMap((set) => {
    const [first = '', ...others] = set.split(' ')
    return others.map((other) => [other, first] as const)
  }),
)
const numerals = '二2两2三3四4五5六6七7八8九9'
const numeral = /[二两三四五六七八九](?=[\u3400-\u9fff])/g
/** A Chinese character; `4.6`, `10:30`, `2026-02-11`; `AT&T`. */
const part = /([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])|[0-9]+(?:[.:-][0-9]+)*|[a-z][a-z&.'+-]*/g
/** The further words of the sets by their first two characters. */
const synonymsByStart = Map.groupBy(firstOfSet.keys(), (word) => word.slice(0, 2))

/**
 * The words in their order, and the units: characters, words in Latin letters and numbers. Adjacent pairs of characters overlap: `地震了` is
 * `地震`, `震了`. Words of one meaning are one word.
 */
export function readWords(headline: string): { words: PlacedWord[]; units: Set<string> } {
  const words: PlacedWord[] = []
  const units = new Set<string>()
  let before: Part | undefined
  for (const one of partsOf(headline)) {
    const { key, start, end, isChinese } = one
    // `3名` and `A股` are words too.
    const isPair =
      before?.start === start || (before?.end === start && (before.isChinese || start === before.start + 1))
    if (before && isChinese && isPair) words.push({ key: before.key.slice(-1) + key, start: before.start, end })
    if (!isChinese) words.push(one)
    units.add(key)
    before = one
  }
  return { words, units }
}

function partsOf(headline: string): Part[] {
  const text = foldText(headline).replaceAll(numeral, (character) => numerals[numerals.indexOf(character) + 1] ?? '')
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, 1: character, index: start } of text.matchAll(part)) {
    if (start < end) continue
    const known = synonymsByStart.get(text.slice(start, start + 2))?.find((word) => text.startsWith(word, start))
    end = start + (known ?? found).length
    const isChinese = known !== undefined || character !== undefined
    for (const key of isChinese ? (firstOfSet.get(known ?? '') ?? found) : [keyOf(found)])
      parts.push({ key, start, end, isChinese })
  }
  return parts
}

function keyOf(found: string): string {
  return /^[0-9]/.test(found) ? `#${found.replaceAll('-', ':')}` : found.replaceAll(/[&.'+-]/g, '')
}

export function isNumber(key: string): boolean {
  return key.startsWith('#')
}

/** A headline of so many Latin words is a sentence, of fewer a name, which headlines in Chinese have too. */
const leastLatinWords = 4

/** The script of a sentence; undefined for a name in Latin letters, and for numbers. */
export function scriptOf(units: ReadonlySet<string>): 'chinese' | 'latin' | undefined {
  const others = [...units].filter((unit) => !isNumber(unit))
  if (others.some((unit) => unit > '\u3000')) return 'chinese'
  return others.length >= leastLatinWords ? 'latin' : undefined
}
