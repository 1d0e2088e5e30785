// Collects many lists into one response by a deadline, in request order or through a priority queue.
import PQueue from 'p-queue'
import type { hotListAnswers, OptimizedRequest } from '../contract/hotlist.ts'
import type { Metrics } from '../metrics.ts'
import { createMarks } from '../upstream/versions.ts'
import type { ListAnswer, Lists, Manner } from './lists.ts'
import { batchResultOf, hotResultOf, isSuccess, meanOf, noSuchSource } from './shape.ts'
import { type Standing, standingOf } from './standing.ts'

type Answers = { readonly [Name in keyof typeof hotListAnswers]: (typeof hotListAnswers)[Name]['_output'] }
/** A batch response without its envelope, and its cache state. */
interface Batch<Name extends keyof Answers> extends Standing {
  readonly body: Omit<Answers[Name], 'apiVersion' | 'timestamp'>
}

export interface Batches {
  /** Returns all lists that the request names. */
  batch(request: BatchRequest, signal: AbortSignal): Promise<Batch<'batch'>>
  /** Returns results by id; lists that miss the deadline are reported as failures. */
  hot(request: HotRequest, signal: AbortSignal): Promise<Batch<'hotBatch'>>
  /** Fetches through slots shared by all requests of this kind; higher priority first. */
  optimized(request: OptimizedRequest, signal: AbortSignal): Promise<Batch<'optimized'>>
}

interface BatchRequest {
  readonly sources: readonly string[]
  readonly force: boolean
  readonly limit: number
}

interface HotRequest {
  readonly ids?: readonly string[] | undefined
  readonly limit: number
  readonly concurrency: number
  readonly timeout: number
}

/** Maximum time a request waits. */
const longestMs = 60_000
/** Allows all lists in parallel: each has its own upstream. */
const plenty = 256
/** Concurrent fetches of all optimized batches together. */
const sharedSlots = 10
/** A request is queued as if it had arrived this much earlier. A request that has waited longer keeps its position, so none starves. */
const headStartMs = { high: 10_000, medium: 5_000, low: 0 } as const

/** Creates the batch functions over `lists`; `epochMs` returns epoch milliseconds. */
export function createBatches(lists: Lists, metrics: Pick<Metrics, 'gauge'>, epochMs: () => number): Batches {
  const slots = new PQueue({ concurrency: sharedSlots })
  const waiting = 'Attempts of optimized batches that are queued for a shared slot.'
  metrics.gauge({ name: 'trawl_batch_slots_waiting', help: waiting }, () => slots.size)
  metrics.gauge({ name: 'trawl_batch_slots_busy', help: 'Slots of optimized batches in use.' }, () => slots.pending)
  const gathering: Gathering = async (ids, manner) => {
    const marks = createMarks(epochMs)
    const came = await gathered(ids, lists, { ...manner, marks })
    return { came, standing: standingOf(came, marks, epochMs()) }
  }
  return {
    batch: (request, signal) => batch(request, lists, gathering, signal),
    hot: (request, signal) => hot(request, lists, gathering, signal),
    optimized(request, signal) {
      const order = epochMs() - headStartMs[request.priority]
      const parallel = { slots, atOnce: request.concurrency, order }
      return optimized(request, lists, gathering, { parallel, signal })
    },
  }
}

/** Fetches the lists with these ids; the answers are in the order of the ids. */
type Gathering = (
  ids: readonly string[],
  manner: Manner,
) => Promise<{ readonly came: readonly ListAnswer[]; readonly standing: Standing }>

async function batch(
  { sources, force, limit }: BatchRequest,
  lists: Lists,
  gathering: Gathering,
  signal: AbortSignal,
): Promise<Batch<'batch'>> {
  const { came, standing } = await gathering(sources, { force, deadlineMs: longestMs, parallel: plenty, signal })
  const invalid = unknownOf(sources, lists)
  const body = {
    summary: { total: sources.length, ...countsOf(came), invalid: invalid.length },
    invalidSources: invalid,
    results: came.map((answer) => batchResultOf(answer, limit)),
  }
  return { body, ...standing }
}

async function hot(
  { ids: named, limit, concurrency, timeout }: HotRequest,
  lists: Lists,
  gathering: Gathering,
  signal: AbortSignal,
): Promise<Batch<'hotBatch'>> {
  const ids = named ?? enabledOf(lists)
  const manner = { force: false, deadlineMs: timeout, parallel: concurrency, signal }
  const { came, standing } = await gathering(ids, manner)
  const results = [...came.map((answer) => hotResultOf(answer, limit)), ...unknownOf(ids, lists).map(nobody)]
  const success = results.filter((result) => result.success).length
  const body = {
    data: Object.fromEntries(results.map((result) => [result.id, result])),
    meta: { total: ids.length, success, failed: ids.length - success, avgResponseTime: meanTimeOf(came) },
  }
  return { body, ...standing }
}

async function optimized(
  { sources, priority, concurrency, timeout, limit }: OptimizedRequest,
  lists: Lists,
  gathering: Gathering,
  manner: Pick<Manner, 'parallel' | 'signal'>,
): Promise<Batch<'optimized'>> {
  const ids = sources ?? enabledOf(lists)
  const first = ids.toSorted((one, other) => Number(isRealtime(lists, other)) - Number(isRealtime(lists, one)))
  const { came, standing } = await gathering(first, { force: false, deadlineMs: timeout, ...manner })
  const byId = new Map(came.map((answer) => [answer.askedAs, answer]))
  const invalid = unknownOf(ids, lists)
  const body = {
    optimization: { priority, concurrency, timeout, strategy: 'priority-queue' },
    summary: { total: ids.length, ...countsOf(came), invalid: invalid.length, avgResponseTime: meanTimeOf(came) },
    invalidSources: invalid,
    results: ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((answer) => ({ ...batchResultOf(answer, limit), responseTime: answer.tookMs })),
  } as const
  return { body, ...standing }
}

/** Fetches all known ids and returns the answers in the order of the ids. */
async function gathered(ids: readonly string[], lists: Lists, manner: Manner): Promise<ListAnswer[]> {
  const came: ListAnswer[] = []
  for await (const answer of lists.many(ids, manner)) came.push(answer)
  const order = new Map(ids.map((id, index) => [id, index]))
  // Bans may have changed while the first answers waited for the last.
  const shown = came.map((answer) => ({ ...answer, items: lists.shown(answer.items) }))
  return shown.sort((one, other) => (order.get(one.askedAs) ?? 0) - (order.get(other.askedAs) ?? 0))
}

function unknownOf(ids: readonly string[], lists: Lists): string[] {
  return ids.filter((id) => !lists.find(id))
}

function enabledOf({ all }: Lists): string[] {
  return all.filter((list) => list.isEnabled).map(({ id }) => id)
}

/** Mean response time of the enabled lists; disabled lists are not fetched. */
function meanTimeOf(came: readonly ListAnswer[]): number {
  return meanOf(came.flatMap(({ list, tookMs }) => (list.isEnabled ? [tookMs] : [])))
}

function isRealtime(lists: Lists, id: string): boolean {
  return lists.find(id)?.type === 'realtime'
}

function countsOf(came: readonly ListAnswer[]): { readonly success: number; readonly failed: number } {
  const success = came.filter(isSuccess).length
  return { success, failed: came.length - success }
}

function nobody(id: string) {
  const error = { kind: 'unknown', message: noSuchSource } as const
  return {
    id,
    success: false,
    items: [],
    count: 0,
    responseTime: 0,
    cached: false,
    stale: false,
    updatedAt: null,
    error,
  }
}
