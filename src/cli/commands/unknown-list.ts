// The error message for an unknown hot list, with suggestions.
import type { HotSource } from '../../../client/client.ts'
import { suggestNames } from '../suggest.ts'
import { sanitizeText } from '../terminal/sanitize.ts'

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
