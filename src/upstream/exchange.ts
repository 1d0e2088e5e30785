// One exchange: waits its turn, passes the breaker, attempts and attempts again, and turns what came into bytes or a failure.
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

/** What carries exchanges: the parts that outlast them. */
export interface Wire extends PassingTime {
  readonly transport: Transport
  readonly hosts: Hosts
  readonly metrics: Metrics
  /** A number from 0 up to 1. */
  readonly random: () => number
}

/** The ask an exchange belongs to. */
export interface AskContext {
  readonly limits: Limits
  /** Aborts when nobody waits for the ask any more, with the `UpstreamError` to end it. */
  readonly signal: AbortSignal
  /** Bounds how many attempts the request behind the ask has on the wire, and says which of its asks go first. */
  readonly turn: Turn
  /** What sources remember is not to serve either: somebody wants it all asked again. */
  readonly anew?: boolean
  /** May it be the trial of a host that is left alone although its pause lasts? */
  readonly forcesTrial?: boolean | undefined
  /** What each attempt is traced as a part of, where something is traced. */
  readonly span?: Span | undefined
  /** Where a redirect may lead; anywhere when absent. */
  readonly mayFollow?: ((url: URL) => boolean) | undefined
  /** The time the ask has left; it starts to run with the first attempt, not while the ask waits in a queue. */
  readonly budget: Budget
}

export interface Budget {
  start(): void
  hasStarted(): boolean
  leftMs(): number
  /** Time since the first attempt began; undefined before that. */
  tookMs(): number | undefined
}

/** A whole reply. */
export interface Received {
  readonly status: number
  readonly bytes: Uint8Array
  readonly headers: Reply['headers']
  /** The `Set-Cookie` lines of the reply and of the redirects that led to it. */
  readonly setCookies: readonly string[]
  /** There was nothing newer than what the request's conditions named; `bytes` is empty. */
  readonly isUnchanged: boolean
}

/** Makes the time an ask has; it runs from the first `start`. */
export function createBudget(askMs: number, now: () => number): Budget {
  let startedAt: number | undefined
  return {
    start: () => {
      startedAt ??= now()
    },
    hasStarted: () => startedAt !== undefined,
    leftMs: () => (startedAt === undefined ? askMs : startedAt + askMs - now()),
    tookMs: () => (startedAt === undefined ? undefined : now() - startedAt),
  }
}

type Step = { readonly received: Received } | { readonly redirect: Sent; readonly setCookies: readonly string[] }

/**
 * Asks `url` and returns the body, decompressed. Follows as many redirects as the limits allow, to where they may lead.
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
  let met: UpstreamError | undefined
  for (let count = 1; ; count += 1) {
    try {
      return await ask.turn.take(() => onTheWire({ sent, count }, ask, wire), ask.signal)
    } catch (error) {
      if (!(error instanceof UpstreamError) || ask.signal.aborted) throw error
      // Refused after failures of its own, an exchange tells of those: they say more than that nobody was asked in the end.
      if (error.kind === 'open') throw met ?? error
      const waitMs = retryWaitMs(error, count, ask, wire.random)
      if (waitMs === undefined) throw error
      met = error
      await pause(waitMs, ask.signal)
    }
  }
}

/** An attempt is worth making when it has at least this share of the time an attempt may take. */
const leastShare = 0.25

/** How long to wait before the next attempt; undefined when there is to be none. */
function retryWaitMs(error: UpstreamError, count: number, ask: AskContext, random: () => number): number | undefined {
  if (!policies[error.kind].retried) return undefined
  const waitMs = Math.max(backoffMs(count, random), error.retryAfterMs ?? 0)
  return hasTimeAfter(waitMs, count, ask) ? waitMs : undefined
}

/** Is another attempt worth making? One that is bound to be cut off burdens the upstream, and its failure would say nothing of it. */
function hasTimeAfter(waitMs: number, count: number, { limits, budget }: AskContext): boolean {
  return count < limits.attempts && waitMs + limits.attemptMs * leastShare <= budget.leftMs()
}

/** About 0.1, 0.2, 0.4 s …, halved or kept by chance, so that those who failed together do not come back together. */
function backoffMs(count: number, random: () => number): number {
  return longestBackoffMs(count) * (0.5 + random() / 2)
}

function longestBackoffMs(count: number): number {
  return 100 * 2 ** (count - 1)
}

/** The how-manieth attempt at a request it is, from 1. */
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

/** Where there are other replicas an attempt also takes one of the places of all; one that would not be let through needs none. */
async function inItsPlace(attempt: Try, host: Host, ask: AskContext, wire: Wire): Promise<Step> {
  if (!host.takeSlot || host.breaker.state(ask.forcesTrial) === 'open') return oneAttempt(attempt, host, ask, wire)
  const giveBack = await host.takeSlot(ask.signal)
  try {
    return await oneAttempt(attempt, host, ask, wire)
  } finally {
    giveBack()
  }
}

async function oneAttempt({ sent, count: turn }: Try, host: Host, ask: AskContext, wire: Wire): Promise<Step> {
  const { breaker } = host
  // After a pause one attempt tries; the others would be refused, and a whole search lost, when a moment later all is well.
  // Again when it was withdrawn and another one has begun, and when other replicas have said who is to make it.
  const underWay = () => breaker.trial() ?? breaker.leave(ask.forcesTrial)
  for (let trial = underWay(); trial !== undefined; trial = underWay()) await ended(trial, ask.signal)
  ask.budget.start()
  const leftMs = ask.budget.leftMs()
  if (leftMs <= 0) throw new UpstreamError('timeout', 'no answer in the time an ask may take')
  const passage = breaker.enter(ask.forcesTrial)
  const notes = noteAttempt(sent, ask.span, wire)
  const mayTryAgain = () => hasTimeAfter(longestBackoffMs(turn), turn, ask)
  const given = { attemptMs: Math.min(ask.limits.attemptMs, leftMs), mayTryAgain }
  const clock = startClock(host, given, ask.signal, wire)
  try {
    const step = await sendAndRead(sent, ask, wire, {
      signal: clock.signal,
      heard(status) {
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
  clock: Pick<AttemptClock, 'signal'> & { heard(status: number): void },
): Promise<Step> {
  const reply = await wire.transport.send({ url, ...wireForm(init), signal: clock.signal })
  clock.heard(reply.status)
  const { status, headers, setCookies = [] } = reply
  const redirect = redirectOrDiscard(reply, { url, init })
  if (redirect) return { redirect, setCookies }
  if (status === 304 && isConditional(init)) {
    reply.discard()
    return { received: { status, bytes: new Uint8Array(), headers, setCookies, isUnchanged: true } }
  }
  const bytes = await readBody(reply.body, headers['content-encoding'], ask.limits.bodyBytes)
  wire.metrics.received(url.host, bytes.length)
  judge({ reply, bytes, answers: init.answers }, wire.now())
  return { received: { status, bytes, headers, setCookies, isUnchanged: false } }
}

function isConditional({ headers = {} }: Init): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/** Whatever a redirect leads to, also nowhere: its body is not wanted, and left unread it would hold the connection for ever. */
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
