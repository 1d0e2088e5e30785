// Finds the marks of a title: one pass over the folded title, at each place the first pattern or word that fits.
import { isIdeograph } from './ideographs.ts'
import { languageAt, languageStarts } from './language-marks.ts'
import type { TitleMark } from './mark.ts'
import type { Pattern } from './pattern.ts'
import { patternStarts, patternsAt } from './patterns.ts'
import { isLetterOrDigit, wordAt, wordStarts } from './word-marks.ts'

const pattern = 1
const language = 2
const chineseWord = 4
/** By code: which marks can begin with the character. Most characters of a title begin none. */
const starts = new Uint8Array(0x10000)
for (const [kind, characters] of [
  [pattern, patternStarts],
  [language, languageStarts],
  [chineseWord, wordStarts],
] as const) {
  for (const character of characters) starts[character.charCodeAt(0)] = (starts[character.charCodeAt(0)] ?? 0) | kind
}

/** The marks of a folded title in their order; they do not overlap. */
export function scanMarks(text: string): TitleMark[] {
  const marks: TitleMark[] = []
  let lastEnd = 0
  let isAfterTitle = false
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const isLatin = isLetterOrDigit(code)
    if (!isLatin && starts[code] === 0) {
      isAfterTitle ||= isIdeograph(code)
      at += 1
      continue
    }
    // Inside a Latin word only a mark can end and another begin: 4KHDR.
    const edge = at === 0 || lastEnd === at || !isWordCharacter(text.charCodeAt(at - 1))
    const afterIdeograph = at > 0 && isIdeograph(text.charCodeAt(at - 1))
    isAfterTitle ||= afterIdeograph || lastEnd > 0
    const end = addMarks(marks, text, at, { edge: edge || (isLatin && afterIdeograph), isAfterTitle })
    if (end === undefined) {
      at = isLatin ? endOfLatin(text, at) : at + 1
      continue
    }
    at = end
    lastEnd = end
  }
  return marks
}

function isWordCharacter(code: number): boolean {
  return isLetterOrDigit(code) || isIdeograph(code)
}

/** The next place within a Latin word where a mark can begin: its end, or where letters and digits meet. */
function endOfLatin(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && isLetterOrDigit(text.charCodeAt(end)) && !isGluedYear(text, end)) end += 1
  return end
}

const gluedYear = /20[0-3]\d(?![a-z\d])/y

/** Office2021 */
function isGluedYear(text: string, at: number): boolean {
  if (text.charAt(at) !== '2' || isDigit(text.charCodeAt(at - 1))) return false
  gluedYear.lastIndex = at
  return gluedYear.test(text)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

interface Place {
  /** Nothing stands before it, or a mark. */
  readonly edge: boolean
  readonly isAfterTitle: boolean
}

/** Adds the mark at a place, several if its word has several meanings. Returns where it ends. */
function addMarks(marks: TitleMark[], text: string, at: number, { edge, isAfterTitle }: Place): number | undefined {
  const code = text.charCodeAt(at)
  const kinds = starts[code] ?? 0
  const numbered = kinds & pattern ? markOf(patternsAt(text, at), text, at) : undefined
  if (numbered !== undefined) {
    marks.push(numbered)
    return numbered.end
  }
  const languageEnd = kinds & language ? languageAt(text, at, edge) : undefined
  if (languageEnd !== undefined) {
    marks.push({ name: 'language', start: at, end: languageEnd, numbers: undefined, kind: undefined })
    return languageEnd
  }
  const found = kinds & chineseWord || (edge && isLetterOrDigit(code)) ? wordAt(text, at, edge) : undefined
  if (found === undefined || (found.word.isWeak && !isAfterTitle)) return undefined
  const { word, end } = found
  for (const name of word.names) marks.push({ name, start: at, end, numbers: undefined, kind: word.kind })
  return end
}

/** The mark of the first of these patterns that fits. */
function markOf(patterns: readonly Pattern[], text: string, at: number): TitleMark | undefined {
  for (const { form, name, numbers, kind } of patterns) {
    form.lastIndex = at
    const match = form.exec(text)
    if (match === null) continue
    const { groups = {} } = match
    const start = at + (groups.skip?.length ?? 0)
    return { name, start, end: form.lastIndex, numbers: numbers?.(groups), kind }
  }
  return undefined
}
