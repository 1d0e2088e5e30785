// Collects many lists into one response by a deadline, in request order or through a priority queue.
import type { z } from 'zod'
import type { batchRequest, hotBatchRequest, hotListAnswers, OptimizedRequest } from '../contract/hotlist.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createVersionReads } from '../upstream/cache/versions.ts'
import { createLimit, type Limit } from '../upstream/host/queue.ts'
import {
  type ListAnswer,
  type ListRequestOptions,
  type Lists,
  type ResponseFreshness,
  responseFreshness,
} from './lists.ts'
import { isSuccess, mean, toBatchResult, toHotResult, unknownSourceMessage } from './to-contract.ts'

type BatchAnswers = { readonly [Name in keyof typeof hotListAnswers]: (typeof hotListAnswers)[Name]['_output'] }
type BatchBody<Name extends keyof BatchAnswers> = Omit<BatchAnswers[Name], 'apiVersion' | 'timestamp'>

type Ids = readonly string[]
type BatchRequest = Omit<z.output<typeof batchRequest>, 'sources'> & { readonly sources: Ids }
type HotBatchRequest = Omit<z.output<typeof hotBatchRequest>, 'ids'> & { readonly ids?: Ids | undefined }

const maxWaitMs = 60_000
const maxConcurrency = 256
const sharedSlots = 10
/** A request is queued as if it had arrived this much earlier. A request that has waited longer keeps its position, so none starves. */
const headStartMs = { high: 10_000, medium: 5_000, low: 0 } as const

/** A list is queued as if it had come this much later for each other one that its client waits for: the longest time for which a slot is held. */
const turnMs = 1_000

export type Batches = ReturnType<typeof createBatches>

export function createBatches(lists: Lists, metrics: Pick<Metrics, 'gauge'>, epochMs: () => number) {
  const slots = createLimit(sharedSlots)
  const enter = createOrder(slots, epochMs)
  const waiting = 'Attempts of optimized batches that are queued for a shared slot.'
  metrics.gauge({ name: 'trawl_batch_slots_waiting', help: waiting }, () => slots.waiting.size)
  metrics.gauge({ name: 'trawl_batch_slots_busy', help: 'Slots of optimized batches in use.' }, () => slots.running)
  const collect = async (ids: Ids, options: ListRequestOptions): Promise<Collected> => {
    const versionReads = createVersionReads(epochMs)
    const answers = await collectAnswers(ids, lists, { ...options, versionReads })
    const invalid = ids.filter((id) => !lists.find(id))
    return { ids, answers, invalid, freshness: responseFreshness(answers, versionReads, epochMs()) }
  }
  return {
    async batch({ sources, force, limit }: BatchRequest, signal: AbortSignal, client?: string) {
      const options = { force, deadlineMs: maxWaitMs, parallel: maxConcurrency, signal, client }
      const collected = await collect(sources, options)
      return { body: batchBody(collected, limit), ...collected.freshness }
    },
    /** Returns results by id; lists that miss the deadline are reported as failures. */
    async hot({ ids, limit, concurrency, timeout }: HotBatchRequest, signal: AbortSignal, client?: string) {
      const options = { force: false, deadlineMs: timeout, parallel: concurrency, signal, client }
      const collected = await collect(ids ?? enabledIds(lists), options)
      return { body: hotBody(collected, limit), ...collected.freshness }
    },
    /** Fetches through slots shared by all requests of this kind; higher priority first, and clients take turns. */
    async optimized({ sources, ...request }: OptimizedRequest, signal: AbortSignal, client?: string) {
      const ids = sources ?? enabledIds(lists)
      const first = ids.toSorted((one, other) => Number(isRealtime(lists, other)) - Number(isRealtime(lists, one)))
      const { concurrency: parallel, timeout: deadlineMs, priority } = request
      const { shared, leave } = enter(priority, Math.min(parallel, ids.length), client)
      const options = { force: false, deadlineMs, parallel, shared, signal, client }
      const collected = await collect(first, options).finally(leave)
      return { body: optimizedBody({ ...collected, ids }, request), ...collected.freshness }
    },
  }
}

/** Creates the order in which requests get the shared slots: by arrival, priority, and what their client waits for already. */
function createOrder(slots: Limit, epochMs: () => number) {
  const waiting = new Map<string, number>()
  /** Enters a request that asks this many lists at once. `leave` is called when it ends. */
  return function enter(priority: OptimizedRequest['priority'], atOnce: number, client: string | undefined) {
    const begun = epochMs() - headStartMs[priority]
    const key = `${priority} ${client}`
    const ahead = client === undefined ? 0 : (waiting.get(key) ?? 0)
    const turnOf = (index: number) => (client === undefined ? 0 : (ahead + Math.min(index, atOnce - 1)) * turnMs)
    waiting.set(key, ahead + atOnce)
    const leave = () => {
      const left = (waiting.get(key) ?? 0) - atOnce
      if (left > 0) waiting.set(key, left)
      else waiting.delete(key)
    }
    return { shared: { limits: [slots], order: (index: number) => begun + turnOf(index) + index }, leave }
  }
}

interface Collected {
  readonly ids: Ids
  readonly answers: readonly ListAnswer[]
  readonly invalid: string[]
  readonly freshness: ResponseFreshness
}

function batchBody(collected: Collected, limit: number): BatchBody<'batch'> {
  const results = collected.answers.map((answer) => toBatchResult(answer, limit))
  return { summary: summaryOf(collected), invalidSources: collected.invalid, results }
}

function summaryOf({ ids, answers, invalid }: Collected) {
  const success = answers.filter(isSuccess).length
  return { total: ids.length, success, failed: answers.length - success, invalid: invalid.length }
}

function hotBody({ ids, answers, invalid }: Collected, limit: number): BatchBody<'hotBatch'> {
  const results = [...answers.map((answer) => toHotResult(answer, limit)), ...invalid.map(unknownResult)]
  const success = results.filter((result) => result.success).length
  return {
    data: Object.fromEntries(results.map((result) => [result.id, result])),
    meta: { total: ids.length, success, failed: ids.length - success, avgResponseTime: meanResponseTime(answers) },
  }
}

function optimizedBody(
  collected: Collected,
  { limit, ...optimization }: Omit<OptimizedRequest, 'sources'>,
): BatchBody<'optimized'> {
  const { ids, answers, invalid } = collected
  const byId = new Map(answers.map((answer) => [answer.askedAs, answer]))
  return {
    optimization: { ...optimization, strategy: 'priority-queue' },
    summary: { ...summaryOf(collected), avgResponseTime: meanResponseTime(answers) },
    invalidSources: invalid,
    results: ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((answer) => ({ ...toBatchResult(answer, limit), responseTime: answer.tookMs })),
  }
}

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

function enabledIds({ all }: Lists): string[] {
  return all.filter((list) => list.isEnabled).map(({ id }) => id)
}

function meanResponseTime(answers: readonly ListAnswer[]): number {
  return mean(answers.flatMap(({ list, tookMs }) => (list.isEnabled ? [tookMs] : [])))
}

function isRealtime(lists: Lists, id: string): boolean {
  return lists.find(id)?.type === 'realtime'
}

function unknownResult(id: string) {
  const error = { kind: 'unknown', message: unknownSourceMessage } as const
  const nothing = { items: [], count: 0, responseTime: 0, cached: false, stale: false, updatedAt: null }
  return { id, success: false, ...nothing, error }
}
