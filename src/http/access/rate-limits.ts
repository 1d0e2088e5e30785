// Rate limits per client and route.
import { LRUCache } from 'lru-cache'

export interface Rate {
  readonly count: number
  readonly perMs: number
}

const units: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['min', 60_000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** Form of a rate, for error messages. */
export const rateFormat = 'a rate like 600/min (/s, /min or /h, from 1 to 1000000)'

export function parseRate(text: string): Rate | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,7})\/(\w+)$/.exec(text) ?? []
  const [count, perMs] = [Number(digits), units.get(unit)]
  return perMs === undefined || count < 1 || count > 1_000_000 ? undefined : { count, perMs }
}

/** Rates per client by rule name: `*` for all requests together, a route pattern, or `force`. */
export type RateRules = ReadonlyMap<string, Rate>

/**
 * Parses `RATE_LIMITS`: `*=1200/min,/api/search=300/min`, or `off`. `paths` are the existing routes.
 * @throws Error with a user-readable message for an invalid entry, an unknown path, and a duplicate name.
 */
export function parseRateRules(text: string, paths?: ReadonlySet<string>): RateRules {
  const entries = text.split(/[,\s]/).filter((entry) => entry !== '')
  if (entries.join().toLowerCase() === 'off') return new Map()
  const rules = new Map<string, Rate>()
  for (const entry of entries) {
    const [name, rate] = parseRule(entry)
    if (rules.has(name)) throw new Error(`has a rate for ${name} twice`)
    if (name.startsWith('/') && paths?.has(name) === false)
      throw new Error(`there is no ${name}; GET / lists what there is`)
    rules.set(name, rate)
  }
  if (rules.size > 0) return rules
  throw new Error(format)
}

const format = `must be off, or list * or a path or force with ${rateFormat}: /api/search=300/min`

function parseRule(entry: string): readonly [string, Rate] {
  const at = entry.indexOf('=')
  const [name, rate] = [entry.slice(0, at), parseRate(entry.slice(at + 1))]
  if (rate && /^(?:\*|force|\/[\w/:.-]*)$/.test(name)) return [name, rate]
  throw new Error(`${format}; not ${JSON.stringify(entry.slice(0, 60))}`)
}

export interface RateLimitStatus {
  readonly rate: Rate
  readonly name: string
  readonly isOver: boolean
  /** Number of requests that are allowed immediately. */
  readonly remaining: number
  /** Time until the full rate is available again, in milliseconds. */
  readonly resetMs: number
  /** Time until the next request is allowed, in milliseconds; 0 if it is allowed now. */
  readonly waitMs: number
}

export interface RateLimitCharge {
  readonly client: string
  /** Rule names; names without a rule are ignored. */
  readonly names: readonly string[]
  /** The client's own rate, which replaces all rules. */
  readonly own?: Rate | undefined
}

export interface RateLimits {
  /**
   * Counts a request; one over any of its limits counts against none. Returns the status with the fewest remaining requests, or undefined if no
   * rule applies.
   */
  consume(charge: RateLimitCharge): RateLimitStatus | undefined
  /** Counts requests that were answered already; 0 only reads the status, and a negative number takes requests back. */
  consumeMany(charge: RateLimitCharge, times: number): RateLimitStatus | undefined
}

/** Maximum number of client and rule pairs remembered; the least recently used are forgotten and start afresh. */
const maxEntries = 50_000

/** Requests answered before they were counted become debt, up to this many full rates: a client that floods has to wait it off. */
const maxDebt = 10

interface NamedRate {
  readonly name: string
  readonly rate: Rate
}

/** The rules that apply to a request: those with its names, or only the client's own rate. */
function applicableRules(rules: RateRules, names: readonly string[], own: Rate | undefined): NamedRate[] {
  if (own) return [{ name: 'key', rate: own }]
  return names.flatMap((name) => {
    const rate = rules.get(name)
    return rate ? [{ name, rate }] : []
  })
}

/**
 * Creates the limits. `monotonicMs` is a monotonic clock in milliseconds.
 *
 * Stores one number per client and rule: the time at which the full rate is available again (generic cell rate algorithm, GCRA, of ATM). The
 * whole rate may be used in one burst, and is restored evenly.
 */
export function createRateLimits(rules: RateRules, monotonicMs: () => number): RateLimits {
  // `max` would allocate all entries at once.
  const fullTimes = new LRUCache<string, number>({ maxSize: maxEntries, sizeCalculation: () => 1 })

  function chargeRules({ client, names, own }: RateLimitCharge, times: number): RateLimitStatus[] {
    const now = monotonicMs()
    return applicableRules(rules, names, own).map((rule) => {
      const { name, rate } = rule
      const key = `${name} ${client}`
      const fullAt = Math.max(fullTimes.get(key) ?? 0, now) + (times * rate.perMs) / rate.count
      const boundedFullAt = Math.min(fullAt, now + maxDebt * rate.perMs)
      if (times !== 0) fullTimes.set(key, boundedFullAt)
      return statusOf(rule, boundedFullAt - now)
    })
  }

  return {
    consume(charge) {
      const exhausted = chargeRules(charge, 0).filter(({ remaining }) => remaining === 0)
      const [longest] = exhausted.toSorted((one, other) => other.waitMs - one.waitMs)
      return longest ? { ...longest, isOver: true } : tightest(chargeRules(charge, 1))
    },
    consumeMany: (charge, times) => tightest(chargeRules(charge, times)),
  }
}

/** Tolerance for rounding errors of fractional numbers. */
const slackMs = 1e-6

function statusOf({ name, rate }: NamedRate, resetMs: number): RateLimitStatus {
  const perRequestMs = rate.perMs / rate.count
  const remaining = Math.max(0, Math.floor((rate.perMs - resetMs + slackMs) / perRequestMs))
  const waitMs = remaining > 0 ? 0 : resetMs - (rate.perMs - perRequestMs)
  return { name, rate, isOver: false, remaining, resetMs, waitMs }
}

function tightest(statuses: readonly RateLimitStatus[]): RateLimitStatus | undefined {
  return statuses.toSorted((one, other) => one.remaining - other.remaining)[0]
}

/** Rate limit response headers of IETF draft 7; times in whole seconds. */
export function rateHeaders({ rate, remaining, resetMs }: RateLimitStatus): Record<string, string> {
  return {
    'ratelimit-limit': String(rate.count),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
    'ratelimit-policy': `${rate.count};w=${Math.ceil(rate.perMs / 1000)}`,
  }
}
