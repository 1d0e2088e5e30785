// Size limits for the results of one source and for a whole answer.
import type { Warning } from '../../contract/search.ts'

/** The fields of a result that count towards the size of an answer. */
interface SizedResult {
  readonly title: { readonly text: string }
  readonly text: string
  readonly besides: string
  readonly tags: readonly string[]
  readonly images: readonly string[]
  readonly links: readonly { readonly share: { readonly url: string }; readonly work?: { readonly text: string } }[]
}

/** The same of an entry. */
interface SizedEntry {
  readonly share: { readonly url: string }
  readonly title: string
  readonly images: readonly string[]
  readonly sources: readonly string[]
}

/** Real sources return a few hundred links at once, in some hundred thousand characters. */
const maxLinksOfSource = 2_000
const maxCharactersOfSource = 4_000_000

/** A search of all listed channels and plugins has some thousand links, in some million characters. */
const maxLinksOfSearch = 20_000
const maxCharactersOfSearch = 32_000_000
/** Searches of that size that may be in memory together, half of them of one client. */
const maxSearches = 6

/** An answer with some thousand links has two or three million characters. */
const maxCharactersOfAnswer = 16_000_000

/** Each link of a post repeats the images of the post; this bounds links × images. */
const maxShownImages = 200

/** Estimated JSON overhead of a link or post. */
const frameCharacters = 200

/** The images repeated with each link of a post: all, or fewer if the post has many links. */
export function imagesOfLinks({ images, links }: Pick<SizedResult, 'images' | 'links'>): readonly string[] {
  return images.slice(0, Math.max(1, Math.floor(maxShownImages / links.length)))
}

/** The first results of a source within the limits on links and characters. */
export function limitResults<Result extends SizedResult>(results: Iterable<Result>): Result[] {
  return takeWithinLimits(results, [createAmount(maxLinksOfSource, maxCharactersOfSource)])
}

/** The limit of one search that is in progress. */
export interface SearchLimit {
  /** The first results that still fit, which are charged; none after the release. */
  take<Result extends SizedResult>(results: Iterable<Result>): Result[]
  /** Ends the charge: the results are no longer in memory. */
  release(): void
}

/**
 * Creates the limits of searches in progress, which hold their results until their client has read them: of each search, of those of a client,
 * and of all. Some thousand links are a search of all sources, so these are reached by many streams that nobody reads.
 */
export function createSearchLimits() {
  const all = createAmount(maxSearches * maxLinksOfSearch, maxSearches * maxCharactersOfSearch)
  const clients = new Map<string, Amount & { searches: number }>()
  return (client: string | undefined): SearchLimit => {
    const own = createAmount(maxLinksOfSearch, maxCharactersOfSearch)
    const shared =
      client === undefined
        ? undefined
        : (clients.get(client) ?? { ...createAmount(all.maxLinks / 2, all.maxCharacters / 2), searches: 0 })
    if (client !== undefined && shared) {
      shared.searches += 1
      clients.set(client, shared)
    }
    let isReleased = false
    return {
      // Sources that were not waited for answer after the search has ended.
      take: (results) => (isReleased ? [] : takeWithinLimits(results, shared ? [own, shared, all] : [own, all])),
      release() {
        if (isReleased) return
        isReleased = true
        for (const amount of shared ? [shared, all] : [all]) {
          amount.links -= own.links
          amount.characters -= own.characters
        }
        if (client !== undefined && shared && --shared.searches === 0) clients.delete(client)
      },
    }
  }
}

/** Links and characters in memory, and the most that there may be. */
interface Amount {
  links: number
  characters: number
  readonly maxLinks: number
  readonly maxCharacters: number
}

function createAmount(maxLinks: number, maxCharacters: number): Amount {
  return { links: 0, characters: 0, maxLinks, maxCharacters }
}

/** The first results that fit into each of the amounts, which they are added to. */
function takeWithinLimits<Result extends SizedResult>(results: Iterable<Result>, amounts: readonly Amount[]): Result[] {
  const taken: Result[] = []
  for (const result of results) {
    const links = result.links.length
    const characters = charactersOf(result)
    const fits = (amount: Amount) =>
      amount.links + links <= amount.maxLinks && amount.characters + characters <= amount.maxCharacters
    if (!amounts.every(fits)) break
    for (const amount of amounts) {
      amount.links += links
      amount.characters += characters
    }
    taken.push(result)
  }
  return taken
}

/** Warns that a search left out so many links of its sources, if any. */
export function omittedWarnings(links: number): Warning[] {
  if (links === 0) return []
  const limits = `${maxLinksOfSearch.toLocaleString('en-GB')} links and ${maxCharactersOfSearch.toLocaleString('en-GB')} characters`
  const detail = `${links} links of the sources are omitted: searches are limited to ${limits}, and those of a client together to ${maxSearches / 2} times as many; select fewer sources`
  return [{ kind: 'answer_too_large', detail }]
}

/** The estimated length of a result in an answer with `res=all`. */
function charactersOf(result: SizedResult): number {
  const { title, text, besides, images, tags, links } = result
  const shown = title.text.length + totalLength(imagesOfLinks(result))
  const ofLinks = links.reduce(
    (sum, { share, work }) => sum + 2 * share.url.length + shown + frameCharacters + (work?.text.length ?? 0),
    0,
  )
  return ofLinks + frameCharacters + shown + text.length + besides.length + totalLength(images) + totalLength(tags)
}

function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** The links and posts that fit into an answer, half of the limit each if both exist, and a warning if some do not. */
export function fitAnswer<Entry extends SizedEntry, Found extends { readonly result: SizedResult }>(
  entries: readonly Entry[],
  results: readonly Found[],
  maxCharacters = maxCharactersOfAnswer,
) {
  const maxSize = entries.length > 0 && results.length > 0 ? maxCharacters / 2 : maxCharacters
  const fitting = {
    entries: takeWithin(entries, maxSize, charactersOfEntry),
    results: takeWithin(results, maxSize, ({ result }) => charactersOf(result)),
  }
  const left = { links: entries.length - fitting.entries.length, results: results.length - fitting.results.length }
  const omitted = Object.entries(left).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]))
  return { ...fitting, warnings: omitted.length === 0 ? [] : [tooLarge(omitted.join(' and '), maxCharacters)] }
}

function tooLarge(omitted: string, maxCharacters: number): Warning {
  const detail = `the last ${omitted} are omitted: answers are limited to about ${maxCharacters.toLocaleString('en-GB')} characters; select fewer sources or cloud types`
  return { kind: 'answer_too_large', detail }
}

function charactersOfEntry({ share, title, images, sources }: SizedEntry): number {
  return share.url.length + title.length + totalLength(images) + totalLength(sources) + frameCharacters
}

function takeWithin<Item>(items: readonly Item[], maxSize: number, sizeOf: (item: Item) => number): readonly Item[] {
  let size = 0
  const end = items.findIndex((item) => {
    size += sizeOf(item)
    return size > maxSize
  })
  return end < 0 ? items : items.slice(0, end)
}
