// Suggests known names that are similar to an unknown one.
import { distance } from 'fastest-levenshtein'
import type { HotSource } from '../../client/client.ts'
import { sanitizeText } from './terminal/sanitize.ts'

const maxComparedLength = 60

/** Up to `limit` names similar to `word`, the closest first; ignores case. */
export function similarNames(word: string, names: readonly string[], limit: number): string[] {
  const given = word.toLowerCase().slice(0, maxComparedLength)
  return names
    .map((name) => ({ name, far: typingDistance(given, name.toLowerCase()), begins: begins(name, given) }))
    .filter(({ far, begins }) => begins || far <= Math.max(1, Math.floor(given.length / 3)))
    .toSorted((one, other) => Number(other.begins) - Number(one.begins) || one.far - other.far)
    .slice(0, limit)
    .map(({ name }) => name)
}

/** The edit distance; two neighbouring letters in the wrong order are one mistake. */
function typingDistance(given: string, name: string): number {
  const swapped = Array.from({ length: Math.max(0, given.length - 1) }, (_, at) => {
    return given.slice(0, at) + given.charAt(at + 1) + given.charAt(at) + given.slice(at + 2)
  })
  return Math.min(distance(given, name), ...swapped.map((word) => 1 + distance(word, name)))
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
  const called = listsCalled(id, sources)
  if (called.length > 0)
    return `unknown list ${sanitizeText(id)}; did you mean ${called.slice(0, maxSuggestions).join(', ')}?`
  const names = new Set(sources.flatMap((source) => [source.family, source.id]))
  const near = suggestNames(id, [...names], maxSuggestions)
  return `unknown list ${sanitizeText(id)}${near === '' ? '; trawl hot --list --all prints all lists' : near}`
}

/** The list with this id, else the first of the family of this name. */
export function findList(word: string, sources: readonly HotSource[]): HotSource | undefined {
  return sources.find(({ id }) => id === word) ?? sources.find(({ family }) => family === word)
}

function listsCalled(word: string, sources: readonly HotSource[]): string[] {
  return sources.filter((source) => matchesName(source, word)).map((source) => source.id)
}

/** The id of the list that people call by this name, if there is just one, or just one that is enabled. */
export function onlyListCalled(word: string, sources: readonly HotSource[]): string | undefined {
  const called = listsCalled(word, sources)
  const enabled = called.filter((id) => sources.some((source) => source.id === id && source.enabled))
  const [only, ...others] = called.length > 1 ? enabled : called
  return others.length === 0 ? only : undefined
}

/** Whether the word matches the list's name, its pinyin or the initials of its pinyin. */
function matchesName({ name, title, pinyin }: HotSource, word: string): boolean {
  const query = word.trim().toLowerCase()
  if (query.length < 2) return false
  if ([name, title].some((said) => said?.toLowerCase().includes(query))) return true
  const sounds = pinyin?.toLowerCase().split(' ') ?? []
  return [sounds.join(''), sounds.map((sound) => sound.slice(0, 1)).join('')].some((sound) => sound.startsWith(query))
}
