// Compares a numeric model of the resources that searches use with a simulation, from one machine to worldwide use.
import { type Level, levelsOf, type Popularity } from './scale/demand.ts'
import { type Facts, readFacts } from './scale/facts.ts'
import { expectedOf, type Flow, type Setting } from './scale/model.ts'
import { simulated } from './scale/simulate.ts'
import { flowOf, type Plan, usesOf, wallsOf } from './scale/walls.ts'

/**
 * Word frequencies in a search engine's log follow Zipf's law (Xie and O'Hallaron, 2002); the exponent is about 1, and
 * the other values show its effect.
 */
const popularity: Popularity = { keywords: 1_000_000, exponent: 1 }
const others = [0.8, 1.2]
const seed = 1
const leastSearches = 400_000
const demands = [0.1, 1, 3, 10, 100, 1_000, 10_000, 100_000]

/**
 * Prints the model next to the simulation, the resources for each demand, the first bound reached, and what changes it.
 */
export async function benchScale(): Promise<void> {
  const facts = await readFacts()
  const levels = levelsOf(popularity)
  console.info(
    `\nScale: ${popularity.keywords} keywords by Zipf with exponent ${popularity.exponent}; ${facts.channels} channels of t.me and ${facts.narrow.length} plugins a search; ` +
      `answers fresh for ${facts.fullForS / 60} min, empty ones (${percent(facts.emptyShare)}) for ${facts.emptyForS / 60}; t.me stands ${facts.parallel} at once of ${facts.attemptS} s`,
  )
  compare(levels, facts)
  printDemands(levels, facts)
  printWalls(levels, facts)
  printMovers(levels, facts)
  console.info(
    `  Hot lists: ${facts.lists} that are on, ${facts.listAsks.toFixed(2)} asks a second of ${facts.lists} lists together, however many look at them`,
  )
}

/** The simulated cases: the base, and its variations. */
function casesOf(facts: Facts): ReadonlyArray<readonly [string, Setting]> {
  const { channels: sources, parallel, attemptS } = facts
  const keeping = { ...keepingOf(facts), keywordsKept: Number.POSITIVE_INFINITY }
  const polite = parallel / attemptS
  const base: Setting = { perSecond: 1, sources, polite, replicas: 3, isShared: true, keeping }
  const free: Setting = { ...base, polite: Number.POSITIVE_INFINITY }
  return [
    ['1/s, nothing bounded', free],
    ['100/s, nothing bounded, 3 replicas that share', { ...free, perSecond: 100 }],
    ['100/s, nothing bounded, 3 that do not', { ...free, perSecond: 100, isShared: false }],
    ['1/s, room for 300 keywords', { ...free, keeping: { ...keeping, keywordsKept: 300 } }],
    ['100/s, room for 10,000', { ...free, perSecond: 100, keeping: { ...keeping, keywordsKept: 10_000 } }],
    ['10/s, t.me bounded', { ...base, perSecond: 10 }],
    ['10/s, t.me bounded, room for 1,000', { ...base, perSecond: 10, keeping: { ...keeping, keywordsKept: 1_000 } }],
    ['1,000/s, t.me bounded', { ...base, perSecond: 1_000 }],
  ]
}

function compare(levels: readonly Level[], facts: Facts): void {
  console.info('  Model | simulation | apart             asks/s of t.me        asks saved          from what is known')
  for (const [name, setting] of casesOf(facts)) {
    const model = expectedOf(levels, setting)
    const searches = Math.max(leastSearches, 3 * facts.fullForS * setting.perSecond)
    const played = simulated(popularity, setting, { seed, searches })
    const beside = (of: (flow: Flow) => number, shown: (value: number) => string) =>
      `${shown(of(model))} | ${shown(of(played))} | ${percent(of(model) === 0 ? 0 : Math.abs(of(played) / of(model) - 1))}`
    const [asks, saved, known] = [
      beside(
        (flow) => flow.asks,
        (value) => value.toFixed(0),
      ),
      beside((flow) => flow.savedShare, percent),
      beside((flow) => flow.knownShare, percent),
    ]
    console.info(`    ${name.padEnd(46)} ${asks.padEnd(24)} ${saved.padEnd(24)} ${known}`)
  }
}

function keepingOf({ fullForS, emptyForS, emptyShare, keptBytes }: Facts) {
  // A disk of the default size has half a gigabyte for answers.
  return { fullForS, emptyForS, emptyShare, keywordsKept: Math.round(2 ** 29 / keptBytes) }
}

function planOf(facts: Facts, perSecond: number): Plan {
  const one = { regions: 1, addresses: 1, channels: facts.channels, deadlineS: facts.deadlineS }
  return { perSecond, replicas: 1, isShared: false, ...one, keeping: keepingOf(facts) }
}

