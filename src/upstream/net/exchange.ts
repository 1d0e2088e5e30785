// One exchange with an upstream: queue, circuit breaker, attempts and retries, then a body or a failure.
import { sleep } from '../../async/abortable.ts'
import type { NextSlice } from '../../async/time-slices.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Span } from '../../observability/tracing.ts'
import { UpstreamError } from '../errors.ts'
import { observeAttempt } from '../host/attempt-metrics.ts'
import { type AttemptTimeout, type ProcessClocks, startAttemptTimeout } from '../host/attempt-timeout.ts'
import type { CircuitBreaker } from '../host/circuit-breaker.ts'
import type { UpstreamHost, UpstreamHosts } from '../host/hosts.ts'
import { type Callers, runQueued } from '../host/queue.ts'
import type { Init, Limits } from '../source.ts'
import { type AskBudget, hasTimeAfter, maxBackoffMs, retryWaitMs } from './ask-budget.ts'
import { readBody } from './body.ts'
import { checkReply, type OutgoingRequest, parseUrl, printableUrl, redirectTarget, toWireRequest } from './request.ts'
import type { Transport } from './transport.ts'
import type { UpstreamReply } from './wire.ts'

export interface ExchangeDependencies extends ProcessClocks {
  readonly transport: Transport
  readonly hosts: Pick<UpstreamHosts, 'get'>
  readonly metrics: Metrics
  /** The bodies of a search are received at once, and each is parsed when it is there. */
  readonly nextSlice?: NextSlice | undefined
  /** Returns a number in [0, 1). */
  readonly random: () => number
  /** Waits for milliseconds; default: of the clock. */
  readonly wait?: typeof sleep
}

/** The ask that an exchange belongs to. */
export interface AskContext {
  readonly limits: Limits
  /** Aborts when no caller waits for the ask; the reason is the `UpstreamError` to fail with. */
  readonly signal: AbortSignal
  /** Who waits for the ask: their limits hold for its attempts, and their order in the queues of hosts. */
  readonly callers: Callers
  /** Ignore remembered values: a forced ask fetches everything again. */
  readonly ignoresMemory?: boolean
  /** Whether a refusal leaves the breaker of its host alone; the ask reports it when no other way is open. */
  readonly holdsBlocks?: boolean | undefined
  /** Whether it may be the trial of a host whose breaker is open. */
  readonly forcesTrial?: boolean | undefined
  /** The parent span of the attempts, if the ask is traced. */
  readonly span?: Span | undefined
  /** Whether a redirect may lead to a URL; if absent, to any. */
  readonly mayFollow?: ((url: URL) => boolean) | undefined
  /** The remaining time of the ask; it starts with the first attempt, not while the ask waits in a queue. */
  readonly budget: AskBudget
}

export interface ReceivedReply {
  readonly status: number
  readonly bytes: Uint8Array
  readonly headers: UpstreamReply['headers']
  /** The `Set-Cookie` lines of the reply and of the redirects before it. */
  readonly setCookies: readonly string[]
  /** Status 304 to a conditional request; `bytes` is empty. */
  readonly isUnchanged: boolean
}

type ExchangeStep =
  | { readonly received: ReceivedReply }
  | { readonly redirect: OutgoingRequest; readonly setCookies: readonly string[] }

/**
 * Requests `url` and returns the decompressed body. Follows redirects within the limits.
 * @throws UpstreamError of any kind.
 */
export async function exchange(
  url: string,
  init: Init,
  ask: AskContext,
  wire: ExchangeDependencies,
): Promise<ReceivedReply> {
  let next: OutgoingRequest = { url: parseUrl(url), init }
  const setCookies: string[] = []
  for (let hop = 0; hop <= ask.limits.redirects; hop += 1) {
    const step = await attemptWithRetries(next, ask, wire)
    if ('received' in step) return { ...step.received, setCookies: [...setCookies, ...step.received.setCookies] }
    next = step.redirect
    if (ask.mayFollow?.(next.url) === false) break
    setCookies.push(...step.setCookies)
  }
  const to = printableUrl(next.url)
  throw new UpstreamError('mismatch', `redirected to ${to}`, { reason: { code: 'redirected', to } })
}

async function attemptWithRetries(
  sent: OutgoingRequest,
  ask: AskContext,
  wire: ExchangeDependencies,
): Promise<ExchangeStep> {
  let previous: UpstreamError | undefined
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    try {
      await waitForTurn(sent, ask, wire)
      const host = wire.hosts.get(sent.url.host, ask.limits.parallel)
      const { callers, signal, budget } = ask
      // Asks whose time is running go before those that can still wait.
      const work = () => runAttempt({ sent, attemptNumber, host }, ask, wire)
      return await runQueued(host.queue, { callers, signal, isUrgent: budget.hasStarted, work })
    } catch (error) {
      if (!(error instanceof UpstreamError) || ask.signal.aborted) throw error
      // If the breaker opens between attempts, the earlier failure says more than the rejection.
      if (error.kind === 'open') throw previous ?? error
      const waitMs = retryWaitMs(error, attemptNumber, ask, wire.random)
      if (waitMs === undefined) throw error
      previous = error
      await waitFor(waitMs, ask, wire)
    }
  }
}

