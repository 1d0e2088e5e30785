// The six kinds of upstream failure, and what each means for retries and the circuit breaker.
import type { Reason } from '../contract/reasons.ts'
import { failureText } from './text-limits.ts'

/** The kinds of upstream failure; the errors endpoint, warnings and metrics use the same words. */
export const failureKinds = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open'] as const
export type FailureKind = (typeof failureKinds)[number]

/**
 * How a failure is handled: whether another attempt is worthwhile, and whether it counts towards opening the host's breaker, opens it at
 * once, or neither. A test compares it with the table in `docs/architecture.md`.
 */
export const failurePolicies = {
  timeout: { retried: true, breaker: 'counted' },
  network: { retried: true, breaker: 'counted' },
  unavailable: { retried: true, breaker: 'counted' },
  blocked: { retried: false, breaker: 'at once' },
  mismatch: { retried: false, breaker: 'no' },
  open: { retried: false, breaker: 'no' },
} as const satisfies Record<FailureKind, object>

interface UpstreamErrorOptions {
  readonly retryAfterMs?: number | undefined
  readonly status?: number | undefined
  readonly reason?: Reason | undefined
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
  /** The message for programs; absent if the kind says all that is known. */
  readonly reason: Reason | undefined

  constructor(kind: FailureKind, message: string, options: UpstreamErrorOptions = {}) {
    super(failureText(message), { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
    this.status = options.status
    this.reason =
      options.reason ?? (options.status === undefined ? undefined : { code: 'status', status: options.status })
  }
}

/** The error of a call that is aborted because no caller waits for it any more. */
export function abortedCallError(message: string): UpstreamError {
  return new UpstreamError('timeout', message)
}
