// Tests whether folded texts have words.

/** A word of a keyword, folded, and the test whether a folded text has it. */
export interface SearchWord {
  readonly text: string
  readonly isIn: (folded: string) => boolean
}

/** The words of a folded keyword. */
export function searchWords(folded: string): readonly SearchWord[] {
  return folded.split(/\s/).flatMap((text) => (text === '' ? [] : { text, isIn: createWordTest(text) }))
}

/** Whether a folded text has all words, in any order. */
export function containsAll(folded: string, words: readonly SearchWord[]): boolean {
  return words.every(({ isIn }) => isIn(folded))
}

/**
 * Creates the test whether a folded text has a folded word, or several words one after the other, also with other punctuation within. A word
 * of an alphabet that is written otherwise is found only as a whole: `AV` is in `A·V`, not in `la·vie`. Of Chinese characters, one alone
 * beside punctuation must be all that stands there: `一生` is in `一·生`, not in `统一·生活`.
 */
export function createWordTest(word: string): (folded: string) => boolean {
  const hasGap = /[·\s]/.test(word)
  let pattern: RegExp | undefined
  return (folded) => {
    if (folded.includes(word)) return true
    if (!hasGap && !folded.includes('·')) return false
    pattern ??= new RegExp(wordPattern(word))
    return pattern.test(folded)
  }
}

const letter = 'a-zß-ԯ'
/** Letters that are written without blanks between words. */
const syllable = /[々ぁ-ヿ㐀-䶿一-鿿가-힣]/

/** The pattern of a folded word; `separator` matches one piece of punctuation. Digits stay apart: `1·5` is not `15`. */
export function wordPattern(word: string, separator = '·'): string {
  if (word.length === 1 && syllable.test(word)) return word
  let pattern = edgeOf(word.charAt(0), '<', separator)
  let before = ''
  let gap = ''
  for (const character of word) {
    if (/[·\s]/.test(character)) {
      gap = character
      continue
    }
    if (before !== '') pattern += between(gap, /\d{2}/.test(before + character), separator)
    pattern += escapedWord(character)
    before = character
    gap = ''
  }
  return pattern + edgeOf(before, '', separator)
}

/** The pattern of the word as it is. */
export function escapedWord(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function between(gap: string, isNumber: boolean, separator: string): string {
  if (gap === '') return isNumber ? '' : `(?:${separator})*`
  const some = `(?:${separator}|\\s)`
  return gap === '·' && !isNumber ? `${some}*` : `${some}+`
}

function edgeOf(character: string, direction: '<' | '', separator: string): string {
  if (/\d/.test(character)) return `(?${direction}!\\d)`
  if (syllable.test(character)) {
    const lone = direction === '<' ? `(?!.${separator})` : `(?<!${separator}.)`
    return `(?:(?${direction}!${syllable.source})|${lone})`
  }
  return new RegExp(`[${letter}]`).test(character) ? `(?${direction}!${`[${letter}]`})` : ''
}
