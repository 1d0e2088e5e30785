// Fault kinds of the stand-in, and the rules that select their requests.
import { z } from 'zod'
import { createSeededRandom } from './seeded-random.ts'

/**
 * Every fault kind and its effect. `amount` is the optional number of a rule; each kind has its own unit and default.
 */
export const faultKinds = {
  'slow-start': 'waits AMOUNT ms (5000) before the first byte',
  'slow-drip': 'sends AMOUNT bytes a second (2000)',
  hang: 'accepts the request and never responds',
  'hang-body': 'sends half of the response and then nothing',
  reset: 'resets the connection',
  '500': 'responds 500',
  '502': 'responds 502',
  '503': 'responds 503',
  '504': 'responds 504',
  '429': 'responds 429 without Retry-After',
  '429-retry-after': 'responds 429 with Retry-After: AMOUNT seconds (30)',
  'challenge-403': 'responds 403 with a challenge page',
  'challenge-503': 'responds 503 with a challenge page',
  'challenge-200': 'responds 200 with a challenge page',
  shell: 'responds 200 with a home page without the requested content',
  'no-posts': 'responds 200 with the page for no results',
  'wrong-type': 'responds 200 with a PDF document',
  garbage: 'responds 200 with AMOUNT random bytes (50000)',
  half: 'declares the full length, sends half of it and closes the connection',
  truncated: 'sends half of the page as a complete response',
  'declares-gbk': 'declares GBK and sends UTF-8',
  'sends-gbk': 'declares UTF-8 and sends GBK',
  'redirect-loop': 'redirects to the same address',
  'redirect-loopback': 'redirects to 127.0.0.1',
  'redirect-private': 'redirects to 10.0.0.1',
  huge: 'sends AMOUNT MB (64) uncompressed',
  bomb: 'sends AMOUNT MB of zeros (1024) as a small gzip',
  endless: 'sends a page in small parts and never ends it',
} as const

export type FaultKind = keyof typeof faultKinds

function numberTo(high: number, name: string) {
  const message = `${name} must be a number from 0 to ${high}`
  return z.number(message).min(0, message).max(high, message)
}

/** Selects the requests that a fault applies to. */
export const faultRule = z.object(
  {
    kind: z.custom<FaultKind>(
      (kind) => typeof kind === 'string' && isFaultKind(kind),
      `kind must be one of ${Object.keys(faultKinds).join(' ')}`,
    ),
    /** Fraction of the matching requests, 0 to 1; default 1. */
    share: numberTo(1, 'share').exactOptional(),
    /** Only this upstream host. */
    host: z.string('host must be a text').exactOptional(),
    /** Only upstream URLs that contain this text. */
    match: z.string('match must be a text').exactOptional(),
    /** In the unit of the fault kind. */
    amount: numberTo(1e9, 'amount').exactOptional(),
  },
  'a fault is an object like {"kind":"hang","share":0.5}',
)
export type FaultRule = Readonly<z.output<typeof faultRule>>

/** The fault chosen for a request. */
export interface Fault {
  readonly kind: FaultKind
  readonly amount?: number
}

/** True when the text is a fault kind. */
export function isFaultKind(kind: string): kind is FaultKind {
  return Object.hasOwn(faultKinds, kind)
}

/** The first rule that applies to request number `turn` of the host; deterministic by seed. */
export function chooseFault(rules: readonly FaultRule[], seed: number, url: URL, turn: number): Fault | undefined {
  return rules.find((rule, at) => {
    if (rule.host !== undefined && rule.host !== url.host) return false
    if (rule.match !== undefined && !url.href.includes(rule.match)) return false
    return rule.share === undefined || createSeededRandom(seed, 'fault', url.host, at, turn).happens(rule.share)
  })
}
