// Suggests known names that are similar to an unknown one.
import { distance } from 'fastest-levenshtein'

const maxComparedLength = 60

/** Up to `limit` names similar to `word`, the closest first; ignores case. */
export function similarNames(word: string, names: readonly string[], limit: number): string[] {
  const given = word.toLowerCase().slice(0, maxComparedLength)
  return names
    .map((name) => ({ name, far: distance(given, name.toLowerCase()), begins: begins(name, given) }))
    .filter(({ far, begins }) => begins || far <= Math.max(1, Math.floor(given.length / 3)))
    .toSorted((one, other) => Number(other.begins) - Number(one.begins) || one.far - other.far)
    .slice(0, limit)
    .map(({ name }) => name)
}

function begins(name: string, given: string): boolean {
  return given.length >= 3 && name.toLowerCase().startsWith(given)
}

/** The end of an error message about an unknown name, such as “; did you mean --type?”; empty if nothing is similar. */
export function suggestNames(word: string, names: readonly string[], limit = 1): string {
  const near = similarNames(word, names, limit)
  if (near.length === 0) return ''
  return `; did you mean ${near.join(', ')}?`
}
