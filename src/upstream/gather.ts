// Many asks at once: outcomes in order of arrival until a deadline, after which asking goes on without us.
import PQueue from 'p-queue'
import type { Want } from './ask.ts'
import { UpstreamError } from './errors.ts'
import type { Old } from './kept.ts'
import type { Outcome, Source } from './source.ts'
import { held, type Place } from './turn.ts'
import type { Marks } from './versions.ts'

/** Stopping before the deadline, when what is still missing is not worth the wait. */
export interface Early<Query, Item> {
  /** Not before so many milliseconds from the start. */
  readonly afterMs: number
  /** Asked then, and at each arrival after it: is what came enough without these? */
  isEnough(pending: readonly Source<Query, Item>[]): boolean
}

/** Slots for several gatherings: of all that wait for one, those of the lowest order go first. */
export interface SharedSlots {
  readonly slots: PQueue
  /** How many of its sources this gathering asks at once; those of which something is kept wait for nobody. */
  readonly atOnce: number
  readonly order: number
}

/** Who asks the sources; `Asking` does. */
export interface Asker<Query, Item, Asked extends Source<Query, Item>> {
  ask(source: Asked, query: Query, want: Want, place: Place): Promise<Outcome<Item>>
  kept(source: Asked, query: Query): Promise<Old<Item> | undefined>
}

/** How many sources are to be asked. */
export interface Spread<Query = never, Item = never> {
  /** An answer younger than this serves without asking; default: each source's own `freshMs`. */
  readonly maxAgeMs?: number | undefined
  /** How many attempts may be on the wire at once for this gathering; or the slots it shares with others. */
  readonly parallel: number | SharedSlots
  /** An upstream that is silent for longer does not count as asked at once any more; default: it counts until it has answered. */
  readonly holdMs?: number | undefined
  /** When to stop waiting, in milliseconds from the start. */
  readonly deadlineMs: number
  /** When to stop waiting before that; default: not at all. */
  readonly early?: Early<Query, Item>
  /** What an earlier process left before this time (epoch milliseconds) serves at once, however old, and is asked again behind it. */
  readonly atOnceBefore?: number | undefined
  /** Where each source leaves a mark of what its outcome rests on. */
  readonly marks?: Marks | undefined
  /** For whom the sources are asked; clients take turns at each host. */
  readonly client?: string | undefined
  /** Aborts when the caller leaves: then asks that nobody else waits for end. */
  readonly signal?: AbortSignal
}

/** A source that had not answered by the deadline, with what is kept of an earlier answer. It is still being asked. */
export interface Pending<Item> {
  readonly state: 'pending'
  /** The waiting ended before the deadline. */
  readonly isEarly: boolean
  readonly items: readonly Item[]
  readonly at?: Date
}

/** A source and what came of asking it. */
export type Gathered<Query, Item, Asked extends Source<Query, Item> = Source<Query, Item>> = readonly [
  source: Asked,
  outcome: Outcome<Item> | Pending<Item>,
]

/** Asking goes on this long after it began, so that what comes late serves the next caller; longer when the caller waits longer. */
const longestMs = 30_000

/**
 * Asks all sources and yields each with its outcome as it arrives; sources named earlier are asked first when slots are short.
 * At the deadline those still under way are yielded as `pending`, and asking goes on behind, 30 s from the start at the most.
 * A caller that stops iterating, or whose signal aborts, ends the asks only it waited for.
 */
