// Collects many lists into one response by a deadline, in request order or through a priority queue.
import PQueue from 'p-queue'
import type { z } from 'zod'
import type { batchRequest, hotBatchRequest, hotListAnswers, OptimizedRequest } from '../contract/hotlist.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createVersionReads } from '../upstream/cache/versions.ts'
import type { ListAnswer, ListRequestOptions, Lists } from './lists.ts'
import { type ResponseFreshness, responseFreshness } from './response-freshness.ts'
import { isSuccess, mean, toBatchResult, toHotResult, unknownSourceMessage } from './to-contract.ts'

type BatchAnswers = { readonly [Name in keyof typeof hotListAnswers]: (typeof hotListAnswers)[Name]['_output'] }
/** A batch response without its envelope, and its cache state. */
interface BatchResponse<Name extends keyof BatchAnswers> extends ResponseFreshness {
  readonly body: Omit<BatchAnswers[Name], 'apiVersion' | 'timestamp'>
}

type Ids = readonly string[]
type BatchRequest = Omit<z.output<typeof batchRequest>, 'sources'> & { readonly sources: Ids }
type HotBatchRequest = Omit<z.output<typeof hotBatchRequest>, 'ids'> & { readonly ids?: Ids | undefined }

/** Maximum time a request waits. */
const maxWaitMs = 60_000
/** Allows all lists in parallel: each has its own upstream. */
const maxConcurrency = 256
/** Concurrent fetches of all optimized batches together. */
const sharedSlots = 10
/** A request is queued as if it had arrived this much earlier. A request that has waited longer keeps its position, so none starves. */
const headStartMs = { high: 10_000, medium: 5_000, low: 0 } as const

export type Batches = ReturnType<typeof createBatches>

/** Creates the batch functions over `lists`; `epochMs` returns epoch milliseconds. */
export function createBatches(lists: Lists, metrics: Pick<Metrics, 'gauge'>, epochMs: () => number) {
  const slots = new PQueue({ concurrency: sharedSlots })
  const waiting = 'Attempts of optimized batches that are queued for a shared slot.'
  metrics.gauge({ name: 'trawl_batch_slots_waiting', help: waiting }, () => slots.size)
  metrics.gauge({ name: 'trawl_batch_slots_busy', help: 'Slots of optimized batches in use.' }, () => slots.pending)
  const collect: CollectAnswers = async (ids, options) => {
    const versionReads = createVersionReads(epochMs)
    const answers = await collectAnswers(ids, lists, { ...options, versionReads })
    return { answers, freshness: responseFreshness(answers, versionReads, epochMs()) }
  }
  return {
    /** Returns all lists that the request names. */
    batch: (request: BatchRequest, signal: AbortSignal) => batch(request, lists, collect, signal),
    /** Returns results by id; lists that miss the deadline are reported as failures. */
    hot: (request: HotBatchRequest, signal: AbortSignal) => hot(request, lists, collect, signal),
    /** Fetches through slots shared by all requests of this kind; higher priority first. */
    optimized(request: OptimizedRequest, signal: AbortSignal) {
      const order = epochMs() - headStartMs[request.priority]
      const parallel = { slots, maxAtOnce: request.concurrency, order }
      return optimized(request, lists, collect, { parallel, signal })
    },
  }
}

/** Fetches the lists with these ids; the answers are in the order of the ids. */
type CollectAnswers = (
  ids: readonly string[],
  options: ListRequestOptions,
) => Promise<{ readonly answers: readonly ListAnswer[]; readonly freshness: ResponseFreshness }>

async function batch(
  { sources, force, limit }: BatchRequest,
  lists: Lists,
  collect: CollectAnswers,
  signal: AbortSignal,
): Promise<BatchResponse<'batch'>> {
  const options = { force, deadlineMs: maxWaitMs, parallel: maxConcurrency, signal }
  const { answers, freshness } = await collect(sources, options)
  const invalid = unknownIds(sources, lists)
  const body = {
    summary: { total: sources.length, ...countOutcomes(answers), invalid: invalid.length },
    invalidSources: invalid,
    results: answers.map((answer) => toBatchResult(answer, limit)),
  }
  return { body, ...freshness }
}

