// Combines the results of one search: archived posts at once, results of sources as they are received.
import { setImmediate as immediate } from 'node:timers/promises'
import { withTimeout } from '../../async/timeout.ts'
import { withInterrupts } from '../../async/with-interrupts.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { Archive } from '../archive/archive.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import {
  createResultFilter,
  type MatchedPost,
  type SourceResult,
  type SourceResultDeps,
  streamSourceResults,
} from './source-results.ts'
import type { SourceSelection } from './source-selection.ts'

/** Posts from the archive that match a search and that no source has returned so far: the copy of a source is newer. */
export interface ArchiveResults {
  readonly recalled: readonly MatchedPost[]
  /** True if the archive, or this part of it, could not be read, or not in time. */
  readonly isUnread?: boolean
}

export interface CombinedResultDeps extends SourceResultDeps {
  /** Undefined when the archive is disabled. */
  readonly archive?: Pick<Archive, 'search' | 'storeWorks'> | undefined
}

/** How long asking the sources is delayed for the archive, which usually answers faster; sources take about a hundred times as long. */
const archiveFirstMs = 15

/** How long the archive is awaited after the last source; a disk may hang. */
const maxArchiveWaitMs = 250

/** Further archive pages are read until this many shares are found that no source returned, or this many pages are read. */
const maxArchiveShares = 500
const maxArchivePages = 8

/** Yields the results of sources, and pages of the archive, the first usually before them. Throws like the sources. */
export async function* streamResults(
  request: SearchRequest,
  choice: SourceSelection,
  parts: CombinedResultDeps,
  options: Parameters<typeof streamSourceResults>[3],
): AsyncGenerator<SourceResult | ArchiveResults> {
  const { archive } = parts
  const sourceResults = streamSourceResults(request, choice, parts, options)
  if (!archive) return yield* sourceResults
  const filterResults = createResultFilter(request, choice.clouds, parts.bans)
  const readPage: ReadArchivePage = async (below, except) => {
    const page = await archive.search(request, choice, below, except)
    return page ? { recalled: filterResults(page.results).found, next: page.next } : unread
  }
  const received: SourceResult[] = []
  let lastPage: ArchivePage | undefined
  for await (const result of archiveFirst(sourceResults, readPage())) {
    if ('recalled' in result) {
      lastPage = result
      yield { ...result, recalled: withoutReceived(result.recalled, received) }
    } else {
      received.push(result)
      yield result
    }
  }
  if (lastPage) yield* readMorePages(lastPage, readPage, received)
}

/** A page of archive results, and the position of the next page. */
interface ArchivePage extends ArchiveResults {
  readonly next: number | undefined
}

const unread: ArchivePage = { recalled: [], next: undefined, isUnread: true }

type ReadArchivePage = (below?: number, except?: readonly string[]) => Promise<ArchivePage>

/** Reads further archive pages, without the posts that sources returned: most of the newest entries are theirs. */
async function* readMorePages(
  first: ArchivePage,
  readPage: ReadArchivePage,
  received: readonly SourceResult[],
): AsyncGenerator<ArchiveResults> {
  let page = first
  const except = received.flatMap(({ items }) => items.map(postKey))
  // Several sources may have posted the same share.
  const shares = new Set<string>()
  for (let pageCount = 1; ; pageCount += 1) {
    for (const { matches } of withoutReceived(page.recalled, received))
      for (const { link } of matches) shares.add(link.share.key)
    if (shares.size >= maxArchiveShares || pageCount === maxArchivePages || page.next === undefined) return
    page = (await withTimeout(readPage(page.next, except), maxArchiveWaitMs)) ?? unread
    yield { ...page, recalled: withoutReceived(page.recalled, received) }
  }
}

async function* archiveFirst(
  sourceResults: AsyncGenerator<SourceResult>,
  firstPage: Promise<ArchivePage>,
): AsyncGenerator<SourceResult | ArchivePage> {
  const page = await withTimeout(firstPage, archiveFirstMs)
  if (!page) return yield* interleave(sourceResults, firstPage)
  yield page
  // Lets the caller send this page before the sources are asked.
  await immediate()
  yield* sourceResults
}

/** Yields the archive page between the results of sources, as soon as it is there. */
async function* interleave(
  sourceResults: AsyncGenerator<SourceResult>,
  firstPage: Promise<ArchivePage>,
): AsyncGenerator<SourceResult | ArchivePage> {
  let isPending = true
  for await (const result of withInterrupts(sourceResults, () => (isPending ? firstPage : undefined))) {
    if (result) yield result
    else {
      isPending = false
      yield await firstPage
    }
  }
  if (isPending) yield (await withTimeout(firstPage, maxArchiveWaitMs)) ?? unread
}

/** The archived posts that no source has returned again. */
function withoutReceived(
  recalled: readonly MatchedPost[],
  received: readonly Pick<SourceResult, 'items'>[],
): readonly MatchedPost[] {
  if (recalled.length === 0) return recalled
  const seen = new Set(received.flatMap(({ items }) => items.map(postKey)))
  return recalled.filter(({ result }) => !seen.has(postKey(result)))
}

export function postKey({ source, id }: Pick<ParsedPost, 'source' | 'id'>): string {
  return `${source} ${id}`
}
