// Combines the results of one search: archived posts at once, results of sources as they are received.
import { setImmediate as immediate } from 'node:timers/promises'
import type { SearchRequest } from '../contract/search.ts'
import { within } from '../within.ts'
import type { Archive } from './archive/archive.ts'
import { type Arrival, type ArrivalParts, arrivals, createSieve, type Found } from './arrivals.ts'
import type { Choice } from './choose.ts'
import { createSeen, type Seen } from './recalled.ts'

/** Posts from the archive that match a search. */
export interface Recollection {
  readonly recalled: readonly Found[]
}

export interface ComingParts extends ArrivalParts {
  /** Undefined when the archive is disabled. */
  readonly archive?: Pick<Archive, 'recall'> | undefined
}

/** How long asking the sources is delayed for the archive, which usually answers faster; sources take about a hundred times as long. */
const atOnceMs = 15

/** How long the archive is awaited after the last source; a disk may hang. */
const latestMs = 250

/** Further archive pages are read until this many shares are found that no source returned, or this many pages are read. */
const enough = 500
const mostLooks = 8

/**
 * Yields the results of sources like `arrivals` and, if there is an archive, its first page, usually before them; at the end yields further
 * pages if the sources returned most of the first. Throws like `arrivals`.
 */
export async function* coming(
  request: SearchRequest,
  choice: Choice,
  parts: ComingParts,
  want: Parameters<typeof arrivals>[3],
): AsyncGenerator<Arrival | Recollection> {
  const { archive } = parts
  const asked = arrivals(request, choice, parts, want)
  if (!archive) return yield* asked
  const recall = createRecall(request, choice, { ...parts, archive })
  const seen = createSeen()
  let latest: Look | undefined
  for await (const one of together(asked, recall())) {
    if ('recalled' in one) latest = one
    else seen.add(one)
    yield one
  }
  if (latest) yield* further(latest, recall, seen)
}

/** A page of archive results, and the position of the next page. */
interface Look extends Recollection {
  readonly next: number | undefined
}

type Recall = (below?: number) => Promise<Look>

function createRecall(
  request: SearchRequest,
  { sources, clouds }: Choice,
  { archive, bans }: ComingParts & { readonly archive: Pick<Archive, 'recall'> },
): Recall {
  const sift = createSieve(request, clouds, bans)
  return async (below) => {
    const { results, next } = await archive.recall(request, { sources, clouds }, below)
    return { recalled: sift(results).found, next }
  }
}

/** Reads further archive pages. The newest entries come first and are mostly those that sources just returned; older pages hold the others. */
async function* further(first: Look, recall: Recall, seen: Seen): AsyncGenerator<Recollection> {
  let look: Look | undefined = first
  // Several sources may have posted the same share.
  const shares = new Set<string>()
  for (let looks = 1; look; looks += 1) {
    for (const { matches } of seen.without(look.recalled)) for (const { link } of matches) shares.add(link.share.key)
    if (shares.size >= enough || looks === mostLooks || look.next === undefined) return
    look = await within(recall(look.next), latestMs)
    if (look) yield look
  }
}

async function* together(asked: AsyncGenerator<Arrival>, recalling: Promise<Look>): AsyncGenerator<Arrival | Look> {
  const atOnce = await within(recalling, atOnceMs)
  if (!atOnce) return yield* amongThem(asked, recalling)
  yield atOnce
  // Lets the caller send this page before the sources are asked.
  await immediate()
  yield* asked
}

/** Yields the archive page between the results of sources, as soon as it is there. */
async function* amongThem(asked: AsyncGenerator<Arrival>, recalling: Promise<Look>): AsyncGenerator<Arrival | Look> {
  let pendingPage: Promise<Look> | undefined = recalling
  try {
    for (;;) {
      const next = asked.next()
      // Awaited below. If the consumer returns before that, a rejection must not be unhandled.
      next.catch(() => undefined)
      const first = pendingPage && (await Promise.race([pendingPage, next]))
      if (first && 'recalled' in first) {
        pendingPage = undefined
        yield first
      }
      const result = await next
      if (result.done) break
      yield result.value
    }
    const latePage = pendingPage && (await within(pendingPage, latestMs))
    if (latePage) yield latePage
  } finally {
    await asked.return(undefined)
  }
}