/** A plan with enough replicas and Redis, so that only bounds that money cannot raise remain. */
function amplePlan(facts: Facts, perSecond: number): Plan {
  return {
    ...planOf(facts, perSecond),
    isShared: true,
    keeping: { ...keepingOf(facts), keywordsKept: Number.POSITIVE_INFINITY },
  }
}

const columns = ['t.me', 'processor, asking', 'searches that wait', 'processor, ready', 'network out']
const stores = ['Redis, processor', 'Redis, memory', 'PostgreSQL, links', 'PostgreSQL, disk']

function printDemands(levels: readonly Level[], facts: Facts): void {
  console.info('  What each demand takes, one region, one address, room for all that is fresh')
  for (const perSecond of demands) {
    const plan = amplePlan(facts, perSecond)
    const flow = flowOf(levels, facts, plan)
    const uses = new Map(usesOf(levels, facts, plan).map((use) => [use.name, use]))
    const shown = (name: string) => `${name} ${short(uses.get(name)?.takes ?? 0)} ${uses.get(name)?.unit}`
    console.info(
      `    ${short(perSecond)}/s: found fresh ${percent(flow.hitShare)}, asked ${percent(flow.cold / perSecond)}, from what is known ${percent(flow.knownShare)} ` +
        `(asked within a month: ${percent(flow.seenShare)} of these)\n      ${columns.map(shown).join(' · ')}\n      ${stores.map(shown).join(' · ')}`,
    )
  }
}

/** It has neither Redis nor PostgreSQL. */
const alone = 'one box'

function printWalls(levels: readonly Level[], facts: Facts): void {
  const one = planOf(facts, 1)
  const plans: ReadonlyArray<readonly [string, Plan]> = [
    [alone, one],
    ['3 replicas', { ...amplePlan(facts, 1), replicas: 3 }],
    ['3 regions of 3', { ...amplePlan(facts, 1), replicas: 9, regions: 3 }],
    ['30 regions of 3, 40 channels, patience 1 s', spread(facts)],
    ['one box if t.me stood all', { ...one, addresses: 1e6 }],
  ]
  console.info('  At how many searches a second each bound is reached; – is never, because another bounds it')
  for (const [name, plan] of plans) {
    const walls = [...wallsOf(levels, facts, plan)].toSorted(([, one_], [, other]) => one_ - other)
    const shown = walls
      .filter(([wall]) => name !== alone || !stores.includes(wall))
      .map(([wall, at]) => `${wall} ${at === Number.POSITIVE_INFINITY ? '–' : short(at)}`)
    console.info(`    ${name}: ${shown.join(' · ')}`)
  }
}

function spread(facts: Facts): Plan {
  return { ...amplePlan(facts, 1), replicas: 90, regions: 30, channels: 40, deadlineS: 1 }
}

function printMovers(levels: readonly Level[], facts: Facts): void {
  const base = amplePlan(facts, 1)
  const { keeping } = base
  const even = { ...keeping, emptyForS: keeping.fullForS }
  const movers: ReadonlyArray<readonly [string, Plan]> = [
    ['as it is', base],
    ['one box: room for as much as its disk takes', planOf(facts, 1)],
    ['answers fresh for 2 h', { ...base, keeping: { ...keeping, fullForS: 7_200 } }],
    ['empty answers as long as others', { ...base, keeping: even }],
    ['both for 2 h', { ...base, keeping: { ...even, fullForS: 7_200, emptyForS: 7_200 } }],
    ['40 channels', { ...base, channels: 40 }],
    ['3 addresses for one Redis (not built)', { ...base, addresses: 3 }],
    ['3 regions, an address and a Redis each', { ...base, regions: 3, replicas: 3 }],
    ['3 such regions, 40 channels', { ...base, regions: 3, replicas: 3, channels: 40 }],
    ['the same, both for 2 h', movedFar(base)],
  ]
  console.info('  At how many searches a second t.me is asked all it stands')
  for (const [name, plan] of movers)
    console.info(`    ${name}: ${short(wallsOf(levels, facts, plan).get('t.me') ?? 0)}`)
  for (const exponent of others) {
    const at = wallsOf(levelsOf({ ...popularity, exponent }), facts, base).get('t.me') ?? 0
    console.info(`    as it is, exponent ${exponent}: ${short(at)}`)
  }
}

function movedFar(base: Plan): Plan {
  const keeping = { ...base.keeping, fullForS: 7_200, emptyForS: 7_200 }
  return { ...base, channels: 40, regions: 3, replicas: 3, keeping }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** At most three significant digits, with thousands separators. */
function short(value: number): string {
  return Number(value.toPrecision(value < 10 ? 2 : 3)).toLocaleString('en')
}
