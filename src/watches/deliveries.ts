// Sends the messages that are due: claims each in the stored state, sends it, and records how that ended.
import type { WatchEvent } from '../contract/watches.ts'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { truncate } from '../parsing/text.ts'
import { dailyId } from './daily-message.ts'
import type { Notifier } from './notifiers.ts'
import { createMutedTest, type Watch, watchId } from './watch.ts'
import type { WatchState } from './watch-state.ts'
import { afterFailure, afterSuccess, claimed, isDue, maxAttempts } from './watch-state.ts'
import type { Watches } from './watches.ts'

interface DeliveriesOptions {
  readonly watches: Pick<Watches, 'all' | 'stateOf'>
  /** Those of the file as it is now. */
  readonly notifiers: () => readonly Notifier[]
  /** The events of the daily message of a watch. */
  readonly digestFor: (watch: Watch) => Promise<readonly WatchEvent[]>
  readonly recordDelivery: (outcome: 'sent' | 'retried' | 'failed') => void
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly epochMs: () => number
}

const maxConcurrent = 4

/** Returns a function that sends what is due; call it about once a second. It never rejects. */
export function createDeliveries(options: DeliveriesOptions) {
  const { watches, epochMs } = options
  const running = new Set<string>()

  const due = () => {
    const notifiers = new Map(options.notifiers().map((notifier) => [notifier.name, notifier]))
    return watches.all().flatMap((watch) => {
      const { queues } = watches.stateOf(watch).state()
      return Object.entries(queues).flatMap(([name, queue]) => {
        const notifier = notifiers.get(name)
        const key = `${watchId(watch)} ${name}`
        const isReady = notifier && !running.has(key) && isMessageDue(queue, watch, epochMs())
        return isReady ? [{ key, watch, notifier }] : []
      })
    })
  }

  return async function sendDue(): Promise<void> {
    const next = due().slice(0, Math.max(0, maxConcurrent - running.size))
    await Promise.all(
      next.map(async ({ key, watch, notifier }) => {
        running.add(key)
        await deliver(watch, notifier, options).finally(() => running.delete(key))
      }),
    )
  }
}

/** A watch with a daily message sends no other. */
function isMessageDue(queue: Parameters<typeof isDue>[0], watch: Watch, now: number): boolean {
  return (watch.daily === undefined || queue.pending.includes(dailyId)) && isDue(queue, watch, now)
}

async function deliver(watch: Watch, notifier: Notifier, options: DeliveriesOptions): Promise<void> {
  const { name } = notifier
  const stored = options.watches.stateOf(watch)
  // Earlier events must be written first, or they would be sent again.
  if (!(await stored.flush()) || !(await claim(watch, name, options))) return
  const state = stored.state()
  const pending = new Set(state.queues[name]?.pending)
  const isMuted = createMutedTest(watch)
  const found = state.events.filter(({ id }) => pending.has(id))
  const eventsOf = () => (pending.has(dailyId) ? options.digestFor(watch) : Promise.resolve(found))
  let count = 0
  const problem = await attempt(async () => {
    const events = (await eventsOf()).filter(({ title }) => !isMuted(title))
    count = events.length
    if (count > 0) await notifier.send({ watch: watch.name, events })
  })
  const now = options.epochMs()
  const isLast = (state.queues[name]?.attempts ?? 0) + 1 >= maxAttempts
  await stored.enqueue((before) => withResult(before, { name, ids: pending, now, problem, isLast }))
  report(watch, { name, problem, isLast, count }, options)
}

/** Claims the message, so that no other replica sends it; resolves to whether that succeeded. */
async function claim(watch: Watch, name: string, { watches, epochMs }: DeliveriesOptions): Promise<boolean> {
  let isClaimed = false
  const isStored = await watches.stateOf(watch).change((state) => {
    const queue = state.queues[name]
    isClaimed = queue !== undefined && isMessageDue(queue, watch, epochMs())
    return queue && isClaimed ? { ...state, queues: { ...state.queues, [name]: claimed(queue, epochMs()) } } : state
  })
  return isStored && isClaimed
}

/** Sends a message; resolves to why that failed. */
async function attempt(send: () => Promise<void>): Promise<string | undefined> {
  try {
    await send()
    return undefined
  } catch (error) {
    return truncate(messageOf(error), 300)
  }
}

interface DeliveryResult {
  readonly name: string
  readonly ids: ReadonlySet<string>
  readonly now: number
  readonly problem: string | undefined
  readonly isLast: boolean
}

function withResult(state: WatchState, { name, ids, now, problem, isLast }: DeliveryResult): WatchState {
  const queue = state.queues[name]
  if (!queue) return state
  const next = problem === undefined ? afterSuccess(queue, ids, now) : afterFailure(queue, ids, now)
  const unsent = isLast ? 'failed' : 'pending'
  const ended = problem === undefined ? 'sent' : unsent
  const delivery = { state: ended, at: now, ...(problem === undefined ? {} : { detail: problem }) } as const
  const events = state.events.map((event) =>
    ids.has(event.id) ? { ...event, deliveries: { ...event.deliveries, [name]: delivery } } : event,
  )
  return { ...state, events, queues: { ...state.queues, [name]: next } }
}

function report(
  { name: watch, owner }: Watch,
  { name, problem, isLast, count }: Pick<DeliveryResult, 'name' | 'problem' | 'isLast'> & { readonly count: number },
  { log, recordDelivery }: DeliveriesOptions,
): void {
  if (count === 0 && problem === undefined) return
  const fields = { watch, owner, notifier: name, count }
  if (problem === undefined) {
    recordDelivery('sent')
    log.info(fields, 'a notifier accepted a message')
    return
  }
  recordDelivery(isLast ? 'failed' : 'retried')
  log.warn(
    { ...fields, problem },
    isLast ? 'a message was given up' : 'a message was not accepted; it will be sent again',
  )
}
