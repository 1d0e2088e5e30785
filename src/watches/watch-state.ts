// The stored state of a watch: what it has found, what it knows, and the messages to send. Changes return a new state.
import { z } from 'zod'
import { type WatchEvent, watchEvent } from '../contract/watches.ts'
import { addToQueues, messageQueue } from './message-queue.ts'
import { digest, scopeOf, type Watch, type WatchHit } from './watch.ts'

const shape = z.object({
  /** The scope that the state belongs to; another one begins anew. */
  scope: z.string(),
  /** When this scope began, in epoch milliseconds. */
  since: z.number(),
  /** Lists and sources whose matches are known: what else they show is new. */
  covered: z.array(z.string()),
  /** When each hit was last seen, by its digest. */
  seen: z.record(z.string(), z.number()),
  /** Oldest first. */
  events: z.array(watchEvent),
  /** When the latest search began. */
  searchedAt: z.number(),
  /** Messages to send, by the name of the notifier. */
  queues: z.record(z.string(), messageQueue),
  /** Digest of the token that opens the feed; empty without one. States of older versions have none. */
  feedDigest: z.string().default(''),
})
export type WatchState = z.infer<typeof shape>

const dayMs = 24 * 60 * 60_000
/** Longer than anything stays away from a list and returns. */
const seenMs = 30 * dayMs
const maxSeen = 5_000
const eventMs = 60 * dayMs
const maxEvents = 300
/** Only the first few entries of the beginning are shown. */
const maxInitialEvents = 20

export function emptyState(scope = '', since = 0): WatchState {
  return { scope, since, covered: [], seen: {}, events: [], searchedAt: 0, queues: {}, feedDigest: '' }
}

/** Parses a stored state; undefined if it is none. */
export function parseState(bytes: Uint8Array): WatchState | undefined {
  try {
    return shape.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data
  } catch {
    return undefined
  }
}

/** The state for the scope of a watch: after a change of its words all that matches is known first. */
export function inScope(state: WatchState, watch: Watch, now: number): WatchState {
  const scope = scopeOf(watch)
  return state.scope === scope ? state : { ...state, scope, since: now, covered: [], searchedAt: 0 }
}

/** The finds, and the lists and sources that were read completely. */
export interface Findings {
  readonly hits: readonly WatchHit[]
  readonly covered: readonly string[]
}

/** Adds what was found: an event for each new hit, and a message where its source was covered before. Returns the same state if nothing is new. */
export function addFindings(given: WatchState, watch: Watch, { hits, covered }: Findings, now: number): WatchState {
  const state = inScope(given, watch, now)
  const known = new Set(state.covered)
  // So that events are told apart by their time: `since` excludes all of one change or none.
  const at = Math.max(now, (state.events.at(-1)?.at ?? 0) + 1)
  const distinct = new Map(hits.map((hit) => [digest(hit.key), hit]))
  const seen = [...distinct.keys()].filter((id) => now - (state.seen[id] ?? 0) > dayMs)
  const added = [...distinct]
    .filter(([id]) => state.seen[id] === undefined)
    .map(([id, hit]) => toEvent(watch, { id, at, hit, isInitial: hit.isOld ?? !known.has(hit.source) }))
  const newlyCovered = covered.filter((source) => !known.has(source))
  if (seen.length + newlyCovered.length === 0) return state
  const initial = added.filter((event) => event.initial).slice(0, maxInitialEvents)
  const fresh = added.filter((event) => !event.initial)
  const stored = [...initial, ...fresh.map((event) => withPending(event, watch.notify))]
  return {
    ...state,
    covered: [...state.covered, ...newlyCovered],
    seen: withSeen(state.seen, seen, now),
    events: [...state.events, ...stored].filter((event) => now - event.at < eventMs).slice(-maxEvents),
    queues: addToQueues(state.queues, watch.notify, fresh, now),
  }
}

function toEvent(
  { name }: Watch,
  { id, at, hit, isInitial }: { id: string; at: number; hit: WatchHit; isInitial: boolean },
): WatchEvent {
  const { in: place, title, url, source, sourceName, cloud, password } = hit
  return {
    id,
    watch: name,
    at,
    in: place,
    title,
    url,
    source,
    ...(sourceName === undefined ? {} : { sourceName }),
    ...(cloud === undefined ? {} : { cloud }),
    ...(password ? { password } : {}),
    ...(isInitial ? { initial: true } : {}),
  }
}

function withPending(event: WatchEvent, notifiers: readonly string[]): WatchEvent {
  if (notifiers.length === 0) return event
  return { ...event, deliveries: Object.fromEntries(notifiers.map((name) => [name, { state: 'pending' }])) }
}

function withSeen(before: WatchState['seen'], ids: readonly string[], now: number): WatchState['seen'] {
  const all = Object.entries({ ...before, ...Object.fromEntries(ids.map((id) => [id, now])) })
  const recent = all.filter(([, at]) => now - at < seenMs)
  if (recent.length <= maxSeen) return Object.fromEntries(recent)
  return Object.fromEntries(recent.sort(([, one], [, other]) => other - one).slice(0, maxSeen))
}
