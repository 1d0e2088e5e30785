// Fault kinds of the stand-in, and the rules that select their requests.
import { createSeededRandom } from './seeded-random.ts'

/**
 * Every fault kind and its effect. `amount` is the optional number of a rule; each kind has its own unit and default.
 */
export const faultKinds = {
  'slow-start': 'waits AMOUNT ms (5000) before the first byte',
  'slow-drip': 'sends AMOUNT bytes a second (2000)',
  hang: 'takes the request and never answers',
  reset: 'resets the connection',
  '500': 'answers 500',
  '502': 'answers 502',
  '503': 'answers 503',
  '504': 'answers 504',
  '429': 'answers 429 and does not say for how long',
  '429-retry-after': 'answers 429 with Retry-After: AMOUNT seconds (30)',
  'challenge-403': 'answers 403 with a challenge page',
  'challenge-503': 'answers 503 with a challenge page',
  'challenge-200': 'answers 200 with a challenge page',
  shell: 'answers 200 with a home page that holds nothing asked for',
  'no-posts': 'answers 200 and says that nothing was found',
  garbage: 'answers 200 with AMOUNT random bytes (50000)',
  half: 'promises the whole length, sends half of it and closes',
  truncated: 'sends half the page as if it were all',
  'declares-gbk': 'says gbk and sends UTF-8',
  'sends-gbk': 'says UTF-8 and sends gbk',
  huge: 'sends AMOUNT MB (64), not compressed',
  bomb: 'sends AMOUNT MB of zeros (1024) as a small gzip',
  endless: 'begins the page and goes on for ever, a little at a time',
} as const

export type FaultKind = keyof typeof faultKinds

/** Selects the requests that a fault applies to. */
export interface FaultRule {
  readonly kind: FaultKind
  /** Fraction of the matching requests, 0 to 1; default 1. */
  readonly share?: number
  /** Only this upstream host. */
  readonly host?: string
  /** Only upstream URLs that contain this text. */
  readonly match?: string
  /** In the unit of the fault kind. */
  readonly amount?: number
}

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

function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw new TypeError(`${name} must be a text`)
}

function numberOf(value: unknown, name: string, high: number): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= 0 && value <= high) return value
  throw new TypeError(`${name} must be a number from 0 to ${high}`)
}

/** Parses a rule from JSON. @throws TypeError with a message that names the invalid field. */
export function readRule(value: unknown): FaultRule {
  if (typeof value !== 'object' || value === null)
    throw new TypeError('a fault is an object like {"kind":"hang","share":0.5}')
  const { kind, share, host, match, amount }: Record<string, unknown> = { ...value }
  if (typeof kind !== 'string' || !isFaultKind(kind)) {
    throw new TypeError(`kind must be one of ${Object.keys(faultKinds).join(' ')}`)
  }
  const fields = {
    share: numberOf(share, 'share', 1),
    host: textOf(host, 'host'),
    match: textOf(match, 'match'),
    amount: numberOf(amount, 'amount', 1e9),
  }
  return { kind, ...Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) }
}
