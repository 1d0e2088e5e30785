// Rate limits per client and route.
import { LRUCache } from 'lru-cache'
import { type Rate, rateForm, readRate } from './rates.ts'

/** Rates per client by rule name: `*` for all requests together, a route pattern, or `force`. */
export type RateRules = ReadonlyMap<string, Rate>

/**
 * Parses `RATE_LIMITS`: `*=1200/min,/api/search=300/min`, or `off`. `paths` are the existing routes.
 * @throws Error with a user-readable message for an invalid entry, an unknown path, and a duplicate name.
 */
export function readRateRules(text: string, paths?: ReadonlySet<string>): RateRules {
  const entries = text.split(/[,\s]+/).filter((entry) => entry !== '')
  if (entries.length === 1 && entries[0]?.toLowerCase() === 'off') return new Map()
  const rules = new Map<string, Rate>()
  for (const entry of entries) {
    const [name, rate] = readRule(entry)
    if (rules.has(name)) throw new Error(`has a rate for ${name} twice`)
    if (name.startsWith('/') && paths?.has(name) === false)
      throw new Error(`there is no ${name}; GET / lists what there is`)
    rules.set(name, rate)
  }
  if (rules.size > 0) return rules
  throw new Error(form)
}

const form = `must be off, or list * or a path or force with ${rateForm}: /api/search=300/min`

function readRule(entry: string): readonly [string, Rate] {
  const at = entry.indexOf('=')
  const [name, rate] = [entry.slice(0, at), readRate(entry.slice(at + 1))]
  if (rate && /^(?:\*|force|\/[\w/:.-]*)$/.test(name)) return [name, rate]
  throw new Error(`${form}; not ${JSON.stringify(entry.slice(0, 60))}`)
}

/** Rate limit status of a client after a request. */
export interface Standing {
  readonly rate: Rate
  /** Name of the rule. */
  readonly name: string
  /** Is the request over the limit? */
  readonly isOver: boolean
  /** Number of requests that are allowed immediately. */
  readonly remaining: number
  /** Time until the full rate is available again, in milliseconds. */
  readonly resetMs: number
  /** Time until the next request is allowed, in milliseconds; 0 if it is allowed now. */
  readonly waitMs: number
}

/** The limits that a request counts against. */
export interface Spending {
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
  spend(spending: Spending): Standing | undefined
  /** Counts requests that were answered already. */
  charge(spending: Spending, times: number): Standing | undefined
}

/** Maximum number of client and rule pairs remembered; the least recently used are forgotten and start afresh. */
const mostKnown = 50_000

/** Requests answered before they were counted become debt, up to this many full rates: a client that floods has to wait it off. */
const mostRatesOwed = 10

interface Rule {
  readonly name: string
  readonly rate: Rate
}

/** The rules that apply to a request: those with its names, or only the client's own rate. */
export function ruling(rules: RateRules, names: readonly string[], own: Rate | undefined): Rule[] {
  if (own) return [{ name: 'key', rate: own }]
  return names.flatMap((name) => {
    const rate = rules.get(name)
    return rate ? [{ name, rate }] : []
  })
}

/** A rule applied to a client. */
interface Account extends Rule {
  readonly key: string
  /** Time at which the full rate is available again. */
  readonly fullAt: number
}

/**
 * Creates the limits. `monotonicMs` is a monotonic clock in milliseconds.
 *
 * Stores one number per client and rule: the time at which the full rate is available again (generic cell rate algorithm, GCRA, of ATM). The
 * whole rate may be used in one burst, and is restored evenly.
 */
export function createRateLimits(rules: RateRules, monotonicMs: () => number): RateLimits {
  const fullAts = new LRUCache<string, number>({ max: mostKnown })

  function accounts({ client, names, own }: Spending): Account[] {
    return ruling(rules, names, own).map((rule) => {
      const key = `${rule.name} ${client}`
      return { ...rule, key, fullAt: Math.max(fullAts.get(key) ?? 0, monotonicMs()) }
    })
  }

  function count(held: readonly Account[], times: number): Standing[] {
    return held.map(({ key, name, rate, fullAt }) => {
      const most = monotonicMs() + mostRatesOwed * rate.perMs
      const next = Math.min(fullAt + (times * rate.perMs) / rate.count, most)
      fullAts.set(key, next)
      return statusOf({ name, rate }, { resetMs: next - monotonicMs(), isOver: false })
    })
  }

  function over(held: readonly Account[]): Standing | undefined {
    const full = held.filter(
      ({ rate, fullAt }) => fullAt - monotonicMs() > rate.perMs - rate.perMs / rate.count + slackMs,
    )
    return full
      .map((account) => statusOf(account, { resetMs: account.fullAt - monotonicMs(), isOver: true }))
      .toSorted((one, other) => other.waitMs - one.waitMs)[0]
  }

  return {
    spend(spending) {
      const held = accounts(spending)
      return over(held) ?? nearest(count(held, 1))
    },
    charge: (spending, times) => nearest(count(accounts(spending), times)),
  }
}

/** Tolerance for rounding errors of fractional numbers. */
const slackMs = 1e-6

function statusOf({ name, rate }: Rule, { resetMs, isOver }: Pick<Standing, 'resetMs' | 'isOver'>): Standing {
  const eachMs = rate.perMs / rate.count
  const waitMs = Math.max(0, resetMs - (rate.perMs - eachMs))
  const remaining = Math.max(0, Math.floor((rate.perMs - resetMs + slackMs) / eachMs))
  return { name, rate, isOver, remaining, resetMs, waitMs: remaining > 0 ? 0 : waitMs }
}

function nearest(standings: readonly Standing[]): Standing | undefined {
  return standings.toSorted((one, other) => one.remaining - other.remaining)[0]
}

/** Rate limit response headers of IETF draft 7; times in whole seconds. */
export function rateHeaders({ rate, remaining, resetMs }: Standing): Record<string, string> {
  return {
    'ratelimit-limit': String(rate.count),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
    'ratelimit-policy': `${rate.count};w=${Math.ceil(rate.perMs / 1000)}`,
  }
}
