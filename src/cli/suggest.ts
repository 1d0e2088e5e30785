// Suggests known names that are similar to an unknown one.
import { distance } from 'fastest-levenshtein'
import type { HotSource } from '../../client/client.ts'
import { sanitizeText } from './terminal/sanitize.ts'

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

const maxSuggestions = 4

export function unknownListMessage(id: string, sources: readonly HotSource[]): string {
  const called = sources.filter((source) => matchesName(source, id)).map((source) => source.id)
  if (called.length > 0)
    return `unknown list ${sanitizeText(id)}; did you mean ${called.slice(0, maxSuggestions).join(', ')}?`
  const names = new Set(sources.flatMap((source) => [source.family, source.id]))
  const near = suggestNames(id, [...names], maxSuggestions)
  return `unknown list ${sanitizeText(id)}${near === '' ? '; trawl hot --list --all prints all lists' : near}`
}

/** Whether the word matches the list's name, its pinyin or the initials of its pinyin. */
function matchesName({ name, title, pinyin }: HotSource, word: string): boolean {
  const query = word.trim().toLowerCase()
  if (query.length < 2) return false
  if ([name, title].some((said) => said?.toLowerCase().includes(query))) return true
  const sounds = pinyin?.toLowerCase().split(' ') ?? []
  return [sounds.join(''), sounds.map((sound) => sound.slice(0, 1)).join('')].some((sound) => sound.startsWith(query))
}
