// What is said of the name of a hot list that is none.
import type { HotSource } from '../../client/client.ts'
import { nearWords } from './near.ts'
import { terminalText } from './terminal-text.ts'

/** So many names are told that may have been meant. */
const mostNear = 4

/** A sentence about an id that none of these has, with those that are near. */
export function noListSaid(id: string, sources: readonly HotSource[]): string {
  const names = new Set(sources.flatMap((source) => [source.family, source.id]))
  const near = nearWords(id, [...names], mostNear)
  return `there is no list ${terminalText(id)}${near === '' ? '; trawl hot --list --all names those there are' : near}`
}
