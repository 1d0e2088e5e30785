// Where the words of a search stand in a title.
import { fold } from './order.ts'

/** A piece of a title. */
export interface Piece {
  readonly text: string
  readonly isHit: boolean
}

/** The title in pieces, hits apart from what lies between. Where folding changes how long the title is, there are no hits: places would not fit. */
export function highlight(title: string, kw: string): Piece[] {
  const folded = fold(title)
  const words = fold(kw).split(/\s+/).filter(Boolean)
  if (words.length === 0 || folded.length !== title.length) return [{ text: title, isHit: false }]
  const isHit = new Uint8Array(title.length)
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      isHit.fill(1, at, at + word.length)
    }
  }
  const pieces: Piece[] = []
  let from = 0
  for (let at = 1; at <= title.length; at += 1) {
    if (at < title.length && isHit[at] === isHit[from]) continue
    pieces.push({ text: title.slice(from, at), isHit: isHit[from] === 1 })
    from = at
  }
  return pieces
}
