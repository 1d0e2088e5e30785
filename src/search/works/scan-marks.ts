// Finds the marks of a title: one pass over the folded title, at each place the first pattern or word that fits.
import { languageAt } from './language-marks.ts'
import type { TitleMark } from './mark.ts'
import { patternsAt } from './patterns.ts'
import { isIdeograph, isLetterOrDigit, wordAt } from './word-marks.ts'

/** The marks of a folded title in their order; they do not overlap. */
export function scanMarks(text: string): TitleMark[] {
  const marks: TitleMark[] = []
  let lastEnd = 0
  let isAfterTitle = false
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const isLatin = isLetterOrDigit(code)
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
function marksAt(text: string, at: number, edge: boolean, isAfterTitle: boolean): TitleMark[] {
  for (const pattern of patternsAt(text.charAt(at))) {
    const { form } = pattern
    form.lastIndex = at
    const match = form.exec(text)
    if (match === null) continue
    const { name, numbers } = pattern
    const { skip = '', ...groups } = match.groups ?? {}
    const span = { name, start: at + skip.length, end: form.lastIndex }
    return [numbers === undefined ? span : { ...span, numbers: numbers(groups) }]
  }
  const languageEnd = languageAt(text, at, edge)
  if (languageEnd !== undefined) return [{ name: 'language', start: at, end: languageEnd }]
  const found = wordAt(text, at, edge)
  if (found === undefined || (found.word.isWeak && !isAfterTitle)) return []
  const { word, end } = found
  return word.names.map((name) => ({ name, start: at, end, ...(word.kind === undefined ? {} : { kind: word.kind }) }))
}
