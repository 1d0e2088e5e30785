// All that comes to a search: what the archive recalls at once, and what the sources give as it arrives.
import { setImmediate as immediate } from 'node:timers/promises'
import type { SearchRequest } from '../contract/search.ts'
import { within } from '../within.ts'
import type { Archive } from './archive/archive.ts'
import { type Arrival, type ArrivalParts, arrivals, createSieve, type Found } from './arrivals.ts'
import type { Choice } from './choose.ts'
import { createSeen, type Seen } from './recalled.ts'

/** What the archive holds for a search: links that sources showed at some time. */
export interface Recollection {
  readonly recalled: readonly Found[]
}

export interface ComingParts extends ArrivalParts {
  /** Absent where there is none. */
  readonly archive?: Pick<Archive, 'recall'> | undefined
}

/** The archive mostly answers within this; sources take a hundred times as long, and to begin to ask them takes longer than to recall. */
const atOnceMs = 15

/** What is recalled later than this after all sources have come is left out: a disk may hang. */
const latestMs = 250

/** So many shares of posts that have not come are enough, or what so many looks into the archive bring. */
const enough = 500
const mostLooks = 8

/**
 * Yields arrivals as `arrivals` does, and once among them, mostly before them all, what the archive recalls, if there is one; at the end more of that,
 * where much of it has come besides. Throws as `arrivals` does.
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

/** One look into the archive, and where the next would begin. */
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

/** What has come again was kept last: behind it stands what no source gave. */
async function* further(first: Look, recall: Recall, seen: Seen): AsyncGenerator<Recollection> {
  let look: Look | undefined = first
  // Many sources may have shown the same share.
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
  // What was yielded is to be on its way before all sources are asked.
  await immediate()
  yield* asked
}

/** Yields what is recalled among the arrivals. */
async function* amongThem(asked: AsyncGenerator<Arrival>, recalling: Promise<Look>): AsyncGenerator<Arrival | Look> {
  let isRecalled = false
  try {
    for (let isOver = false; !isOver; ) {
      const next = asked.next()
      // Whoever waits for it hears of it; who has left meanwhile need not.
      next.catch(() => undefined)
      const first = isRecalled ? undefined : await Promise.race([recalling, next])
      if (first && 'recalled' in first) {
        isRecalled = true
        yield first
      }
      const { done, value } = await next
      isOver = done === true
      if (!done) yield value
    }
    const late = isRecalled ? undefined : await within(recalling, latestMs)
    if (late) yield late
  } finally {
    await asked.return(undefined)
  }
}
