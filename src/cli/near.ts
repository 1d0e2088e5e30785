// Which of some names was meant, perhaps, by one that is none of them.
import { distance } from 'fastest-levenshtein'

/** Longer ones are compared by their beginnings only. */
const longest = 60

/** Up to `most` names that are near `word`, nearest first; letters' case is of no account. */
function nearNames(word: string, names: readonly string[], most = 1): string[] {
  const given = word.toLowerCase().slice(0, longest)
  return names
    .map((name) => ({ name, far: distance(given, name.toLowerCase()), begins: begins(name, given) }))
    .filter(({ far, begins }) => begins || far <= Math.max(1, Math.floor(given.length / 3)))
    .toSorted((one, other) => Number(other.begins) - Number(one.begins) || one.far - other.far)
    .slice(0, most)
    .map(({ name }) => name)
}

function begins(name: string, given: string): boolean {
  return given.length >= 3 && name.toLowerCase().startsWith(given)
}

/** The end of a sentence about an unknown word: “; --type is near”, or nothing. */
export function nearWords(word: string, names: readonly string[], most = 1): string {
  const near = nearNames(word, names, most)
  if (near.length === 0) return ''
  return `; ${near.length === 1 ? 'near is' : 'near are'} ${near.join(', ')}`
}
