// The archive of all links found, searched by title along with the sources.
import { setImmediate as immediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { createForwardClock } from '../../async/ages.ts'
import type { Bans } from '../../bans/ban-list.ts'
import type { CloudType } from '../../contract/cloud-types.ts'
import { foldWords } from '../../contract/fold-text.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { ArchiveStorage } from '../../store/archive/archive-storage.ts'
import type { LinkHealth, NewSighting, ShareWork, StoredSighting } from '../../store/archive/types.ts'
import { withoutBanned } from '../pipeline/filter-banned.ts'
import { headingOf } from '../pipeline/match.ts'
import type { FoldedText, ParsedPost, ParsedPostSource, PostLink } from '../posts/parse-post.ts'
import type { DailyLimit } from './daily-limit.ts'
import { tokensOfKeyword } from './keyword-tokens.ts'

/** The sources and clouds that an archive search covers. */
interface ArchiveScope {
  readonly sources: readonly Pick<ParsedPostSource, 'id' | 'reads'>[]
  readonly clouds: ReadonlySet<CloudType> | undefined
}

export type Archive = ReturnType<typeof createArchive>

const maxLinksPerPage = 500

/** Recently stored posts, and works of shares, that are skipped when found again: repeated searches mostly find the same posts. */
const maxRememberedPosts = 20_000
const rememberedMs = 60 * 60_000

interface ArchiveDeps {
  readonly shelf: Pick<ArchiveStorage, 'keep' | 'find' | 'noteWorks' | 'findWork'>
  /** Ids of the sources that are searched by default; all if undefined. */
  readonly listed?: ReadonlySet<string> | undefined
  /** Banned posts and links are not stored. */
  readonly bans?: Bans | undefined
  /** Daily limit per source; unlimited if undefined. */
  readonly limit?: Pick<DailyLimit, 'take'> | undefined
  /** Receives the folded titles of the stored posts. */
  readonly onStored?: ((titles: readonly string[]) => void) | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

export function createArchive({ shelf, listed, bans, limit, onStored, epochMs }: ArchiveDeps) {
  // Requests may name any channel: the posts of those would drive out which ones of the listed sources were counted.
  const [isNewsOfListed, isNewsOfOthers] = [createFreshnessFilter(epochMs, bans), createFreshnessFilter(epochMs, bans)]
  const isNews = (post: ParsedPost) => (listed?.has(post.source) === false ? isNewsOfOthers : isNewsOfListed)(post)
  const storedWorks = createRecent<string>(epochMs)
  return {
    /** Stores the links of posts in the background. */
    store(results: readonly ParsedPost[]): void {
      const news = results.filter(isNews)
      const allowed = bans ? withoutBanned(news, bans) : news
      const taken = allowed.filter(({ source, links }) => limit?.take(source, links.length) ?? true)
      const sightings = taken.flatMap(sightingsOf)
      if (sightings.length > 0) shelf.keep(sightings)
      onStored?.(sightings.map(({ searchText }) => searchText))
    },
    /** Stores the works of the shares of a search, after the current task, so that its answer does not wait. */
    storeWorks(works: Iterable<ShareWork>): void {
      setImmediate(() => {
        const changed = [...works].filter(({ share, work }) => storedWorks.get(share) !== work)
        for (const { share, work } of changed) storedWorks.set(share, work)
        if (changed.length > 0) shelf.noteWorks(changed)
      })
    },
    /** The stored posts with shares of a work, and the health of these shares; undefined if the archive cannot be read. */
    async findWork(key: string) {
      // An answer that has just been sent may have works to store.
      await immediate()
      const found = (await shelf.findWork(key))?.filter(isValidSighting)
      if (!found) return undefined
      const health = new Map<string, LinkHealth>()
      for (const sighting of found) if (sighting.health) health.set(sighting.key, sighting.health)
      return { posts: resultsOf(found), health }
    },
    /** Finds stored posts whose titles may match: a page, newest first, without the posts of `except`, and the position of the next; undefined if the archive cannot be read. Never rejects. */
    async search(
      { kw, ext: { title_en } }: Pick<SearchRequest, 'kw' | 'ext'>,
      { sources, clouds }: ArchiveScope,
      below?: number,
      except?: readonly string[],
    ) {
      const find = (words: string, by: ArchiveScope['sources']) => {
        const ways = tokensOfKeyword(words)
        if (ways.length === 0 || by.length === 0) return []
        const wanted = { ways, types: clouds && [...clouds], sources: by.map(({ id }) => id), below, except }
        return shelf.find({ ...wanted, most: maxLinksPerPage })
      }
      // The other sources were not asked for the English title either.
      const english = below === undefined ? sources.filter(({ reads }) => reads?.includes('title_en')) : []
      const [found, more] = await Promise.all([find(kw, sources), find(title_en ?? '', english)])
      if (!found || !more) return undefined
      const valid = [...found, ...more].filter(isValidSighting)
      // Two queries may find the same row.
      const distinct = new Map(
        valid.map((sighting) => [`${sighting.key} ${sighting.source} ${sighting.post}`, sighting]),
      )
      return { results: resultsOf([...distinct.values()]), next: found.at(-1)?.place }
    },
  }
}

/** Creates the search for the newest sightings whose titles may have some words, at most a page. It never rejects. */
export function createNewestFinder(shelf: Pick<ArchiveStorage, 'find'>) {
  return async (words: string, sources: readonly string[], types: readonly CloudType[] | undefined) => {
    const ways = tokensOfKeyword(words)
    if (ways.length === 0) return []
    const found = (await shelf.find({ ways, types, sources, most: maxLinksPerPage })) ?? []
    return found.filter(isValidSighting)
  }
}

function createRecent<Value extends string | number>(epochMs: () => number): LRUCache<string, Value> {
  // `max` would allocate all entries at once.
  const limits = { maxSize: maxRememberedPosts, sizeCalculation: () => 1, ttl: rememberedMs, ttlResolution: 0 }
  return new LRUCache<string, Value>({ ...limits, perf: { now: createForwardClock(epochMs) } })
}

/** Creates a test for posts that were not stored unchanged within the last hour under the same bans. */
function createFreshnessFilter(epochMs: () => number, bans: Bans | undefined): (result: ParsedPost) => boolean {
  const kept = createRecent<number>(epochMs)
  let version = bans?.version()
  return ({ source, id, title, at, links }) => {
    if (bans?.version() !== version) kept.clear()
    version = bans?.version()
    const key = `${source} ${id}`
    let said = `${title.text}\n${at ?? ''}`
    for (const { share, password, work } of links) said += `\n${share.key} ${password} ${work?.text ?? ''}`
    const sum = crc32(said)
    if (kept.get(key) === sum) return false
    kept.set(key, sum)
    return true
  }
}

const shareAddress = /^(?:https?:\/\/|magnet:\?|ed2k:\/\/)/i
/** More than the stored length of any text. */
const maxTextCharacters = 5_000

/** Whether a stored row has the form that `sightingsOf` writes; the database is not trusted. */
function isValidSighting({ key, url, password, post, title, heading }: StoredSighting): boolean {
  const texts = [key, url, password, post, title, heading]
  return shareAddress.test(url) && texts.every(({ length }) => length <= maxTextCharacters)
}

function sightingsOf(result: ParsedPost): NewSighting[] {
  const { source, id: post, at, links } = result
  // The heading of a list belongs to each of its works.
  const heading = headingOf(result)
  const headingText = heading === '' ? '' : result.title.text
  return links.map(({ share: { key, type, url }, password, work }) => {
    const searchText = work ? `${work.folded}\n${heading}` : result.title.folded
    const named = work ? { title: work.text, heading: headingText } : { title: result.title.text, heading: '' }
    return { key, type, url, password, source, post, ...named, at, searchText }
  })
}

/** Rebuilds posts from stored links, in the order of their first link. */
function resultsOf(sightings: readonly StoredSighting[]): ParsedPost[] {
  const posts = Map.groupBy(sightings, ({ source, post }) => `${source} ${post}`)
  return [...posts.values()].flatMap((links) => {
    const [first] = links
    if (!first) return []
    const { source, post: id, at } = first
    const isList = links.some(({ title, heading }) => heading !== '' || title !== first.title)
    const title = folded(first.heading || first.title)
    const result = { source, id, title, text: '', besides: '', tags: [], images: [] }
    // Links were stored in order, so the newest first order is reversed.
    const named = { ...result, links: links.toReversed().map((link) => linkOf(link, isList)) }
    return [at === undefined ? named : { ...named, at }]
  })
}

function linkOf({ key, type, url, password, title }: StoredSighting, isWork: boolean): PostLink {
  const code = key.slice(key.indexOf(':') + 1)
  const share = { type, key, code, password: '', url }
  return isWork ? { share, password, work: folded(title) } : { share, password }
}

function folded(text: string): FoldedText {
  return { text, folded: foldWords(text) }
}
