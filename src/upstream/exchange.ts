// One exchange with an upstream: queue, circuit breaker, attempts and retries, then a body or a failure.
import type { Metrics } from '../metrics.ts'
import type { Span } from '../tracing.ts'
import { type AttemptClock, type PassingTime, startClock } from './attempt-clock.ts'
import { noteAttempt } from './attempt-notes.ts'
import { readBody } from './body.ts'
import { policies, UpstreamError } from './errors.ts'
import type { Host, Hosts } from './hosts.ts'
import { addressOf, judge, redirectOf, type Sent, shownAddress, wireForm } from './request.ts'
import type { Init, Limits } from './source.ts'
import type { Reply, Transport } from './transport.ts'
import type { Turn } from './turn.ts'
import { ended, pause } from './waits.ts'

/** Dependencies of exchanges. */
export interface Wire extends PassingTime {
  readonly transport: Transport
  readonly hosts: Hosts
  readonly metrics: Metrics
  /** Returns a number in [0, 1). */
  readonly random: () => number
}

/** The ask that an exchange belongs to. */
export interface AskContext {
  readonly limits: Limits
  /** Aborts when no caller waits for the ask; the reason is the `UpstreamError` to fail with. */
  readonly signal: AbortSignal
  /** The ask's ticket in the queue of its request: limits its attempts on the wire and orders the asks. */
  readonly turn: Turn
  /** Ignore remembered values: a forced ask fetches everything again. */
  readonly anew?: boolean
  /** Whether it may be the trial of a host whose breaker is open. */
  readonly forcesTrial?: boolean | undefined
  /** The parent span of the attempts, if the ask is traced. */
  readonly span?: Span | undefined
  /** Whether a redirect may lead to a URL; if absent, to any. */
  readonly mayFollow?: ((url: URL) => boolean) | undefined
  /** The remaining time of the ask; it starts with the first attempt, not while the ask waits in a queue. */
  readonly budget: Budget
}

export interface Budget {
  start(): void
  hasStarted(): boolean
  leftMs(): number
  /** Milliseconds since the first attempt started; undefined before that. */
  tookMs(): number | undefined
}

/** A complete reply. */
export interface Received {
  readonly status: number
  readonly bytes: Uint8Array
  readonly headers: Reply['headers']
  /** The `Set-Cookie` lines of the reply and of the redirects before it. */
  readonly setCookies: readonly string[]
  /** Status 304 to a conditional request; `bytes` is empty. */
  readonly isUnchanged: boolean
}

/** Creates the time budget of an ask; it runs from the first `start`. `epochMs` is in epoch milliseconds. */
export function createBudget(askMs: number, epochMs: () => number): Budget {
  let startedAt: number | undefined
  return {
    start: () => {
      startedAt ??= epochMs()
    },
    hasStarted: () => startedAt !== undefined,
    leftMs: () => (startedAt === undefined ? askMs : startedAt + askMs - epochMs()),
    tookMs: () => (startedAt === undefined ? undefined : epochMs() - startedAt),
  }
}

type Step = { readonly received: Received } | { readonly redirect: Sent; readonly setCookies: readonly string[] }

/**
 * Requests `url` and returns the decompressed body. Follows redirects within the limits.
 * @throws UpstreamError of any kind.
 */
export async function exchange(url: string, init: Init, ask: AskContext, wire: Wire): Promise<Received> {
  let next: Sent = { url: addressOf(url), init }
  const setCookies: string[] = []
  for (let hop = 0; hop <= ask.limits.redirects; hop += 1) {
    const step = await attempts(next, ask, wire)
    if ('received' in step) return { ...step.received, setCookies: [...setCookies, ...step.received.setCookies] }
    next = step.redirect
    if (ask.mayFollow?.(next.url) === false) break
    setCookies.push(...step.setCookies)
  }
  throw new UpstreamError('mismatch', `redirected to ${shownAddress(next.url)}`)
}

async function attempts(sent: Sent, ask: AskContext, wire: Wire): Promise<Step> {
  let previous: UpstreamError | undefined
  for (let count = 1; ; count += 1) {
    try {
      return await ask.turn.take(() => onTheWire({ sent, count }, ask, wire), ask.signal)
    } catch (error) {
      if (!(error instanceof UpstreamError) || ask.signal.aborted) throw error
      // If the breaker opens between attempts, the earlier failure says more than the rejection.
      if (error.kind === 'open') throw previous ?? error
      const waitMs = retryWaitMs(error, count, ask, wire.random)
      if (waitMs === undefined) throw error
      previous = error
      await pause(waitMs, ask.signal)
    }
  }
}

/** Minimum share of an attempt's time that must be left for another attempt. */
const leastShare = 0.25

/** Milliseconds to wait before the next attempt; undefined if there is none. */
function retryWaitMs(error: UpstreamError, count: number, ask: AskContext, random: () => number): number | undefined {
  if (!policies[error.kind].retried) return undefined
  const waitMs = Math.max(backoffMs(count, random), error.retryAfterMs ?? 0)
  return hasTimeAfter(waitMs, count, ask) ? waitMs : undefined
}

