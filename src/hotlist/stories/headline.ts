// Cuts a headline into words: pairs of Chinese characters, words in Latin letters and numbers.
import { foldText } from '../../contract/fold-text.ts'
import synonyms from './synonyms.json' with { type: 'json' }

export interface PlacedWord {
  /** `地震`, `tiktok`, `#20` */
  readonly key: string
  /** Where it stands in the headline. */
  readonly start: number
  readonly end: number
  readonly isChinese: boolean
}

/** By the first character: the further words of the sets, each with the first word of its set. */
const synonymsByStart = Map.groupBy(
  synonyms.flatMap((set) => {
    const [first = '', ...others] = set.split(' ')
    return others.map((word) => ({ word, first }))
  }),
  ({ word }) => word[0],
)
const numerals = '二2两2三3四4五5六6七7八8九9'
const numeral = /[二两三四五六七八九](?=[\u3400-\u9fff])/g
const chinese = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/
/** `4.6`, `10:30`, `2026-02-11`; `AT&T`. */
const other = /[0-9]+(?:[.:-][0-9]+)*|[a-z][a-z&.'+-]*/y

/**
 * The words in their order, and the units: characters, words in Latin letters and numbers. Adjacent pairs of characters overlap: `地震了` is
 * `地震`, `震了`. Words of one meaning are one word.
 */
export function readWords(headline: string): { words: PlacedWord[]; units: Set<string> } {
  const words: PlacedWord[] = []
  const units = new Set<string>()
  let before: PlacedWord | undefined
  for (const one of partsOf(headline)) {
    const { key, start, end, isChinese } = one
    // `3名` and `A股` are words too.
    const isPair =
      before?.start === start || (before?.end === start && (before.isChinese || start === before.start + 1))
    if (!isChinese) words.push(one)
    else if (before && isPair) words.push({ key: before.key.slice(-1) + key, start: before.start, end, isChinese })
    units.add(key)
    before = one
  }
  return { words, units }
}

/** Without match objects, which take half of the time. */
function partsOf(headline: string): PlacedWord[] {
  const text = foldText(headline).replaceAll(numeral, (character) => numerals[numerals.indexOf(character) + 1] ?? '')
  const parts: PlacedWord[] = []
  for (let start = 0, end = 0; start < text.length; start = Math.max(start + 1, end)) {
    const character = text.charAt(start)
    const synonym = synonymsByStart.get(character)?.find(({ word }) => text.startsWith(word, start))
    const isChinese = synonym !== undefined || chinese.test(character)
    other.lastIndex = start
    if (!isChinese && !other.test(text)) continue
    end = isChinese ? start + (synonym?.word ?? character).length : other.lastIndex
    const keys = isChinese ? (synonym?.first ?? character) : [keyOf(text.slice(start, end))]
    for (const key of keys) parts.push({ key, start, end, isChinese })
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
  let latinWords = 0
  for (const unit of units) {
    if (unit > '\u3000') return 'chinese'
    latinWords += Number(!isNumber(unit))
  }
  return latinWords >= leastLatinWords ? 'latin' : undefined
}

/** The letters and digits of a title. */
export function lettersOf(title: string): string {
  return foldText(title).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
