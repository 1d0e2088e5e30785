// Asks many sources at once and yields outcomes as they arrive, until a deadline; asks continue in the background.
import PQueue from 'p-queue'
import type { Want } from './ask.ts'
import { UpstreamError } from './errors.ts'
import type { Old } from './kept.ts'
import type { Outcome, Source } from './source.ts'
import { held, type Place } from './turn.ts'
import type { Marks } from './versions.ts'

/** Rule for ending before the deadline, when the missing sources are not worth the wait. */
export interface Early<Query, Item> {
  /** Earliest time to end, in milliseconds from the start. */
  readonly afterMs: number
  /** Called at that time and at each later arrival: whether the results suffice without the pending sources. */
  isEnough(pending: readonly Source<Query, Item>[]): boolean
}

/** Slots shared by several gathers; when slots are short, those with the lowest `order` go first. */
export interface SharedSlots {
  readonly slots: PQueue
  /** Maximum number of its sources that this gather asks at once; sources with a cached answer do not wait. */
  readonly atOnce: number
  readonly order: number
}

/** Asks single sources. */
export interface Asker<Query, Item, Asked extends Source<Query, Item>> {
  ask(source: Asked, query: Query, want: Want, place: Place): Promise<Outcome<Item>>
  kept(source: Asked, query: Query): Promise<Old<Item> | undefined>
}

/** Options of a gather. */
export interface Spread<Query = never, Item = never> {
  /** Maximum age in milliseconds of a cached answer; default: each source's own `freshMs`. */
  readonly maxAgeMs?: number | undefined
  /** Maximum number of attempts on the wire at once for this gather, or the slots it shares with others. */
  readonly parallel: number | SharedSlots
  /**
   * Time in milliseconds after which a silent upstream releases its slot; default: it keeps the slot until it answers.
   */
  readonly holdMs?: number | undefined
  /** When to stop waiting, in milliseconds from the start. */
  readonly deadlineMs: number
  /** Rule for ending earlier; default: none. */
  readonly early?: Early<Query, Item>
  /**
   * Serve answers stored before this time (epoch milliseconds) at once, regardless of their age, and refresh them in
   * the background: they were left by an earlier process.
   */
  readonly atOnceBefore?: number | undefined
  /** Collects the versions that the outcomes depend on. */
  readonly marks?: Marks | undefined
  /** The client for whom the sources are asked; clients take turns at each host. */
  readonly client?: string | undefined
  /** Aborts when the caller disconnects: asks that no other caller waits for are aborted too. */
  readonly signal?: AbortSignal
}

/** A source that had not answered by the deadline, with its cached answer. The ask continues. */
export interface Pending<Item> {
  readonly state: 'pending'
  /** True if waiting ended before the deadline. */
  readonly isEarly: boolean
  readonly items: readonly Item[]
  readonly at?: Date | undefined
}

/** A source and its outcome. */
export type Gathered<Query, Item, Asked extends Source<Query, Item> = Source<Query, Item>> = readonly [
  source: Asked,
  outcome: Outcome<Item> | Pending<Item>,
]

/**
 * Asks continue until this time after the start, or until the deadline if that is later, so that late answers serve the
 * next caller.
 */
const longestMs = 30_000

/**
 * Asks all sources and yields each with its outcome as it arrives; when slots are short, sources listed earlier are
 * asked first. At the deadline the remaining sources are yielded as `pending`; their asks continue for up to 30 s from
 * the start. If the caller stops iterating, or its signal aborts, asks that no other caller waits for are aborted.
 */
export async function* gather<Query, Item, Asked extends Source<Query, Item>>(
  asking: Asker<Query, Item, Asked>,
  sources: readonly Asked[],
  query: Query,
  spread: Spread<Query, Item>,
): AsyncGenerator<Gathered<Query, Item, Asked>> {
  const line = lineOf(spread, async (source: Asked) => (await asking.kept(source, query)) !== undefined)
  const ending = new AbortController()
  const leave = () => ending.abort(new UpstreamError('timeout', 'aborted: the caller disconnected'))
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
    // Asks do not reject for upstream failures, so this is a bug; the caller gets it.
    .catch((error: unknown) => {
      leave()
      inbox.fail(error)
    })
    .finally(() => clearTimeout(longest))

  let finished = false
  try {
    // Outcomes that arrived while the caller handled an earlier one count, even after the deadline.
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

/** Asks a source when its turn has come. */
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
    // A cached answer usually suffices; behind hanging asks it would be too late.
    if (await isKept(source)) return inPlace()
    const asked = Promise.withResolvers<T>()
    void own.add(() => held(inPlace().then(asked.resolve, asked.reject), holdMs))
    return asked.promise
  }
}

/** Queue of arrivals, with a deadline. */
interface Inbox<Arrival> {
  put(arrival: Arrival): void
  fail(error: unknown): void
  /**
   * Waits for an arrival or a deadline, then returns the queued arrivals; empty at a deadline.
   * @throws what `fail` was given.
   */
  take(): Promise<readonly Arrival[]>
  /** The deadline has passed and the queue is empty. */
  isOver(): boolean
  /** The time for ending early has passed and the queue is empty. */
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
  return { state: 'pending', items: old?.items ?? [], at: old?.at }
}
