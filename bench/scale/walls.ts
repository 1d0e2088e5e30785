// What a number of searches takes of everything there is a bound to, and at how many searches each bound is reached.
import type { Level } from './demand.ts'
import type { Facts } from './facts.ts'
import { expectedOf, type Flow, type Keeping, type Setting, seenShare } from './model.ts'

/** What is run, by how many searches it meets. */
export interface Plan {
  readonly perSecond: number
  /** Replicas in all. */
  readonly replicas: number
  /** Is there a Redis? Without there is one replica. */
  readonly isShared: boolean
  /** Places with a Redis and addresses of their own. */
  readonly regions: number
  /** Addresses in each that t.me is asked from. */
  readonly addresses: number
  /** Channels of t.me that a search asks. */
  readonly channels: number
  readonly keeping: Keeping
  /** Seconds after which a search is answered with what has come or is known. */
  readonly deadlineS: number
}

/** What one thing is used, and what there is of it. */
export interface Use {
  readonly name: string
  readonly takes: number
  readonly has: number
  readonly unit: string
}

const monthS = 30 * 86_400
const gigabit = 1e9 / 8
const gigabyte = 2 ** 30

/** What t.me stands of all addresses of one region: attempts at once, each as long as it takes. */
function politeOf({ parallel, attemptS }: Facts, { addresses }: Plan): number {
  return (parallel / attemptS) * addresses
}

function settingOf(facts: Facts, plan: Plan): Setting {
  const { perSecond, regions, channels: sources, keeping } = plan
  // Regions share nothing; the replicas of one share all.
  return { perSecond, sources, replicas: regions, isShared: false, polite: politeOf(facts, plan), keeping }
}

/** What comes of the searches, and of those that t.me's limit leaves to what is known the share whose keyword was asked within a month. */
export function flowOf(levels: readonly Level[], facts: Facts, plan: Plan): Flow & { readonly seenShare: number } {
  const setting = settingOf(facts, plan)
  const flow = expectedOf(levels, setting)
  return { ...flow, seenShare: seenShare(levels, setting, flow.servedShare, monthS) }
}

/** What a plan is used by its searches, thing by thing. */
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

/** The plugin's site that is asked all it stands before the others are. */
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

/** What a search has to do with all channels, as much of it as its own make. */
function partOf({ channels: all }: Facts, { channels }: Plan): number {
  return channels / all
}

function ownUses(facts: Facts, plan: Plan, flow: Flow): readonly Use[] {
  const { perSecond, replicas, deadlineS } = plan
  const [asked, part] = [flow.asks / facts.channels, partOf(facts, plan)]
  const coldMs = facts.coldMs + (plan.isShared ? facts.sharingMs : 0)
  const known = flow.knownShare * perSecond
  const answered = perSecond - flow.cold - known
  // While a search is fresh it is put together once on each replica.
  const fetched = Math.min(answered, flow.cold * (replicas / plan.regions - 1))
  const askingMs = asked * coldMs + (fetched * facts.fetchedMs + known * facts.anewMs) * part
  const room = facts.roomS / ((coldMs / 1000) * part)
  // Where there is more to ask than t.me stands, all wait for a part of it.
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

/** What the archive has after a month: each keyword brings links of its own, until all there are have been found. */
function linksKept(levels: readonly Level[], { links, linksThere }: Facts, { perSecond }: Plan, flow: Flow): number {
  const searches = perSecond * flow.servedShare * monthS
  const asked = levels.reduce((sum, { count, share }) => sum + count * -Math.expm1(-share * searches), 0)
  return linksThere * -Math.expm1((-asked * links) / linksThere)
}

const least = 0.01
const most = 1e7
const stepsADecade = 16

/** At how many searches a second each thing is used up; `Infinity` where it never is, because something else bounds what it is used for. */
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

/** Between the last step and this one, as though the share used grew evenly with the logarithm of the searches. */
function crossing(before: Use | undefined, use: Use, perSecond: number): number {
  if (before === undefined) return perSecond
  const [earlier, later] = [Math.log(before.takes / before.has), Math.log(use.takes / use.has)]
  return perSecond * 10 ** (-later / (later - earlier) / stepsADecade)
}
