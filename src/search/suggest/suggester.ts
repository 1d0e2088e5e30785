// Suggests titles of works: those in the archive, and those on hot lists.

import { LRUCache } from 'lru-cache'
import { ageMs } from '../../async/ages.ts'
import type { Bans } from '../../bans/ban-list.ts'
import type { Suggestion, SuggestRequest } from '../../contract/suggest.ts'
import type { ArchiveStorage, SightingQuery, StoredSighting } from '../../store/archive/types.ts'
import { tokensOfKeyword } from '../archive/keyword-tokens.ts'
import { isLinkBanned } from '../pipeline/filter-banned.ts'
import { splitKeyword } from '../posts/keyword-match.ts'
import { compactOf, recogniseTitle } from '../works/recognise.ts'
import { type KnownTitle, pairsOf, titlesNear, titlesWith } from './find-titles.ts'

export interface SuggesterDeps {
  /** Undefined when the archive is disabled. */
  readonly storage: Pick<ArchiveStorage, 'find' | 'newest'> | undefined
  /** Ids of the sources whose links are used. */
  readonly sourceIds: readonly string[]
  /** Titles of works on hot lists. */
  readonly listTitles: () => Promise<readonly string[]>
  readonly bans?: Bans | undefined
  readonly epochMs: () => number
}

/** Letters of pinyin, or of a Latin title. */
const latin = /^[a-z\d]{2,}$/
/** Links of which the titles are compared. */
const maxSightings = 500
const maxNewest = 2_000
/** How long the newest titles, which are searched by pinyin, are kept. */
const newestForMs = 10 * 60_000

export function createSuggester({ storage, sourceIds, listTitles, bans, epochMs }: SuggesterDeps) {
  let newest: { readonly titles: Promise<readonly string[]>; readonly at: number } | undefined

  const titlesOf = (sightings: readonly StoredSighting[] = []) =>
    sightings.filter((sighting) => !bans || !isLinkBanned(sighting, bans)).map(({ title }) => title)

  async function archiveTitles(ways: SightingQuery['ways']): Promise<readonly string[]> {
    if (!storage) return []
    return titlesOf(await storage.find({ ways, types: undefined, sources: sourceIds, most: maxSightings }))
  }

  function newestTitles(): Promise<readonly string[]> {
    if (!newest || ageMs(epochMs(), newest.at) > newestForMs) {
      const titles = storage?.newest(maxNewest).then(titlesOf) ?? Promise.resolve([])
      newest = { titles, at: epochMs() }
    }
    return newest.titles
  }

  const known = (query: string, fromArchive: readonly string[], fromLists: readonly string[]) =>
    distinctTitles(query, fromArchive, fromLists).filter(({ title }) => bans?.hasBannedWord(title) !== true)

  /** The best titles, at most `limit`. Asks no site. Never rejects. */
  return async ({ q, limit }: Pick<SuggestRequest, 'q' | 'limit'>): Promise<Suggestion[]> => {
    const part = compactOf(q)
    // The parts of a pasted share are no titles.
    if (part === '' || /:\/\/|magnet:|\w\.\w+\//i.test(q)) return []
    const lists = await listTitles()
    const found = titlesWith(part, known(q, await archiveTitles(tokensOfKeyword(q)), lists))
    const named = found.slice(0, limit).map(toSuggestion('title'))
    if (named.length === limit) return named
    const spoken = latin.test(part) ? await byPinyin(part, known('', await newestTitles(), lists)) : []
    const isNew = ({ title }: KnownTitle) => !named.some((other) => other.title === title)
    const all = [...named, ...spoken.filter(isNew).map(toSuggestion('pinyin'))]
    if (all.length > 0) return all.slice(0, limit)
    const near = titlesNear(part, known('', await archiveTitles(waysNear(q)), lists))
    return near.slice(0, limit).map(toSuggestion('near'))
  }
}

/** The dictionary takes memory, so it is loaded when somebody types pinyin. */
async function byPinyin(letters: string, titles: readonly KnownTitle[]): Promise<KnownTitle[]> {
  const { titlesByPinyin } = await import('./pinyin-titles.ts')
  return await titlesByPinyin(letters, titles)
}

function toSuggestion(match: Suggestion['match']) {
  return ({ title, from }: KnownTitle): Suggestion => ({ title, from, match })
}

/** Tokens of which a similar title has some: three adjacent characters, or two of a short word. */
function waysNear(q: string): string[][] {
  const pairs = splitKeyword(q).flatMap(({ text }) => [...pairsOf(text)])
  return pairs.length < 3 ? pairs.map((pair) => [pair]) : pairs.slice(1).map((pair, at) => [pairs[at] ?? pair, pair])
}

type Name = Pick<KnownTitle, 'title' | 'compact'>

/** The newest titles are compared again with each letter of pinyin that is typed. */
const names = new LRUCache<string, Name>({ max: 2 * maxNewest })

function nameOf(text: string, query: string): Name {
  const remembered = query === '' ? names.get(text) : undefined
  if (remembered) return remembered
  const { title } = recogniseTitle(text, query)
  const name = { title, compact: compactOf(title) }
  if (query === '') names.set(text, name)
  return name
}

/** One entry for each title; a title of the archive counts more than the same of a list. */
function distinctTitles(query: string, archived: readonly string[], listed: readonly string[]): KnownTitle[] {
  const byText = new Map<string, KnownTitle>()
  const add = (text: string, from: KnownTitle['from']) => {
    const { title, compact } = nameOf(text, query)
    if (compact === '') return
    const before = byText.get(compact)
    byText.set(compact, before ? { ...before, count: before.count + 1 } : { title, from, compact, count: 1 })
  }
  for (const text of archived) add(text, 'archive')
  for (const text of listed) add(text, 'list')
  return [...byText.values()]
}
