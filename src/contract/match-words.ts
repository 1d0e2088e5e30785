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
  let steps: readonly Step[] | undefined
  return (folded) => {
    if (folded.includes(word)) return true
    if (!hasGap && !folded.includes('·')) return false
    steps ??= stepsOf(word)
    return locate(folded, steps, { from: 0, isSeparator: isGap }) !== undefined
  }
}

type IsSeparator = (character: string) => boolean

function isGap(character: string): boolean {
  return character === '·'
}

/**
 * Finds a folded word at or after `from` in a text that still has its punctuation, whose pieces `isSeparator` knows. Undefined if it has no such
 * word.
 */
export function findWord(
  text: string,
  word: string,
  place: { readonly from: number; readonly isSeparator: IsSeparator },
): readonly [start: number, end: number] | undefined {
  return locate(text, stepsOf(word), place)
}

/** A character of a word, and what may stand before it: nothing, separators, separators and blanks, or at least one of these. */
interface Step {
  readonly character: string
  readonly gap: 'none' | 'separators' | 'any' | 'some'
}

function stepsOf(word: string): Step[] {
  const steps: Step[] = []
  let before = ''
  let between = ''
  for (const character of word) {
    if (/[·\s]/.test(character)) {
      between = character
      continue
    }
    steps.push({ character, gap: before === '' ? 'none' : gapOf(between, /\d{2}/.test(before + character)) })
    before = character
    between = ''
  }
  return steps
}

/** Digits stay apart: `1·5` is not `15`. */
function gapOf(between: string, isNumber: boolean): Step['gap'] {
  if (between === '') return isNumber ? 'none' : 'separators'
  return between === '·' && !isNumber ? 'any' : 'some'
}

function locate(
  text: string,
  steps: readonly Step[],
  { from, isSeparator }: Parameters<typeof findWord>[2],
): readonly [start: number, end: number] | undefined {
  const [first] = steps
  if (!first) return undefined
  const isLone = steps.length === 1 && isSyllable(first.character)
  for (let start = text.indexOf(first.character, from); start >= 0; start = text.indexOf(first.character, start + 1)) {
    const end = endOf(text, steps, start, isSeparator)
    if (end !== undefined && (isLone || isWhole(text, { start, end }, isSeparator))) return [start, end]
  }
  return undefined
}

function endOf(text: string, steps: readonly Step[], start: number, isSeparator: IsSeparator): number | undefined {
  let at = start
  for (const { character, gap } of steps) {
    const before = at
    if (gap !== 'none') {
      while (!text.startsWith(character, at) && isSkipped(text.charAt(at), gap, isSeparator)) at += 1
    }
    if ((gap === 'some' && at === before) || !text.startsWith(character, at)) return undefined
    at += character.length
  }
  return at
}

function isSkipped(character: string, gap: Step['gap'], isSeparator: IsSeparator): boolean {
  if (character === '') return false
  return isSeparator(character) || (gap !== 'separators' && /\s/.test(character))
}

/** Whether what is found between these places does not begin or end within a number, or a word of letters, or with one of two syllables. */
function isWhole(text: string, { start, end }: { start: number; end: number }, isSeparator: IsSeparator): boolean {
  const isPart = (at: number, beyond: number, within: number) => {
    const [edge, outside, inside] = [text.charAt(at), text.charAt(beyond), text.charAt(within)]
    if (/\d/.test(edge)) return /\d/.test(outside)
    if (isSyllable(edge)) return isSyllable(outside) && inside !== '' && isSeparator(inside)
    return isLetter(edge) && isLetter(outside)
  }
  return !isPart(start, start - 1, start + 1) && !isPart(end - 1, end, end - 2)
}

function isLetter(character: string): boolean {
  return /^[a-zß-ԯ]/.test(character)
}

/** Letters that are written without blanks between words. */
function isSyllable(character: string): boolean {
  return /^[々ぁ-ヿ㐀-䶿一-鿿가-힣]/.test(character)
}
