// How much one source may bring into an answer, and how much an answer may hold.
import type { Warning } from '../contract/search.ts'

/** What of a result takes room in an answer. */
interface SizedResult {
  readonly title: { readonly text: string }
  readonly text: string
  readonly besides: string
  readonly tags: readonly string[]
  readonly images: readonly string[]
  readonly links: readonly { readonly share: { readonly url: string }; readonly work?: { readonly text: string } }[]
}

/** What of an entry does. */
interface SizedEntry {
  readonly share: { readonly url: string }
  readonly title: string
  readonly images: readonly string[]
  readonly sources: readonly string[]
}

/** Real sources give a few hundred links at once, in some hundred thousand characters. */
const maxLinksOfSource = 2_000
const maxCharactersOfSource = 4_000_000

/** An answer of some thousand links has two or three million. */
const maxCharactersOfAnswer = 16_000_000

/** Each link of a post shows the pictures of the post: fewer where there are more links. */
const maxShownImages = 200

/** What a link or a post takes in an answer besides its texts. */
const frameCharacters = 200

/** The pictures that each link of a post shows: all of them, unless the post has many links. */
export function imagesOfLinks({ images, links }: Pick<SizedResult, 'images' | 'links'>): readonly string[] {
  return images.slice(0, Math.max(1, Math.floor(maxShownImages / links.length)))
}

/** The results of a source, in their order, up to as many links and characters as a source may bring. */
export function boundedResults<Result extends SizedResult>(results: Iterable<Result>): Result[] {
  const kept: Result[] = []
  let links = 0
  let characters = 0
  for (const result of results) {
    links += result.links.length
    characters += charactersOf(result)
    if (links > maxLinksOfSource || characters > maxCharactersOfSource) break
    kept.push(result)
  }
  return kept
}

/** About how long a result is in an answer of all shapes. */
function charactersOf(result: SizedResult): number {
  const { title, text, besides, images, tags, links } = result
  const shown = title.text.length + lengthOf(imagesOfLinks(result))
  const ofLinks = links.reduce(
    (sum, { share, work }) => sum + 2 * share.url.length + shown + frameCharacters + (work?.text.length ?? 0),
    0,
  )
  return ofLinks + frameCharacters + shown + text.length + besides.length + lengthOf(images) + lengthOf(tags)
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** What of an answer's links and posts is answered. */
export interface Fitting<Entry, Found> {
  readonly entries: readonly Entry[]
  readonly results: readonly Found[]
  /** Says what is left out; empty where nothing is. */
  readonly warnings: readonly Warning[]
}

/** The first links and posts, as many as an answer has room for; each has half of it where both are wanted. */
export function fittingAnswer<Entry extends SizedEntry, Found extends { readonly result: SizedResult }>(
  entries: readonly Entry[],
  results: readonly Found[],
  maxCharacters = maxCharactersOfAnswer,
): Fitting<Entry, Found> {
  const most = entries.length > 0 && results.length > 0 ? maxCharacters / 2 : maxCharacters
  const fitting = {
    entries: firstWithin(entries, most, charactersOfEntry),
    results: firstWithin(results, most, ({ result }) => charactersOf(result)),
  }
  const left = [
    ...leftWords(entries.length - fitting.entries.length, 'links'),
    ...leftWords(results.length - fitting.results.length, 'results'),
  ]
  return { ...fitting, warnings: left.length === 0 ? [] : [tooLarge(left.join(' and '), maxCharacters)] }
}

function tooLarge(left: string, maxCharacters: number): Warning {
  const detail = `the last ${left} are left out: an answer has at most about ${maxCharacters.toLocaleString('en-GB')} characters; ask fewer sources, or for fewer cloud types`
  return { kind: 'answer_too_large', detail }
}

function charactersOfEntry({ share, title, images, sources }: SizedEntry): number {
  return share.url.length + title.length + lengthOf(images) + lengthOf(sources) + frameCharacters
}

function firstWithin<Item>(items: readonly Item[], most: number, sizeOf: (item: Item) => number): readonly Item[] {
  let size = 0
  const end = items.findIndex((item) => {
    size += sizeOf(item)
    return size > most
  })
  return end < 0 ? items : items.slice(0, end)
}

function leftWords(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`]
}
