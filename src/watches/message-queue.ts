// The messages to one notifier: which events wait, when the next message may be sent, and what becomes of it.
import { z } from 'zod'
import { ageMs, isRunning } from '../async/ages.ts'
import { parseQuietHours } from '../contract/quiet-hours.ts'
import type { WatchEvent, WatchRequest } from '../contract/watches.ts'

export const messageQueue = z.object({
  /** The ids of the events that wait, oldest first. */
  pending: z.array(z.string()),
  /** Since when the oldest waits. Times are in epoch milliseconds. */
  since: z.number(),
  /** When the messages of the last hour were sent. */
  sentAt: z.array(z.number()),
  /** Failed attempts since the last message. */
  attempts: z.number(),
  /** Not before this time, after a failed attempt. */
  nextAt: z.number(),
  /** A process is sending a message until then. */
  claimedUntil: z.number(),
})
export type MessageQueue = z.infer<typeof messageQueue>
export type MessageQueues = Readonly<Record<string, MessageQueue>>

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Waits after failed attempts: about a day in all. After the last attempt the message is given up. */
const retryAfterMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs)
export const maxAttempts = retryAfterMs.length + 1

/** Longer than an attempt takes; then another process may send it. */
const claimMs = 2 * minuteMs

const emptyQueue: MessageQueue = { pending: [], since: 0, sentAt: [], attempts: 0, nextAt: 0, claimedUntil: 0 }

/** Adds events to the queues of the notifiers; the queues of other notifiers are dropped. */
export function addToQueues(
  queues: MessageQueues,
  notifiers: readonly string[],
  events: readonly WatchEvent[],
  now: number,
): Record<string, MessageQueue> {
  return Object.fromEntries(
    notifiers.map((name) => {
      const queue = queues[name] ?? emptyQueue
      const since = queue.pending.length > 0 ? queue.since : now
      return [name, { ...queue, since, pending: [...queue.pending, ...events.map(({ id }) => id)] }]
    }),
  )
}

type Rules = Pick<WatchRequest, 'maxPerHour' | 'digest' | 'quietHours'>

/** Whether a message may be sent now by the rules of the watch. */
export function isDue(queue: MessageQueue, { maxPerHour, digest, quietHours }: Rules, now: number): boolean {
  if (queue.pending.length === 0 || isRunning(queue.claimedUntil, now, claimMs)) return false
  if (isRunning(queue.nextAt, now, Math.max(...retryAfterMs))) return false
  if (ageMs(now, queue.since) < digest * 1000 || recent(queue.sentAt, now).length >= maxPerHour) return false
  return !isQuiet(quietHours, now)
}

export function claimed(queue: MessageQueue, now: number): MessageQueue {
  return { ...queue, claimedUntil: now + claimMs }
}

/** The queue after a message with these events. */
export function afterSuccess(queue: MessageQueue, ids: ReadonlySet<string>, now: number): MessageQueue {
  const pending = queue.pending.filter((id) => !ids.has(id))
  return { ...emptyQueue, pending, since: now, sentAt: [...recent(queue.sentAt, now), now] }
}

/** The queue after a failed attempt; without its events if that was the last. */
export function afterFailure(queue: MessageQueue, ids: ReadonlySet<string>, now: number): MessageQueue {
  const wait = retryAfterMs[queue.attempts]
  if (wait !== undefined) return { ...queue, attempts: queue.attempts + 1, nextAt: now + wait, claimedUntil: 0 }
  return { ...emptyQueue, sentAt: queue.sentAt, pending: queue.pending.filter((id) => !ids.has(id)), since: now }
}

function recent(times: readonly number[], now: number): number[] {
  return times.filter((at) => ageMs(now, at) < hourMs)
}

function isQuiet(quietHours: string | undefined, now: number): boolean {
  const span = quietHours === undefined ? undefined : parseQuietHours(quietHours)
  if (!span) return false
  const minutes = minuteOfDay(now, span.zone)
  return span.from < span.to ? minutes >= span.from && minutes < span.to : minutes >= span.from || minutes < span.to
}

function minuteOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [hours = 0, minutes = 0] = format.format(at).split(':').map(Number)
  return 60 * hours + minutes
}