/**
 * Whether another attempt is worthwhile. One that would be cut off burdens the upstream, and its failure says nothing.
 */
function hasTimeAfter(waitMs: number, count: number, { limits, budget }: AskContext): boolean {
  return count < limits.attempts && waitMs + limits.attemptMs * leastShare <= budget.leftMs()
}

/** About 0.1, 0.2, 0.4 s …, with jitter down to half, so that requests that failed together do not retry together. */
function backoffMs(count: number, random: () => number): number {
  return longestBackoffMs(count) * (0.5 + random() / 2)
}

function longestBackoffMs(count: number): number {
  return 100 * 2 ** (count - 1)
}

/** One attempt at a request; `count` is the attempt number, starting at 1. */
interface Try {
  readonly sent: Sent
  readonly count: number
}

async function onTheWire(attempt: Try, ask: AskContext, wire: Wire): Promise<Step> {
  const host = wire.hosts.at(attempt.sent.url.host, ask.limits.parallel)
  const run = () => inItsPlace(attempt, host, ask, wire)
  const { signal } = ask
  // Asks whose time is running go before those that can still wait.
  if (ask.budget.hasStarted()) return host.gate.add(run, { priority: 1, signal })
  const task = host.order.enter(ask.turn.client ?? '')
  const begin = () => {
    task.begin()
    return run()
  }
  return host.gate.add(begin, { priority: task.priority, signal }).finally(task.end)
}

/** With other replicas, an attempt also takes a slot shared by all of them; a rejected attempt needs none. */
async function inItsPlace(attempt: Try, host: Host, ask: AskContext, wire: Wire): Promise<Step> {
  if (!host.takeSlot || host.breaker.state({ isForced: ask.forcesTrial }) === 'open')
    return oneAttempt(attempt, host, ask, wire)
  const giveBack = await host.takeSlot(ask.signal)
  try {
    return await oneAttempt(attempt, host, ask, wire)
  } finally {
    giveBack()
  }
}

async function oneAttempt({ sent, count }: Try, host: Host, ask: AskContext, wire: Wire): Promise<Step> {
  const { breaker } = host
  // While a trial runs, the other attempts wait: rejecting them would fail a whole search although the host may
  // recover within a moment. Checked again when a trial is abandoned and another one starts, and when the other
  // replicas have decided who makes it.
  const underWay = () => breaker.trial() ?? breaker.leave({ isForced: ask.forcesTrial })
  for (let trial = underWay(); trial !== undefined; trial = underWay()) await ended(trial, ask.signal)
  ask.budget.start()
  const leftMs = ask.budget.leftMs()
  if (leftMs <= 0) throw new UpstreamError('timeout', 'no answer within the time limit of the ask')
  const passage = breaker.enter({ isForced: ask.forcesTrial })
  const notes = noteAttempt(sent, ask.span, wire)
  const mayTryAgain = () => hasTimeAfter(longestBackoffMs(count), count, ask)
  const given = { attemptMs: Math.min(ask.limits.attemptMs, leftMs), mayTryAgain }
  const clock = startClock(host, given, ask.signal, wire)
  try {
    const step = await sendAndRead(sent, ask, wire, {
      signal: clock.signal,
      replied(status) {
        clock.heard()
        notes.heard(status)
      },
    })
    passage.succeeded()
    notes.ended('ok')
    return step
  } catch (error) {
    if (error instanceof UpstreamError && !ask.signal.aborted) {
      passage.failed(error)
      notes.ended(error.kind)
    } else {
      passage.withdrawn()
      notes.ended('withdrawn')
    }
    throw error
  } finally {
    clock.stop()
  }
}

async function sendAndRead(
  { url, init }: Sent,
  ask: AskContext,
  wire: Wire,
  attempt: Pick<AttemptClock, 'signal'> & { replied(status: number): void },
): Promise<Step> {
  const reply = await wire.transport.send({ url, ...wireForm(init), signal: attempt.signal })
  attempt.replied(reply.status)
  const { status, headers, setCookies = [] } = reply
  const redirect = redirectOrDiscard(reply, { url, init })
  if (redirect) return { redirect, setCookies }
  if (status === 304 && isConditional(init)) {
    reply.discard()
    return { received: { status, bytes: new Uint8Array(), headers, setCookies, isUnchanged: true } }
  }
  const bytes = await readBody(reply.body, headers['content-encoding'], ask.limits.bodyBytes)
  wire.metrics.received(url.host, bytes.length)
  judge({ reply, bytes, answers: init.answers }, wire.epochMs())
  return { received: { status, bytes, headers, setCookies, isUnchanged: false } }
}

function isConditional({ headers = {} }: Init): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/** Discards the body of any redirect, even an invalid one: an unread body would hold the connection for ever. */
function redirectOrDiscard(reply: Reply, sent: Sent): Sent | undefined {
  try {
    const redirect = redirectOf(reply, sent)
    if (redirect) reply.discard()
    return redirect
  } catch (error) {
    reply.discard()
    throw error
  }
}
