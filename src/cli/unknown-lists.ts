// What is said of the name of a hot list that is none.
import type { HotSource } from '../../client/client.ts'
import { nearWords } from './near.ts'
import { terminalText } from './terminal-text.ts'

/** So many names are told that may have been meant. */
const mostNear = 4

/** A sentence about an id that none of these has, with those that are near. */
export function noListSaid(id: string, sources: readonly HotSource[]): string {
  const called = sources.filter((source) => isCalled(source, id)).map((source) => source.id)
  if (called.length > 0)
    return `there is no list ${terminalText(id)}; by that name there is ${called.slice(0, mostNear).join(', ')}`
  const names = new Set(sources.flatMap((source) => [source.family, source.id]))
  const near = nearWords(id, [...names], mostNear)
  return `there is no list ${terminalText(id)}${near === '' ? '; trawl hot --list --all names those there are' : near}`
}

/** Is it what people call the list, in Chinese, by its sound, or by the first letters of that? */
function isCalled({ name, title, pinyin }: HotSource, word: string): boolean {
  const wanted = word.trim().toLowerCase()
  if (wanted.length < 2) return false
  if ([name, title].some((said) => said?.toLowerCase().includes(wanted))) return true
  const sounds = pinyin?.toLowerCase().split(' ') ?? []
  return [sounds.join(''), sounds.map((sound) => sound.slice(0, 1)).join('')].some((sound) => sound.startsWith(wanted))
}
