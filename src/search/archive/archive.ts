// The archive: every link ever found, kept as sources showed it, and recalled when somebody searches for what it is called.

import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Bans } from '../../bans/bans.ts'
import type { CloudType, SearchRequest } from '../../contract/search.ts'
import { fold } from '../../reading/fold.ts'
import { withoutBanned } from '../banned.ts'
import { headingOf } from '../match.ts'
import type { Folded, Result, ResultLink, ResultSource } from '../result.ts'
import { wordsOf } from '../words.ts'
import type { DailyLimit } from './daily-limit.ts'
import { gramsOf, gramsOfWords } from './grams.ts'
import type { ArchiveShelf, KeptSighting, SightingToKeep } from './sighting.ts'

/** Of whom and of what is recalled. */
export interface Recalled {
  readonly sources: readonly Pick<ResultSource, 'id' | 'reads'>[]
  readonly clouds: ReadonlySet<CloudType> | undefined
}

export interface Archive {
  /** Keeps the links of what a source found. Nobody waits. */
  keep(results: readonly Result[]): void
  /**
   * Posts that these sources showed at one time and whose titles may hold what is searched for: title and links, no text; those that came
   * last first. `below` goes on where an earlier recall ended. Never rejects.
   */
  recall(request: Pick<SearchRequest, 'kw' | 'ext'>, from: Recalled, below?: number): Promise<Recalling>
}

/** What was recalled, and where to go on; undefined when that was all. */
export interface Recalling {
  readonly results: readonly Result[]
  readonly next: number | undefined
}

/** Links recalled at once. */
const mostRecalled = 500

/** Posts that were kept lately: who searches again finds mostly the same, and it need not be looked through again. */
const mostRemembered = 20_000
const rememberedMs = 60 * 60_000

interface Parts {
  readonly shelf: Pick<ArchiveShelf, 'keep' | 'find'>
  /** What is banned is not kept. */
  readonly bans?: Bans | undefined
  /** How much one source may give in a day; without it there is no limit. */
  readonly limit?: Pick<DailyLimit, 'take'> | undefined
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Makes the archive over its shelf. */
export function createArchive({ shelf, bans, limit, now }: Parts): Archive {
  const isNews = createNews(now, bans)
  return {
    keep(results) {
      const news = results.filter(isNews)
      const allowed = bans ? withoutBanned(news, bans) : news
      const taken = allowed.filter(({ source, links }) => limit?.take(source, links.length) ?? true)
      const sightings = taken.flatMap(sightingsOf)
      if (sightings.length > 0) shelf.keep(sightings)
    },
    async recall({ kw, ext: { title_en } }, { sources, clouds }, below) {
      const find = (words: string, by: Recalled['sources']) => {
        const way = gramsOfWords(wordsOf(words))
        if (way.length === 0 || by.length === 0) return []
        const wanted = { ways: [way], types: clouds && [...clouds], sources: by.map(({ id }) => id) }
        return shelf.find({ ...wanted, most: mostRecalled, below })
      }
      // The others were not asked for it either.
      const english = below === undefined && title_en !== undefined ? sources.filter(readsEnglish) : []
      const [found, more] = await Promise.all([find(kw, sources), find(title_en ?? '', english)])
      return { results: resultsOf(eachOnce([...found, ...more].filter(isSound))), next: found.at(-1)?.place }
    },
  }
}

function readsEnglish({ reads }: Pick<ResultSource, 'reads'>): boolean {
  return reads?.includes('title_en') ?? false
}

/** Tells posts that were kept as they are within the hour, under the same bans, from others. */
function createNews(now: () => number, bans: Bans | undefined): (result: Result) => boolean {
  const kept = new LRUCache<string, number>({ max: mostRemembered, ttl: rememberedMs, perf: { now }, ttlResolution: 0 })
  let version = bans?.version()
  return ({ source, id, title, at, links }) => {
    if (bans?.version() !== version) kept.clear()
    version = bans?.version()
    const key = `${source} ${id}`
    const said = links.map(({ share, password, work }) => `${share.key} ${password} ${work?.text ?? ''}`)
    const sum = crc32([title.text, at, ...said].join('\n'))
    if (kept.get(key) === sum) return false
    kept.set(key, sum)
    return true
  }
}

const shareAddress = /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i
/** More than is kept of any of them. */
const maxTextCharacters = 5_000

/** Is it what `sightingsOf` makes? Who may write to the database may write anything. */
function isSound({ key, url, password, post, title, heading }: KeptSighting): boolean {
  const texts = [key, url, password, post, title, heading]
  return shareAddress.test(url) && texts.every(({ length }) => length <= maxTextCharacters)
}

/** Two ways may lead to one. */
function eachOnce(sightings: readonly KeptSighting[]): KeptSighting[] {
  return [
    ...new Map(sightings.map((sighting) => [`${sighting.key} ${sighting.source} ${sighting.post}`, sighting])).values(),
  ]
}

function sightingsOf(result: Result): SightingToKeep[] {
  const { source, id: post, at, links } = result
  // What stands above a list of works belongs to each of them.
  const heading = headingOf(result)
  const headingText = heading === '' ? '' : result.title.text
  const tokensOf = new Map<Folded | undefined, readonly string[]>()
  return links.map(({ share: { key, type, url }, password, work }) => {
    const tokens = tokensOf.get(work) ?? gramsOf(work ? `${work.folded}\n${heading}` : result.title.folded)
    tokensOf.set(work, tokens)
    const named = work ? { title: work.text, heading: headingText } : { title: result.title.text, heading: '' }
    return { key, type, url, password, source, post, ...named, at, tokens }
  })
}

/** Posts as they were, as far as they are known; in the order in which their first link comes. */
function resultsOf(sightings: readonly KeptSighting[]): Result[] {
  const posts = Map.groupBy(sightings, ({ source, post }) => `${source} ${post}`)
  return [...posts.values()].flatMap((links) => {
    const [first] = links
    if (!first) return []
    const { source, post: id, at } = first
    const isList = links.some(({ title, heading }) => heading !== '' || title !== first.title)
    const title = folded(first.heading || first.title)
    const result = { source, id, title, text: '', besides: '', tags: [], images: [] }
    // Of a post the last link was kept last, and so comes first.
    const named = { ...result, links: links.toReversed().map((link) => linkOf(link, isList)) }
    return [at === undefined ? named : { ...named, at }]
  })
}

function linkOf({ key, type, url, password, title }: KeptSighting, isWork: boolean): ResultLink {
  const code = key.slice(key.indexOf(':') + 1)
  const share = { type, key, code, password: '', url }
  return isWork ? { share, password, work: folded(title) } : { share, password }
}

function folded(text: string): Folded {
  return { text, folded: fold(text) }
}
