// All that comes to a search: what the archive recalls at once, and what the sources give as it arrives.
import { setImmediate as immediate } from 'node:timers/promises'
import type { SearchRequest } from '../contract/search.ts'
import { within } from '../within.ts'
import type { Archive } from './archive/archive.ts'
import { type Arrival, type ArrivalParts, allowed, arrivals, type Found, foundIn, matcherOf } from './arrivals.ts'
import type { Choice } from './choose.ts'

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
const latestMs = 1_000

/**
 * Yields arrivals as `arrivals` does, and once among them, mostly before them all, what the archive recalls, if there is one.
 * Throws as `arrivals` does.
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
  const recalling = recall(request, choice, { ...parts, archive })
  const atOnce = await within(recalling, atOnceMs)
  if (!atOnce) return yield* amongThem(asked, recalling)
  yield atOnce
  // What was yielded is to be on its way before all sources are asked.
  await immediate()
  yield* asked
}

/** Yields what is recalled among the arrivals. */
async function* amongThem(
  asked: AsyncGenerator<Arrival>,
  recalling: Promise<Recollection>,
): AsyncGenerator<Arrival | Recollection> {
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

async function recall(
  request: SearchRequest,
  { sources, clouds }: Choice,
  { archive, bans }: ComingParts & { readonly archive: Pick<Archive, 'recall'> },
): Promise<Recollection> {
  const results = await archive.recall(request, { sources, clouds })
  const matcher = matcherOf(request, clouds)
  return { recalled: allowed(results, bans).flatMap((result) => foundIn(result, matcher(result))) }
}
