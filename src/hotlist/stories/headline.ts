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

const numerals = new Map(
  [...'二2两2三3四4五5六6七7八8九9'.matchAll(/(.)(.)/g)].map(([, from = '', to = '']) => [from, to]),
)
const numeral = /[二两三四五六七八九](?=[\u3400-\u9fff])/g
/** A Chinese character; `4.6`, `10:30`, `2026-02-11`; `AT&T`. */
const part = /([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])|([0-9]+(?:[.:-][0-9]+)*)|([a-z][a-z&.'+-]*)/g
/** The lengths of the words of the sets, the longest first. */
const lengths = [...new Set([...firstOfSet.keys()].map(({ length }) => length))].sort((a, b) => b - a)

/**
 * The words in their order, and the units: characters, words in Latin letters and numbers. Adjacent pairs of characters overlap: `地震了` is
 * `地震`, `震了`. Words of one meaning are one word.
 */
export function readWords(headline: string): { words: PlacedWord[]; units: Set<string> } {
  const words: PlacedWord[] = []
  const units = new Set<string>()
  let before: Part | undefined
  for (const one of partsOf(headline)) {
    const isAdjacent = before && (before.end === one.start || before.start === one.start)
    // `3名` and `A股` are words too.
    if (before && isAdjacent && one.isChinese && (before.isChinese || before.end === before.start + 1))
      words.push({ key: before.key.slice(-1) + one.key, start: before.start, end: one.end })
    if (!one.isChinese) words.push(one)
    units.add(one.key)
    before = one
  }
  return { words, units }
}

function partsOf(headline: string): Part[] {
  const text = foldText(headline).replaceAll(numeral, (character) => numerals.get(character) ?? character)
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, 1: character, index: start } of text.matchAll(part)) {
    if (start < end) continue
    const known = synonymAt(text, start)
    end = start + (known ?? found).length
    const place = { start, end, isChinese: character !== undefined || known !== undefined }
    if (place.isChinese) for (const key of firstOfSet.get(known ?? '') ?? found) parts.push({ key, ...place })
    else parts.push({ key: keyOf(found), ...place })
  }
  return parts
}

function keyOf(found: string): string {
  return /^[0-9]/.test(found) ? `#${found.replaceAll('-', ':')}` : found.replaceAll(/[&.'+-]/g, '')
}

function synonymAt(text: string, start: number): string | undefined {
  return lengths.map((length) => text.slice(start, start + length)).find((word) => firstOfSet.has(word))
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
