// Suggests titles of works: those in the archive, and those on hot lists, by a part of their text or pinyin, or the most similar ones.

import { setImmediate as pause } from 'node:timers/promises'
import { distance } from 'fastest-levenshtein'
import { LRUCache } from 'lru-cache'
import { ageMs } from '../../async/ages.ts'
import type { Bans } from '../../bans/ban-list.ts'
import type { Suggestion, SuggestRequest } from '../../contract/suggest.ts'
import type { ArchiveStorage } from '../../store/archive/archive-storage.ts'
import type { SightingQuery, StoredSighting } from '../../store/archive/types.ts'
import { tokensOfKeyword } from '../archive/keyword-tokens.ts'
import { isLinkBanned } from '../pipeline/filter-banned.ts'
import { splitKeyword } from '../posts/keyword-match.ts'
import { compactOf, recogniseTitle } from '../works/recognise.ts'

export interface SuggesterDeps {
  /** Undefined while the archive is disabled. */
  readonly storage: () => Pick<ArchiveStorage, 'find' | 'newest'> | undefined
  /** Ids of the sources whose links are used. */
  readonly sourceIds: Iterable<string>
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
    return titlesOf(await storage()?.find({ ways, types: undefined, sources: [...sourceIds], most: maxSightings }))
  }

  async function newestTitles(): Promise<readonly string[]> {
    const shelf = storage()
    if (!shelf) return []
    if (!newest || ageMs(epochMs(), newest.at) > newestForMs)
      newest = { titles: shelf.newest(maxNewest).then(titlesOf), at: epochMs() }
    return await newest.titles
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
    const spoken = latin.test(part) ? await titlesByPinyin(part, known('', await newestTitles(), lists)) : []
    const isNew = ({ title }: KnownTitle) => !named.some((other) => other.title === title)
    const all = [...named, ...spoken.filter(isNew).map(toSuggestion('pinyin'))]
    if (all.length > 0) return all.slice(0, limit)
    const near = titlesNear(part, known('', await archiveTitles(waysNear(q)), lists))
    return near.slice(0, limit).map(toSuggestion('near'))
  }
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

/** A title of a work that is known from the archive or from hot lists. */
interface KnownTitle {
  readonly title: string
  readonly from: Suggestion['from']
  /** Folded, without blanks and punctuation. */
  readonly compact: string
  /** How often it was seen. */
  readonly count: number
}

/** The titles with `part` in their text: those that begin with it first, then the most frequent ones. */
function titlesWith(part: string, titles: readonly KnownTitle[]): KnownTitle[] {
  const isPrefix = ({ compact }: KnownTitle) => Number(compact.startsWith(part))
  return titles
    .filter(({ compact }) => compact.includes(part))
    .sort((a, b) => isPrefix(b) - isPrefix(a) || byCount(a, b))
}

/** At most this share of the letters of two similar titles may differ. */
const maxDistance = 0.34
const minOverlap = 0.4

/** The titles that are most similar to `text`, by edits or by shared pairs of characters. */
function titlesNear(text: string, titles: readonly KnownTitle[]): KnownTitle[] {
  const pairs = pairsOf(text)
  return titles
    .map((known) => ({ known, score: similarity(text, pairs, known.compact) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byCount(a.known, b.known))
    .map(({ known }) => known)
}

function similarity(text: string, pairs: ReadonlySet<string>, compact: string): number {
  const others = pairsOf(compact)
  const overlap = (2 * [...pairs].filter((pair) => others.has(pair)).length) / (pairs.size + others.size || 1)
  const edits = distance(text, compact) / Math.max(text.length, compact.length, 1)
  return Math.max(overlap >= minOverlap ? overlap : 0, edits <= maxDistance ? 1 - edits : 0)
}

/** The pairs of adjacent characters. */
function pairsOf(text: string): Set<string> {
  const characters = [...text]
  return new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`))
}

function byCount(a: KnownTitle, b: KnownTitle): number {
  return b.count - a.count || a.compact.length - b.compact.length || (a.compact < b.compact ? -1 : 1)
}

/** A multiple of what is searched at once. */
const maxRemembered = 5_000
/** Titles between which other requests are answered. */
const titlesPerStep = 100

const readings = new LRUCache<string, readonly string[]>({ max: maxRemembered })

/** The Chinese titles whose pinyin, first letters (`lldq`) or syllables (`liulang`), has `letters` from the beginning of a syllable on; those that begin with it first. */
async function titlesByPinyin(letters: string, titles: readonly KnownTitle[]): Promise<KnownTitle[]> {
  // The dictionary takes memory, so it is loaded when somebody types pinyin.
  const { pinyinOf } = await import('../../parsing/pinyin.ts')
  const syllablesOf = ({ title, compact }: KnownTitle): readonly string[] => {
    const remembered = readings.get(compact)
    if (remembered) return remembered
    const syllables = pinyinOf({ name: title })?.split(' ') ?? []
    readings.set(compact, syllables)
    return syllables
  }
  const found: { readonly known: KnownTitle; readonly at: number }[] = []
  for (const [index, known] of titles.entries()) {
    if (index % titlesPerStep === titlesPerStep - 1) await pause()
    const at = positionIn(syllablesOf(known), letters)
    if (at >= 0) found.push({ known, at })
  }
  return found.sort((a, b) => a.at - b.at || b.known.count - a.known.count).map(({ known }) => known)
}

/** The syllable from which on the letters are the first ones of syllables, or whole syllables; -1 if there is none. */
function positionIn(syllables: readonly string[], letters: string): number {
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
  const at = initials.indexOf(letters)
  return at >= 0 ? at : syllables.findIndex((_first, start) => syllables.slice(start).join('').startsWith(letters))
}
