// How often each client may ask: rates by route, and what is left of them for whom.
import { LRUCache } from 'lru-cache'
import { type Rate, rateForm, readRate } from './rates.ts'

/** The rates of one client, by what they are for: `*` for all requests together, a route's pattern for that route, `force`. */
export type RateRules = ReadonlyMap<string, Rate>

/**
 * Reads `RATE_LIMITS`: `*=1200/min,/api/search=300/min`, or `off`. `paths` are those there are.
 * @throws Error with a sentence for an entry that is none, for a path that nobody can ask for, and for a name that is there twice.
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

/** How a client stands after a request. */
export interface Standing {
  readonly rate: Rate
  /** What the rate is for. */
  readonly name: string
  /** May the request not be answered? */
  readonly isOver: boolean
  /** So many more may follow at once. */
  readonly remaining: number
  /** Until everything is there again, in milliseconds. */
  readonly resetMs: number
  /** Until the next may come, in milliseconds; 0 when it may at once. */
  readonly waitMs: number
}

/** What a request counts as. */
export interface Spending {
  readonly client: string
  /** Under each of these that has a rule. */
  readonly names: readonly string[]
  /** Of a client with a rate of its own: under that only. */
  readonly own?: Rate | undefined
}

export interface RateLimits {
  /**
   * Counts a request; one that is over one of its rates counts under none. Gives the standing that is nearest to its end, or undefined where
   * there is no rule.
   */
  spend(spending: Spending): Standing | undefined
  /** Counts so many that were answered already. */
  charge(spending: Spending, times: number): Standing | undefined
}

/** So many clients are known at once, each under each name; of those who asked longest ago nothing is known, as though they were new. */
const mostKnown = 50_000

/** What was answered before it was counted is owed, up to so many whole rates: a client that floods waits for what it had. */
const mostRatesOwed = 10

interface Rule {
  readonly name: string
  readonly rate: Rate
}

/** The rules that hold for a request: those there are under its names, or only that of a client with a rate of its own. */
export function ruling(rules: RateRules, names: readonly string[], own: Rate | undefined): Rule[] {
  if (own) return [{ name: 'key', rate: own }]
  return names.flatMap((name) => {
    const rate = rules.get(name)
    return rate ? [{ name, rate }] : []
  })
}

/** One rule for one client. */
interface Account extends Rule {
  readonly key: string
  /** When all that was spent will be there again. */
  readonly fullAt: number
}

/**
 * Makes the limits, with nobody counted yet. `now` is in milliseconds of a clock that only runs forward.
 *
 * One number is kept for each client and rule: when it will have all its requests again (the generic cell rate algorithm of ATM). So a whole
 * rate may be used at once, and comes back evenly.
 */
export function createRateLimits(rules: RateRules, now: () => number): RateLimits {
  const fullAts = new LRUCache<string, number>({ max: mostKnown })

  function accounts({ client, names, own }: Spending): Account[] {
    return ruling(rules, names, own).map((rule) => {
      const key = `${rule.name} ${client}`
      return { ...rule, key, fullAt: Math.max(fullAts.get(key) ?? 0, now()) }
    })
  }

  function count(held: readonly Account[], times: number): Standing[] {
    return held.map(({ key, name, rate, fullAt }) => {
      const most = now() + mostRatesOwed * rate.perMs
      const next = Math.min(fullAt + (times * rate.perMs) / rate.count, most)
      fullAts.set(key, next)
      return standingOf({ name, rate }, next - now(), false)
    })
  }

  function over(held: readonly Account[]): Standing | undefined {
    const full = held.filter(({ rate, fullAt }) => fullAt - now() > rate.perMs - rate.perMs / rate.count + slackMs)
    return full
      .map((account) => standingOf(account, account.fullAt - now(), true))
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

/** Numbers that are no whole ones add up to a little more or less than they should. */
const slackMs = 1e-6

function standingOf({ name, rate }: Pick<Account, 'name' | 'rate'>, resetMs: number, isOver: boolean): Standing {
  const eachMs = rate.perMs / rate.count
  const waitMs = Math.max(0, resetMs - (rate.perMs - eachMs))
  const remaining = Math.max(0, Math.floor((rate.perMs - resetMs + slackMs) / eachMs))
  return { name, rate, isOver, remaining, resetMs, waitMs: remaining > 0 ? 0 : waitMs }
}

function nearest(standings: readonly Standing[]): Standing | undefined {
  return standings.toSorted((one, other) => one.remaining - other.remaining)[0]
}

/** The headers in which a client reads how it stands, as the IETF's draft 7 has them; times in whole seconds. */
export function rateHeaders({ rate, remaining, resetMs }: Standing): Record<string, string> {
  return {
    'ratelimit-limit': String(rate.count),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
    'ratelimit-policy': `${rate.count};w=${Math.ceil(rate.perMs / 1000)}`,
  }
}
