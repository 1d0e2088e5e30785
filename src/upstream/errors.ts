// The six ways an upstream can fail, and what each of them means for retries and the breaker.
import { failureText } from './text-bounds.ts'

/** The kinds of upstream failure; the errors endpoint, warnings and metrics use the same words. */
export type FailureKind = 'timeout' | 'network' | 'unavailable' | 'blocked' | 'mismatch' | 'open'

/** What follows from a failure. */
export interface Policy {
  readonly means: string
  /** Is another attempt worth making? */
  readonly retried: boolean
  /** Does it count towards opening the host's breaker (`counted`), open it `at once`, or do neither (`no`)? */
  readonly breaker: 'counted' | 'at once' | 'no'
  readonly nextMove: string
}

/** The policy table; `docs/architecture.md` shows the same rows and a test holds them together. */
export const policies: Readonly<Record<FailureKind, Policy>> = {
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

interface More {
  readonly retryAfterMs?: number | undefined
  readonly status?: number | undefined
  readonly cause?: unknown
}

/** An upstream did not give what was asked of it. `message` is one sentence a person may read; it may quote foreign text, and is bounded and cleaned here. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: FailureKind
  /** How long the upstream asked us to wait, where it said so. */
  readonly retryAfterMs: number | undefined
  /** The status of the reply, where there was one and it is what was wrong. */
  readonly status: number | undefined

  constructor(kind: FailureKind, message: string, more: More = {}) {
    super(failureText(message), { cause: more.cause })
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs
    this.status = more.status
  }
}
