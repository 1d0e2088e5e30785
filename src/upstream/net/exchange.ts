// One exchange with an upstream: queue, circuit breaker, attempts and retries, then a body or a failure.
import { sleep } from '../../async/abortable.ts'
import type { NextSlice } from '../../async/time-slices.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Span } from '../../observability/tracing.ts'
import { type FailureKind, UpstreamError } from '../errors.ts'
import { type ProcessClocks, startAttemptTimeout } from '../host/attempt-timeout.ts'
import type { CircuitBreaker } from '../host/circuit-breaker.ts'
import type { HostGroups, UpstreamHost, UpstreamHosts } from '../host/hosts.ts'
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
  /** Removes from an error what only the client may read. */
  readonly hide?: ((error: UpstreamError) => UpstreamError) | undefined
  /** The parent span of the attempts, if the ask is traced. */
  readonly span?: Span | undefined
  /** Whether a redirect may lead to a URL; if absent, to any. */
  readonly mayFollow?: ((url: URL) => boolean) | undefined
  /** The remaining time of the ask; it starts with the first attempt, not while the ask waits in a queue. */
  readonly budget: AskBudget
  /** For hosts of which the client may choose the subdomain. Default: each host is a group of its own. */
  readonly groups?: HostGroups | undefined
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
 * Requests `url` and returns the decompressed body. Makes further attempts and follows redirects within the limits.
 * @throws UpstreamError of any kind.
 */
export async function exchange(
  url: string,
  init: Init,
  ask: AskContext,
  wire: ExchangeDependencies,
): Promise<ReceivedReply> {
  const setCookies: string[] = []
  let sent: OutgoingRequest = { url: parseUrl(url), init }
  for (let redirects = 0; ; redirects += 1) {
    const step = await attemptRepeatedly(sent, ask, wire)
    if ('received' in step) return { ...step.received, setCookies: [...setCookies, ...step.received.setCookies] }
    sent = step.redirect
    if (redirects >= ask.limits.redirects || ask.mayFollow?.(sent.url) === false) {
      const to = printableUrl(sent.url)
      throw new UpstreamError('mismatch', `redirected to ${to}`, { reason: { code: 'redirected', to } })
    }
    setCookies.push(...step.setCookies)
  }
}

/** Makes attempts at a request, each in its turn, until one succeeds. @throws why the last one failed. */
async function attemptRepeatedly(
  sent: OutgoingRequest,
  ask: AskContext,
  wire: ExchangeDependencies,
): Promise<ExchangeStep> {
  const { callers, signal, limits, budget, groups } = ask
  const { rate } = sent.init
  const { wait = sleep } = wire
  const host = wire.hosts.get(groups?.nameOf(sent.url.host) ?? sent.url.host, limits.parallel)
  const pause = (ms: number) => wait(ms, signal)
  let previous: UpstreamError | undefined
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    if (rate) await host.rates.waitForTurn(rate, wire.monotonicMs(), { maxWaitMs: budget.leftMs(), wait: pause })
    const work = () => runAttempt({ sent, attemptNumber }, host, ask, wire)
    try {
      // Asks whose time is running go before those that can still wait.
      return await runQueued(host.queue, { callers, signal, isUrgent: budget.hasStarted, work })
    } catch (error) {
      if (!(error instanceof UpstreamError) || signal.aborted) throw error
      const waitMs = retryWaitMs(error, attemptNumber, ask, wire.random)
      // If the breaker opens between attempts, the earlier failure says more than the rejection.
      if (waitMs === undefined) throw (error.kind === 'open' && previous) || error
      previous = error
      await pause(waitMs)
    }
  }
}

type AttemptPermit = ReturnType<CircuitBreaker['acquire']>

