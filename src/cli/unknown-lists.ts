// The error message for an unknown hot list, with suggestions.
import type { HotSource } from '../../client/client.ts'
import { nearWords } from './near.ts'
import { terminalText } from './terminal-text.ts'

/** Maximum number of suggestions. */
const mostNear = 4

/** Error message for an unknown id, with lists of that name or similar ids. */
export function noListSaid(id: string, sources: readonly HotSource[]): string {
  const called = sources.filter((source) => isCalled(source, id)).map((source) => source.id)
  if (called.length > 0)
    return `unknown list ${terminalText(id)}; did you mean ${called.slice(0, mostNear).join(', ')}?`
  const names = new Set(sources.flatMap((source) => [source.family, source.id]))
  const near = nearWords(id, [...names], mostNear)
  return `unknown list ${terminalText(id)}${near === '' ? '; trawl hot --list --all prints all lists' : near}`
}

/** Whether the word matches the list's name, its pinyin or the initials of its pinyin. */
function isCalled({ name, title, pinyin }: HotSource, word: string): boolean {
  const wanted = word.trim().toLowerCase()
  if (wanted.length < 2) return false
  if ([name, title].some((said) => said?.toLowerCase().includes(wanted))) return true
  const sounds = pinyin?.toLowerCase().split(' ') ?? []
  return [sounds.join(''), sounds.map((sound) => sound.slice(0, 1)).join('')].some((sound) => sound.startsWith(wanted))
}