export async function* gather<Query, Item, Asked extends Source<Query, Item>>(
  asking: Asker<Query, Item, Asked>,
  sources: readonly Asked[],
  query: Query,
  spread: Spread<Query, Item>,
): AsyncGenerator<Gathered<Query, Item, Asked>> {
  const line = lineOf(spread, async (source: Asked) => (await asking.kept(source, query)) !== undefined)
  const ending = new AbortController()
  const leave = () => ending.abort(new UpstreamError('timeout', 'given up: the caller left'))
  if (spread.signal?.aborted) leave()
  spread.signal?.addEventListener('abort', leave, { once: true })
  const tooLong = () => ending.abort(new UpstreamError('timeout', 'took too long'))
  const longest = setTimeout(tooLong, Math.max(longestMs, spread.deadlineMs))
  const waiting = new Map(sources.map((source) => [source.id, source]))
  const inbox = createInbox<Gathered<Query, Item, Asked>>(spread.deadlineMs, spread.early?.afterMs)

  const asks = sources.map(async (source, order) => {
    const { maxAgeMs, atOnceBefore, marks } = spread
    const want = { maxAgeMs, atOnceBefore, marks, signal: ending.signal }
    inbox.put([source, await line(source, order, (place) => asking.ask(source, query, want, place))])
  })
  Promise.all(asks)
    // Asking does not reject for what an upstream does: this is a bug of ours, and the caller's to hear of.
    .catch((error: unknown) => {
      leave()
      inbox.fail(error)
    })
    .finally(() => clearTimeout(longest))

  let finished = false
  try {
    // What arrived while the caller was busy with an earlier outcome has arrived, deadline or not.
    while (waiting.size > 0 && !inbox.isOver()) {
      for (const arrival of await inbox.take()) {
        waiting.delete(arrival[0].id)
        yield arrival
      }
      if (inbox.mayEnd() && spread.early?.isEnough([...waiting.values()])) break
    }
    const isEarly = !inbox.isOver()
    if (waiting.size > 0) spread.marks?.spoil()
    for (const source of waiting.values()) yield [source, { isEarly, ...(await pendingOf(asking, source, query)) }]
    finished = true
  } finally {
    inbox.close()
    spread.signal?.removeEventListener('abort', leave)
    if (!finished) leave()
  }
}

/** Asks a source in its place. */
type Line<Asked> = <T>(source: Asked, order: number, ask: (place: Place) => Promise<T>) => Promise<T>

function lineOf<Asked>(
  { parallel, holdMs, client }: Pick<Spread, 'parallel' | 'holdMs' | 'client'>,
  isKept: (source: Asked) => Promise<boolean>,
): Line<Asked> {
  if (typeof parallel === 'number') {
    const slots = new PQueue({ concurrency: parallel })
    return (_source, order, ask) => ask({ slots, order, holdMs, client })
  }
  const { slots, atOnce, order } = parallel
  const own = new PQueue({ concurrency: atOnce })
  return async <T>(source: Asked, _order: number, ask: (place: Place) => Promise<T>) => {
    const inPlace = () => ask({ slots, order, holdMs, client })
    // What is kept will mostly do; behind others that hang it would come too late.
    if (await isKept(source)) return inPlace()
    const asked = Promise.withResolvers<T>()
    void own.add(() => held(inPlace().then(asked.resolve, asked.reject), holdMs))
    return asked.promise
  }
}

/** What arrives, until it is late. */
interface Inbox<Arrival> {
  put(arrival: Arrival): void
  fail(error: unknown): void
  /** Waits for news, then gives what has arrived: nothing when the news is that it is late. @throws what `fail` was given. */
  take(): Promise<readonly Arrival[]>
  /** The deadline has come, and nothing lies here. */
  isOver(): boolean
  /** The time for an early end has come, and nothing lies here. */
  mayEnd(): boolean
  close(): void
}

function createInbox<Arrival>(deadlineMs: number, earlyMs: number | undefined): Inbox<Arrival> {
  const arrived: Arrival[] = []
  let news = Promise.withResolvers<void>()
  let bug: { readonly error: unknown } | undefined
  const past = { early: false, deadline: false }
  const alarm = (which: keyof typeof past, afterMs: number) =>
    setTimeout(() => {
      past[which] = true
      news.resolve()
    }, afterMs)
  const alarms = [alarm('deadline', deadlineMs), ...(earlyMs === undefined ? [] : [alarm('early', earlyMs)])]
  return {
    put(arrival) {
      arrived.push(arrival)
      news.resolve()
    },
    fail(error) {
      bug = { error }
      news.resolve()
    },
    async take() {
      await news.promise
      news = Promise.withResolvers()
      if (bug) throw bug.error
      return arrived.splice(0)
    },
    isOver: () => past.deadline && arrived.length === 0,
    mayEnd: () => past.early && arrived.length === 0,
    close() {
      for (const timer of alarms) clearTimeout(timer)
    },
  }
}

async function pendingOf<Query, Item, Asked extends Source<Query, Item>>(
  asking: Pick<Asker<Query, Item, Asked>, 'kept'>,
  source: Asked,
  query: Query,
): Promise<Omit<Pending<Item>, 'isEarly'>> {
  const old = await asking.kept(source, query)
  return { state: 'pending', items: old?.items ?? [], ...(old ? { at: old.at } : {}) }
}