/** Makes an attempt that has its turn. It acquires its permit at once: while a trial runs, the queue starts no other attempt. */
async function runAttempt(
  { sent, attemptNumber }: { readonly sent: OutgoingRequest; readonly attemptNumber: number },
  host: UpstreamHost,
  ask: AskContext,
  wire: ExchangeDependencies,
): Promise<ExchangeStep> {
  const permit = host.breaker.acquire({ isForced: ask.forcesTrial })
  const release = await takeSharedSlot(host, permit, ask)
  const observer = observeAttempt(sent, ask, wire)
  const mayTryAgain = () => hasTimeAfter(maxBackoffMs(attemptNumber), attemptNumber, ask)
  const attemptBudget = { attemptMs: Math.min(ask.limits.attemptMs, ask.budget.leftMs()), mayTryAgain }
  const timeout = startAttemptTimeout(host, attemptBudget, ask.signal, wire)
  try {
    const { url, init } = sent
    const reply = await wire.transport.send({ url, ...toWireRequest(init), signal: timeout.signal })
    timeout.firstByte()
    observer.replied(reply.status)
    const step = await readReply(reply, sent, ask, wire)
    permit.succeeded()
    observer.ended('ok')
    return step
  } catch (error) {
    const failure = error instanceof UpstreamError && !ask.signal.aborted ? error : undefined
    // A name that does not exist says nothing about the others of its group.
    const isExcused =
      (ask.holdsBlocks && failure?.kind === 'blocked') || (ask.groups && failure?.reason?.code === 'no_such_host')
    if (failure && !isExcused) permit.failed(failure, ask.limits.blockedMs)
    else permit.abandoned()
    observer.ended(failure?.kind ?? 'withdrawn')
    throw error
  } finally {
    timeout.stop()
    release?.()
  }
}

/** Starts to observe an attempt, as a child of the span of its ask, if any. The path and query are never recorded. */
function observeAttempt(
  { url, init }: OutgoingRequest,
  { span: ask, groups }: Pick<AskContext, 'span' | 'groups'>,
  { metrics, monotonicMs }: Pick<ExchangeDependencies, 'metrics' | 'monotonicMs'>,
) {
  const startedAt = monotonicMs()
  const { method = 'GET' } = init
  const span = ask?.startChild(`${method} ${url.host}`, { 'http.request.method': method, 'server.address': url.host })
  return {
    /** The head of the reply arrived. */
    replied: (status: number) => span?.set({ 'http.response.status_code': status }),
    /** The attempt ended; `abandoned` if no caller waits for it. */
    ended(outcome: FailureKind | 'ok' | 'withdrawn'): void {
      metrics.recordAttempt(groups?.labelOf(url.host) ?? url.host, outcome, monotonicMs() - startedAt)
      span?.set({ 'trawl.outcome': outcome })
      span?.end(outcome === 'ok' || outcome === 'withdrawn' ? undefined : outcome)
    },
  }
}

/** Takes a slot of the host among all replicas, if there are others, and starts the time of the ask. Gives the permit back if it throws. */
async function takeSharedSlot(
  host: UpstreamHost,
  permit: AttemptPermit,
  { signal, budget }: AskContext,
): Promise<(() => void) | undefined> {
  let release: (() => void) | undefined
  try {
    if (host.acquireSlot) release = await host.acquireSlot(signal)
    permit.check()
    budget.start()
    if (budget.leftMs() > 0) return release
    throw new UpstreamError('timeout', 'no answer within the time limit of the ask')
  } catch (error) {
    permit.abandoned()
    release?.()
    throw error
  }
}

/** Reads the body of a reply, or where it redirects to. @throws UpstreamError of any kind. */
async function readReply(
  reply: UpstreamReply,
  { url, init }: OutgoingRequest,
  ask: AskContext,
  wire: ExchangeDependencies,
): Promise<ExchangeStep> {
  const { status, headers, setCookies = [] } = reply
  const redirect = init.answers?.includes(status) ? undefined : redirectOrDiscard(reply, { url, init })
  if (redirect) return { redirect, setCookies }
  const isConditional = init.headers?.['if-none-match'] ?? init.headers?.['if-modified-since']
  if (status === 304 && isConditional !== undefined) {
    reply.discard()
    return { received: { status, bytes: new Uint8Array(), headers, setCookies, isUnchanged: true } }
  }
  const bytes = await readBody(reply.body, headers['content-encoding'], ask.limits.bodyBytes, wire.nextSlice)
  wire.metrics.recordReceivedBytes(ask.groups?.labelOf(url.host) ?? url.host, bytes.length)
  checkReply(reply, bytes, init.answers, wire.epochMs())
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
