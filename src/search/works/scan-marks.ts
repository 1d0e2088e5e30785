// Finds the marks of a title: one pass over the folded title, at each place the first pattern or word that fits.
import { languageAt, languageStarts } from './language-marks.ts'
import type { TitleMark } from './mark.ts'
import { patternStarts, patternsAt } from './patterns.ts'
import { isIdeograph, isLetterOrDigit, wordAt, wordStarts } from './word-marks.ts'

/** By code: whether a mark can begin with the character. Most characters of a title cannot. */
const starts = new Uint8Array(0x10000)
for (const character of [...languageStarts, ...patternStarts, ...wordStarts]) starts[character.charCodeAt(0)] = 1

const noMarks: readonly TitleMark[] = []

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
    const found = marksAt(text, at, edge || (isLatin && afterIdeograph), isAfterTitle)
    const [mark] = found
    if (mark === undefined) {
      at = isLatin ? endOfLatin(text, at) : at + 1
      continue
    }
    marks.push(...found)
    at = mark.end
    lastEnd = at
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

/** The mark at a place; several if its word has several meanings. */
function marksAt(text: string, at: number, edge: boolean, isAfterTitle: boolean): readonly TitleMark[] {
  for (const pattern of patternsAt(text, at)) {
    const { form } = pattern
    form.lastIndex = at
    const match = form.exec(text)
    if (match === null) continue
    const { groups = {} } = match
    const mark = { name: pattern.name, start: at + (groups.skip?.length ?? 0), end: form.lastIndex }
    if (pattern.numbers !== undefined) return [{ ...mark, numbers: pattern.numbers(groups) }]
    return [pattern.kind === undefined ? mark : { ...mark, kind: pattern.kind }]
  }
  const languageEnd = languageAt(text, at, edge)
  if (languageEnd !== undefined) return [{ name: 'language', start: at, end: languageEnd }]
  const found = wordAt(text, at, edge)
  if (found === undefined || (found.word.isWeak && !isAfterTitle)) return noMarks
  const { word, end } = found
  const { kind } = word
  return word.names.map((name) => (kind === undefined ? { name, start: at, end } : { name, start: at, end, kind }))
}
