// The archive: every link ever found, kept as sources showed it, and recalled when somebody searches for what it is called.
import type { Bans } from '../../bans/bans.ts'
import type { CloudType, SearchRequest } from '../../contract/search.ts'
import { fold } from '../../reading/fold.ts'
import { withoutBanned } from '../banned.ts'
import { headingOf } from '../match.ts'
import type { Folded, Result, ResultLink, ResultSource } from '../result.ts'
import { wordsOf } from '../words.ts'
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
  /** Posts that these sources showed at one time and whose titles may hold what is searched for: title and links, no text. Never rejects. */
  recall(request: Pick<SearchRequest, 'kw' | 'ext'>, from: Recalled): Promise<readonly Result[]>
}

/** Links recalled for one search: more than that nobody looks through. */
const mostRecalled = 500

/** Makes the archive over its shelf; what is banned is not kept. */
export function createArchive(shelf: Pick<ArchiveShelf, 'keep' | 'find'>, bans?: Bans): Archive {
  return {
    keep(results) {
      const allowed = bans ? withoutBanned(results, bans) : results
      const sightings = allowed.flatMap(sightingsOf)
      if (sightings.length > 0) shelf.keep(sightings)
    },
    async recall({ kw, ext: { title_en } }, { sources, clouds }) {
      const find = (words: string, by: Recalled['sources']) => {
        const way = gramsOfWords(wordsOf(words))
        if (way.length === 0 || by.length === 0) return []
        const wanted = { ways: [way], types: clouds && [...clouds], sources: by.map(({ id }) => id) }
        return shelf.find({ ...wanted, most: mostRecalled })
      }
      // The others were not asked for it either.
      const english = sources.filter(({ reads }) => reads?.includes('title_en'))
      const found = await Promise.all([find(kw, sources), title_en === undefined ? [] : find(title_en, english)])
      return resultsOf(eachOnce(found.flat()))
    },
  }
}

/** Two ways may lead to one. */
function eachOnce(sightings: readonly KeptSighting[]): KeptSighting[] {
  return [...new Map(sightings.map((sighting) => [`${sighting.key} ${sighting.source}`, sighting])).values()]
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
