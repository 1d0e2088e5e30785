// The part of a keyword that can be the name of a work, without the words that only describe files.
import { foldText } from '../../contract/fold-text.ts'
import { compactOf } from './recognise.ts'
import { scanMarks } from './scan-marks.ts'

/**
 * The words of a keyword that can name a work, folded, without blanks: `三体` of `三体 2023 4K`. `''` if all of them describe files, such as
 * `4K`, `有声书` and `全12集`. A year alone can be a name: 1984.
 */
export function searchedName(kw: string): string {
  const words = foldText(kw)
    .split(' ')
    .filter((word) => word !== '')
  const names = words.filter((word) => !isDescription(word))
  return compactOf((names.length > 0 ? names : words.filter(isYear)).join(''))
}

function isDescription(word: string): boolean {
  return scanMarks(word).reduce((sum, { start, end }) => sum + end - start, 0) === word.length
}

function isYear(word: string): boolean {
  return scanMarks(word).some(({ name }) => name === 'year')
}