function waitFor(ms: number, { signal }: AskContext, { wait = sleep }: ExchangeDependencies): Promise<void> {
  return wait(ms, signal)
}

/** Waits for the turn of a request that has a rate. */
async function waitForTurn({ url, init }: OutgoingRequest, ask: AskContext, wire: ExchangeDependencies): Promise<void> {
  if (!init.rate) return
  const { rates } = wire.hosts.get(url.host, ask.limits.parallel)
  await rates.waitForTurn(init.rate, wire.monotonicMs(), {
    maxWaitMs: ask.budget.leftMs(),
    wait: (ms) => waitFor(ms, ask, wire),
  })
}

/** One attempt at a request; `attemptNumber` is the attempt number, starting at 1. */
interface AttemptRequest {
  readonly sent: OutgoingRequest
  readonly attemptNumber: number
  readonly host: UpstreamHost
}

type AttemptPermit = ReturnType<CircuitBreaker['acquire']>

/** Makes an attempt that has its turn. It acquires its permit at once: while a trial runs, the queue starts no other attempt. */
async function runAttempt(attempt: AttemptRequest, ask: AskContext, wire: ExchangeDependencies): Promise<ExchangeStep> {
  const { host } = attempt
  const permit = host.breaker.acquire({ isForced: ask.forcesTrial })
  let release: (() => void) | undefined
  try {
    release = await host.acquireSlot?.(ask.signal)
    permit.check()
    ask.budget.start()
    if (ask.budget.leftMs() <= 0) throw new UpstreamError('timeout', 'no answer within the time limit of the ask')
  } catch (error) {
    permit.abandoned()
    release?.()
    throw error
  }
  return sendInTime(attempt, permit, ask, wire).finally(release)
}

async function sendInTime(
  { sent, attemptNumber, host }: AttemptRequest,
  permit: AttemptPermit,
  ask: AskContext,
  wire: ExchangeDependencies,
): Promise<ExchangeStep> {
  const observer = observeAttempt(sent, ask.span, wire)
  const mayTryAgain = () => hasTimeAfter(maxBackoffMs(attemptNumber), attemptNumber, ask)
  const attemptBudget = { attemptMs: Math.min(ask.limits.attemptMs, ask.budget.leftMs()), mayTryAgain }
  const timeout = startAttemptTimeout(host, attemptBudget, ask.signal, wire)
  try {
    const step = await sendAndRead(sent, ask, wire, {
      signal: timeout.signal,
      replied(status) {
        timeout.firstByte()
        observer.replied(status)
      },
    })
    permit.succeeded()
    observer.ended('ok')
    return step
  } catch (error) {
    if (error instanceof UpstreamError && !ask.signal.aborted) {
      if (ask.holdsBlocks && error.kind === 'blocked') permit.abandoned()
      else permit.failed(error, ask.limits.blockedMs)
      observer.ended(error.kind)
    } else {
      permit.abandoned()
      observer.ended('withdrawn')
    }
    throw error
  } finally {
    timeout.stop()
  }
}

async function sendAndRead(
  { url, init }: OutgoingRequest,
  ask: AskContext,
  wire: ExchangeDependencies,
  attempt: Pick<AttemptTimeout, 'signal'> & { replied(status: number): void },
): Promise<ExchangeStep> {
  const reply = await wire.transport.send({ url, ...toWireRequest(init), signal: attempt.signal })
  attempt.replied(reply.status)
  const { status, headers, setCookies = [] } = reply
  const redirect = init.answers?.includes(status) ? undefined : redirectOrDiscard(reply, { url, init })
  if (redirect) return { redirect, setCookies }
  const isConditional = init.headers?.['if-none-match'] ?? init.headers?.['if-modified-since']
  if (status === 304 && isConditional !== undefined) {
    reply.discard()
    return { received: { status, bytes: new Uint8Array(), headers, setCookies, isUnchanged: true } }
  }
  const bytes = await readBody(reply.body, headers['content-encoding'], ask.limits.bodyBytes, wire.nextSlice)
  wire.metrics.recordReceivedBytes(url.host, bytes.length)
  checkReply({ reply, bytes, answers: init.answers }, wire.epochMs())
  return { received: { status, bytes, headers, setCookies, isUnchanged: false } }
}

/** Discards the body of any redirect, even an invalid one: an unread body would hold the connection for ever. */
function redirectOrDiscard(reply: UpstreamReply, sent: OutgoingRequest): OutgoingRequest | undefined {
  try {
    const redirect = redirectTarget(reply, sent)
    if (redirect) reply.discard()
    return redirect
  } catch (error) {
    reply.discard()
    throw error
  }
}
