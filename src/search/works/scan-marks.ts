// Finds the marks of a title: one pass over the folded title, at each place the first pattern or word that fits.
import { languageAt } from './language-marks.ts'
import type { Mark } from './mark.ts'
import { patternsAt } from './patterns.ts'
import { isIdeograph, isLetterOrDigit, wordAt } from './word-marks.ts'

/** The marks of a folded title in their order; they do not overlap. */
export function scanMarks(text: string): Mark[] {
  const marks: Mark[] = []
  let lastEnd = 0
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const isLatin = isLetterOrDigit(code)
    // Inside a Latin word only a mark can end and another begin: 4KHDR.
    const edge = at === 0 || lastEnd === at || !isWordCharacter(text.charCodeAt(at - 1))
    const afterIdeograph = at > 0 && isIdeograph(text.charCodeAt(at - 1))
    const mark = !isLatin || edge || afterIdeograph ? markAt(text, at, edge || (isLatin && afterIdeograph)) : undefined
    if (mark === undefined) {
      at = isLatin ? endOfLatin(text, at) : at + 1
      continue
    }
    marks.push(mark)
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
  while (end < text.length && isLetterOrDigit(text.charCodeAt(end))) end += 1
  return end
}

function markAt(text: string, at: number, edge: boolean): Mark | undefined {
  for (const { name, form, numbers } of patternsAt(text.charAt(at))) {
    form.lastIndex = at
    const match = form.exec(text)
    if (match === null) continue
    const { skip = '', ...groups } = match.groups ?? {}
    const span = { name, start: at + skip.length, end: form.lastIndex }
    return numbers === undefined ? span : { ...span, numbers: numbers(groups) }
  }
  const languageEnd = languageAt(text, at)
  if (languageEnd !== undefined) return { name: 'language', start: at, end: languageEnd }
  const found = wordAt(text, at, edge)
  if (found === undefined) return undefined
  const { word, end } = found
  const span = { name: word.name, start: at, end }
  return word.kind === undefined ? span : { ...span, kind: word.kind }
}
