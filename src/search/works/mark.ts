// The pieces of a title that describe a file, and the numbers in them.

import table from './marks.json' with { type: 'json' }

const numberMarks = ['year', 'years', 'season', 'part', 'episodes', 'size', 'version', 'kind'] as const
/** Groups of words under `kinds` of `marks.json`. */
export type KindWord = keyof typeof table.kinds
export type MarkName = keyof typeof table.marks | (typeof numberMarks)[number]

/** What a piece of a title says. */
export interface Meaning {
  readonly name: MarkName
  /** The kind that the word means, for marks with the name `kind`. */
  readonly kind: KindWord | undefined
}

/** The meaning of words or forms in a table under this name. */
export function meaningOf(name: string): Meaning {
  if (isKindWord(name)) return { name: 'kind', kind: name }
  if (isMarkName(name)) return { name, kind: undefined }
  throw new TypeError(`no mark and no kind has the name ${name}`)
}

function isKindWord(name: string): name is KindWord {
  return Object.hasOwn(table.kinds, name)
}

function isMarkName(name: string): name is MarkName {
  return Object.hasOwn(table.marks, name) || numberMarks.some((known) => known === name)
}

/** A piece of a title from `start` up to `end`. */
export interface TitleMark extends Meaning {
  readonly start: number
  readonly end: number
  /** The year, the seasons, the number of a part, the year of an episode; empty for all seasons. */
  readonly numbers: readonly number[] | undefined
  /** A number without a word for what it counts. */
  readonly isBare?: boolean | undefined
}

const chineseDigits = '零一二三四五六七八九'
const maxNumbers = 100
/** In Latin letters; in single characters, also those of cheques: 误杀叁. */
const numerals = new Map(
  [
    'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi'.split(' '),
    'one two three four five six seven eight nine ten'.split(' '),
    'first second third fourth fifth'.split(' '),
    [...'ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻ'],
    [...'壹贰叁肆'],
  ].flatMap((row) => row.map((text, index) => [text, index + 1] as const)),
)

/** The number that `12`, `十二`, `两`, `two`, `XII` or `Ⅻ` (lower case) stands for; undefined for anything else. */
export function readNumeral(text: string): number | undefined {
  if (isDigit(text.charCodeAt(0))) return /^\d{1,5}$/.test(text) ? Number(text) : undefined
  return numerals.get(text) ?? (isIdeograph(text.charCodeAt(0)) ? readChinese(text) : undefined)
}

/** Up to 999. Of 二〇 and the like, which titles do not use, the last digit counts. */
function readChinese(text: string): number | undefined {
  if (!/^[零一二三四五六七八九十百两]{1,7}$/.test(text)) return undefined
  let total = 0
  let digit: number | undefined
  for (const character of text) {
    const unit = character === '十' ? 10 : Number(character === '百') * 100
    if (unit > 0) total += (digit ?? 1) * unit
    digit = unit > 0 ? undefined : Math.max(chineseDigits.indexOf(character.replace('两', '二')), 0)
  }
  return total + (digit ?? 0)
}

/** All whole numbers from `first` to `last`, at most a hundred. */
export function numbersBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.min(Math.max(last - first + 1, 0), maxNumbers) }, (_, index) => first + index)
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** ASCII letters and digits, and what stands inside Latin words. */
export function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || isDigit(code) || code === 0x27
}

export function isIdeograph(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff
}

export function hasIdeograph(text: string): boolean {
  return /[一-鿿]/.test(text)
}
