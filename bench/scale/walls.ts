// Computes the use of every bounded resource for a number of searches, and the number of searches at which each bound is reached.
import type { Level } from './demand.ts'
import type { Facts } from './facts.ts'
import { expectedOf, type Flow, type Keeping, type Setting, seenShare } from './model.ts'

/** The deployment for a number of searches. */
export interface Plan {
  readonly perSecond: number
  /** Total replicas. */
  readonly replicas: number
  /** Whether there is a Redis; without it there is one replica. */
  readonly isShared: boolean
  /** Regions with their own Redis and addresses. */
  readonly regions: number
  /** Addresses in each region that ask t.me. */
  readonly addresses: number
  /** Channels of t.me that a search asks. */
  readonly channels: number
  readonly keeping: Keeping
  /** Seconds after which a search is answered with the results so far or known links. */
  readonly deadlineS: number
}

/** The use of one resource, and its capacity. */
export interface Use {
  readonly name: string
  readonly takes: number
  readonly has: number
  readonly unit: string
}

const monthS = 30 * 86_400
const gigabit = 1e9 / 8
const gigabyte = 2 ** 30

/** Rate that t.me accepts from all addresses of one region: concurrent attempts divided by their duration. */
function politeOf({ parallel, attemptS }: Facts, { addresses }: Plan): number {
  return (parallel / attemptS) * addresses
}

function settingOf(facts: Facts, plan: Plan): Setting {
  const { perSecond, regions, channels: sources, keeping } = plan
  // Regions share nothing; the replicas of a region share everything.
  return { perSecond, sources, replicas: regions, isShared: false, polite: politeOf(facts, plan), keeping }
}

/** The flow of the searches, and of those beyond t.me's limit the share whose keyword was asked within a month. */
export function flowOf(levels: readonly Level[], facts: Facts, plan: Plan): Flow & { readonly seenShare: number } {
  const setting = settingOf(facts, plan)
  const flow = expectedOf(levels, setting)
  return { ...flow, seenShare: seenShare(levels, setting, flow.servedShare, monthS) }
}

/** A plan's use of each resource by its searches. */
export function usesOf(levels: readonly Level[], facts: Facts, plan: Plan): readonly Use[] {
  const setting = settingOf(facts, plan)
  const flow = expectedOf(levels, setting)
  const wanted = expectedOf(levels, { ...setting, polite: Number.POSITIVE_INFINITY })
  return [
    { name: 't.me', takes: wanted.asks, has: setting.polite * plan.regions, unit: 'pages/s' },
    narrowest(facts, plan, wanted),
    ...ownUses(facts, plan, flow),
    ...storeUses(levels, facts, plan, flow),
  ]
}

/** The plugin site that reaches its limit first. */
function narrowest({ narrow, attemptS }: Facts, { regions, addresses }: Plan, { cold }: Flow): Use {
  const uses = narrow.map(({ name, parallel, exchanges }) => {
    return {
      name: `plugin ${name}`,
      takes: cold * exchanges,
      has: (parallel / attemptS) * addresses * regions,
      unit: 'requests/s',
    }
  })
  return uses.reduce((most, one) => (one.takes / one.has > most.takes / most.has ? one : most))
}

/** The cost of a search over fewer channels, as a share of one over all channels. */
function partOf({ channels: all }: Facts, { channels }: Plan): number {
  return channels / all
}

function ownUses(facts: Facts, plan: Plan, flow: Flow): readonly Use[] {
  const { perSecond, replicas, deadlineS } = plan
  const [asked, part] = [flow.asks / facts.channels, partOf(facts, plan)]
  const coldMs = facts.coldMs + (plan.isShared ? facts.sharingMs : 0)
  const known = flow.knownShare * perSecond
  const answered = perSecond - flow.cold - known
  // While a search is fresh, each replica builds its answer once.
  const fetched = Math.min(answered, flow.cold * (replicas / plan.regions - 1))
  const askingMs = asked * coldMs + (fetched * facts.fetchedMs + known * facts.anewMs) * part
  const room = facts.roomS / ((coldMs / 1000) * part)
  // When demand exceeds t.me's limit, every search waits for its part.
  const waitS = flow.servedShare < 1 ? deadlineS : Math.min(deadlineS, facts.waitS)
  return [
    {
      name: 'processor, asking',
      takes: askingMs / 1000,
      has: replicas,
      unit: 'cores',
    },
    { name: 'searches that wait', takes: (flow.cold + known) * waitS, has: replicas * room, unit: 'at once' },
    { name: 'processor, ready', takes: (answered * facts.readyMs) / 1000, has: replicas, unit: 'cores' },
    { name: 'network out', takes: (perSecond * facts.sentBytes) / gigabit, has: replicas, unit: 'Gbit/s' },
    { name: 'network in', takes: (flow.asks * facts.pageBytes) / gigabit, has: replicas, unit: 'Gbit/s' },
  ]
}

function storeUses(levels: readonly Level[], facts: Facts, plan: Plan, flow: Flow): readonly Use[] {
  const { regions } = plan
  const part = partOf(facts, plan)
  const redisMs = (flow.asks / facts.channels) * facts.redisMs
  const kept = flow.cold * plan.keeping.fullForS * facts.keptBytes * part
  const links = linksKept(levels, facts, plan, flow)
  return [
    { name: 'Redis, processor', takes: redisMs / 1000, has: regions, unit: 'cores' },
    { name: 'Redis, memory', takes: kept / gigabyte, has: facts.redisGb * regions, unit: 'GB' },
    { name: 'PostgreSQL, links', takes: flow.cold * facts.links * part, has: facts.linksPerSecond, unit: '/s' },
    { name: 'PostgreSQL, disk', takes: (links * facts.linkBytes) / gigabyte, has: facts.databaseGb, unit: 'GB' },
  ]
}

/** Links in the archive after a month: each keyword brings its own links until all links are found. */
function linksKept(levels: readonly Level[], { links, linksThere }: Facts, { perSecond }: Plan, flow: Flow): number {
  const searches = perSecond * flow.servedShare * monthS
  const asked = levels.reduce((sum, { count, share }) => sum + count * -Math.expm1(-share * searches), 0)
  return linksThere * -Math.expm1((-asked * links) / linksThere)
}

const least = 0.01
const most = 1e7
const stepsADecade = 16

/** Searches per second at which each resource is exhausted; `Infinity` when another bound prevents that. */
export function wallsOf(levels: readonly Level[], facts: Facts, plan: Plan): ReadonlyMap<string, number> {
  const walls = new Map<string, number>()
  let before: readonly Use[] = []
  const steps = Math.log10(most / least) * stepsADecade
  for (let step = 0; step <= steps; step += 1) {
    const perSecond = least * 10 ** (step / stepsADecade)
    const uses = usesOf(levels, facts, { ...plan, perSecond })
    for (const [at, use] of uses.entries()) {
      if (use.takes <= use.has || walls.has(use.name)) continue
      walls.set(use.name, crossing(before[at], use, perSecond))
    }
    before = uses
  }
  for (const { name } of before) if (!walls.has(name)) walls.set(name, Number.POSITIVE_INFINITY)
  return walls
}

/** Interpolates between two steps, with use linear in the logarithm of the searches. */
function crossing(before: Use | undefined, use: Use, perSecond: number): number {
  if (before === undefined) return perSecond
  const [earlier, later] = [Math.log(before.takes / before.has), Math.log(use.takes / use.has)]
  return perSecond * 10 ** (-later / (later - earlier) / stepsADecade)
}
