// Finds the search words in a text, for highlighting.

interface Piece {
  readonly text: string
  readonly isHit: boolean
}

/**
 * Splits a text into pieces, marked where a search word occurs. Matches as the server does: ignoring case and character
 * width.
 */
export function highlight(text: string, typed: string): readonly Piece[] {
  const { folded, ranges } = foldWithRanges(text)
  const isHit = Array<boolean>(text.length).fill(false)
  for (const word of splitWords(typed)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      isHit.fill(true, ranges[at]?.from, ranges[at + word.length - 1]?.to)
    }
  }
  return pieces(text, isHit)
}

/** Whether the text contains one of the words. */
export function hasHit(text: string, typed: string): boolean {
  return highlight(text, typed).some(({ isHit }) => isHit)
}

function splitWords(typed: string): readonly string[] {
  return foldWithRanges(typed)
    .folded.split(/\s+/u)
    .filter((word) => word !== '')
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
  for (const character of text) {
    const same = character.normalize('NFKC').toLowerCase()
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
