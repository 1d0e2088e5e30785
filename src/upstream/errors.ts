// The six kinds of upstream failure, and what each means for retries and the circuit breaker.
import { failureText } from './text-limits.ts'

/** The kinds of upstream failure; the errors endpoint, warnings and metrics use the same words. */
export const failureKinds = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open'] as const
export type FailureKind = (typeof failureKinds)[number]

/** How a failure is handled. */
export interface FailurePolicy {
  readonly means: string
  /** Whether another attempt is worthwhile. */
  readonly retried: boolean
  /** Whether it counts towards opening the host's breaker (`counted`), opens it `at once`, or neither (`no`). */
  readonly breaker: 'counted' | 'at once' | 'no'
  readonly nextMove: string
}

/** The policy table; a test compares it with the table in `docs/architecture.md`. */
export const failurePolicies: Readonly<Record<FailureKind, FailurePolicy>> = {
  timeout: { means: 'no answer in time', retried: true, breaker: 'counted', nextMove: 'wait' },
  network: { means: 'refused, reset, no such host, TLS', retried: true, breaker: 'counted', nextMove: 'wait' },
  unavailable: { means: '5xx', retried: true, breaker: 'counted', nextMove: 'wait' },
  blocked: { means: '401, 403, 429, a challenge page', retried: false, breaker: 'at once', nextMove: 'back off' },
  mismatch: {
    means: 'they answered, but not what this source expects',
    retried: false,
    breaker: 'no',
    nextMove: 'fix our source',
  },
  open: { means: 'the breaker is open, nobody was asked', retried: false, breaker: 'no', nextMove: 'wait' },
}

interface UpstreamErrorOptions {
  readonly retryAfterMs?: number | undefined
  readonly status?: number | undefined
  readonly cause?: unknown
}

/** An upstream request failed. `message` is one readable sentence; foreign text in it is truncated and cleaned here. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: FailureKind
  /** Milliseconds that the upstream asked us to wait, if it did. */
  readonly retryAfterMs: number | undefined
  /** The status of the reply, if the status was the failure. */
  readonly status: number | undefined

  constructor(kind: FailureKind, message: string, options: UpstreamErrorOptions = {}) {
    super(failureText(message), { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
    this.status = options.status
  }
}

/** The error of a call that is aborted because no caller waits for it any more. */
export function abortedCallError(message: string): UpstreamError {
  return new UpstreamError('timeout', message)
}