async function hot(
  { ids: named, limit, concurrency, timeout }: HotBatchRequest,
  lists: Lists,
  collect: CollectAnswers,
  signal: AbortSignal,
): Promise<BatchResponse<'hotBatch'>> {
  const ids = named ?? enabledIds(lists)
  const options = { force: false, deadlineMs: timeout, parallel: concurrency, signal }
  const { answers, freshness } = await collect(ids, options)
  const results = [...answers.map((answer) => toHotResult(answer, limit)), ...unknownIds(ids, lists).map(unknownResult)]
  const success = results.filter((result) => result.success).length
  const body = {
    data: Object.fromEntries(results.map((result) => [result.id, result])),
    meta: { total: ids.length, success, failed: ids.length - success, avgResponseTime: meanResponseTime(answers) },
  }
  return { body, ...freshness }
}

async function optimized(
  { sources, priority, concurrency, timeout, limit }: OptimizedRequest,
  lists: Lists,
  collect: CollectAnswers,
  options: Pick<ListRequestOptions, 'parallel' | 'signal'>,
): Promise<BatchResponse<'optimized'>> {
  const ids = sources ?? enabledIds(lists)
  const first = ids.toSorted((one, other) => Number(isRealtime(lists, other)) - Number(isRealtime(lists, one)))
  const { answers, freshness } = await collect(first, { force: false, deadlineMs: timeout, ...options })
  const byId = new Map(answers.map((answer) => [answer.askedAs, answer]))
  const invalid = unknownIds(ids, lists)
  const body = {
    optimization: { priority, concurrency, timeout, strategy: 'priority-queue' },
    summary: {
      total: ids.length,
      ...countOutcomes(answers),
      invalid: invalid.length,
      avgResponseTime: meanResponseTime(answers),
    },
    invalidSources: invalid,
    results: ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((answer) => ({ ...toBatchResult(answer, limit), responseTime: answer.tookMs })),
  } as const
  return { body, ...freshness }
}

/** Fetches all known ids and returns the answers in the order of the ids. */
async function collectAnswers(
  ids: readonly string[],
  lists: Lists,
  options: ListRequestOptions,
): Promise<ListAnswer[]> {
  const answers: ListAnswer[] = []
  for await (const answer of lists.many(ids, options)) answers.push(answer)
  const order = new Map(ids.map((id, index) => [id, index]))
  // Bans may have changed while the first answers waited for the last.
  const shown = answers.map((answer) => ({ ...answer, items: lists.shown(answer.items) }))
  return shown.sort((one, other) => (order.get(one.askedAs) ?? 0) - (order.get(other.askedAs) ?? 0))
}

function unknownIds(ids: readonly string[], lists: Lists): string[] {
  return ids.filter((id) => !lists.find(id))
}

function enabledIds({ all }: Lists): string[] {
  return all.filter((list) => list.isEnabled).map(({ id }) => id)
}

/** Mean response time of the enabled lists; disabled lists are not fetched. */
function meanResponseTime(answers: readonly ListAnswer[]): number {
  return mean(answers.flatMap(({ list, tookMs }) => (list.isEnabled ? [tookMs] : [])))
}

function isRealtime(lists: Lists, id: string): boolean {
  return lists.find(id)?.type === 'realtime'
}

function countOutcomes(answers: readonly ListAnswer[]): { readonly success: number; readonly failed: number } {
  const success = answers.filter(isSuccess).length
  return { success, failed: answers.length - success }
}

function unknownResult(id: string) {
  const error = { kind: 'unknown', message: unknownSourceMessage } as const
  const nothing = { items: [], count: 0, responseTime: 0, cached: false, stale: false, updatedAt: null }
  return { id, success: false, ...nothing, error }
}
