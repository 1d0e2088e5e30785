// Finds the search words in a text, for highlighting.
import { foldLetters, foldWords } from '../../../src/contract/fold-text.ts'
import { findWord, searchWords } from '../../../src/contract/match-words.ts'

interface Piece {
  readonly text: string
  readonly isHit: boolean
}

function isPunctuation(character: string): boolean {
  return /[^\p{L}\p{N}\s]/u.test(character)
}

/** Splits a text into pieces, marked where a search word occurs. Matches as the server does. */
export function highlight(text: string, typed: string): readonly Piece[] {
  const { folded, ranges } = foldWithRanges(text)
  const isHit = Array<boolean>(text.length).fill(false)
  const mark = (from: number, to: number) => isHit.fill(true, ranges[from]?.from, ranges[to - 1]?.to)
  for (const { text: word } of searchWords(foldWords(typed))) {
    // The whole word also where it is a part of a longer one.
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) mark(at, at + word.length)
    const place = { from: 0, isSeparator: isPunctuation }
    for (let found = findWord(folded, word, place); found; found = findWord(folded, word, { ...place, from: found[1] }))
      mark(...found)
  }
  return pieces(text, isHit)
}

export function hasHit(text: string, typed: string): boolean {
  return highlight(text, typed).some(({ isHit }) => isHit)
}

/** Range of the original text that a folded character comes from. */
interface SourceRange {
  readonly from: number
  readonly to: number
}

/** Normalises a text; one character may become several, so each keeps its range in the original. */
function foldWithRanges(text: string): { readonly folded: string; readonly ranges: readonly SourceRange[] } {
  const ranges: SourceRange[] = []
  let folded = ''
  let from = 0
  // A letter and the accents behind it are folded together.
  for (const [character] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
    const same = foldLetters(character)
    const range = { from, to: from + character.length }
    ranges.push(...Array<SourceRange>(same.length).fill(range))
    folded += same
    from = range.to
  }
  return { folded, ranges }
}

function pieces(text: string, isHit: readonly boolean[]): readonly Piece[] {
  const found: Piece[] = []
  let from = 0
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && isHit[at] === isHit[from]) continue
    found.push({ text: text.slice(from, at), isHit: isHit[from] === true })
    from = at
  }
  return found
}
