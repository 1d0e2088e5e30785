// Where in a text the words stand that were looked for.

/** A piece of a text. */
interface Piece {
  readonly text: string
  readonly isHit: boolean
}

/** The text in pieces, those of them marked in which a word stands. Words are found as the service finds them: whatever their case and width. */
export function marked(text: string, typed: string): readonly Piece[] {
  const { folded, places } = foldedWithPlaces(text)
  const isHit = Array<boolean>(text.length).fill(false)
  for (const word of wordsOf(typed)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      isHit.fill(true, places[at]?.from, places[at + word.length - 1]?.to)
    }
  }
  return pieces(text, isHit)
}

/** Does the text have one of the words? */
export function hasHit(text: string, typed: string): boolean {
  return marked(text, typed).some(({ isHit }) => isHit)
}

function wordsOf(typed: string): readonly string[] {
  return foldedWithPlaces(typed)
    .folded.split(/\s+/u)
    .filter((word) => word !== '')
}

/** Where in a text a character comes from. */
interface Place {
  readonly from: number
  readonly to: number
}

/** A text made alike to others, and for each of its characters where it comes from: one may have become several. */
function foldedWithPlaces(text: string): { readonly folded: string; readonly places: readonly Place[] } {
  const places: Place[] = []
  let folded = ''
  let from = 0
  for (const character of text) {
    const same = character.normalize('NFKC').toLowerCase()
    const place = { from, to: from + character.length }
    places.push(...Array<Place>(same.length).fill(place))
    folded += same
    from = place.to
  }
  return { folded, places }
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
