// Suggests known names that are similar to an unknown one.
import { distance } from 'fastest-levenshtein'

/** Names are compared up to this length. */
const longest = 60

/** Up to `most` names similar to `word`, the closest first; ignores case. */
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

/** The end of an error message about an unknown name, such as “; did you mean --type?”; empty if nothing is similar. */
export function nearWords(word: string, names: readonly string[], most = 1): string {
  const near = nearNames(word, names, most)
  if (near.length === 0) return ''
  return `; did you mean ${near.join(', ')}?`
}
