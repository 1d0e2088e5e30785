// Tests the formulas against the simulation, and checks that figures grow in the right direction.
import { expect, it } from 'vitest'
import { drawOf, levelsOf } from './demand.ts'
import { expectedOf, type Setting } from './model.ts'
import { simulated } from './simulate.ts'

const popularity = { keywords: 100_000, exponent: 1 }
const levels = levelsOf(popularity)
const endless = Number.POSITIVE_INFINITY
const keeping = { fullForS: 1_800, emptyForS: 300, emptyShare: 0.5, keywordsKept: endless }
const ordinary: Setting = { perSecond: 10, sources: 116, polite: endless, replicas: 1, isShared: true, keeping }
const run = { seed: 7, searches: 150_000 }

function apart(one: number, other: number): number {
  return Math.abs(one - other) / Math.max(one, other, 0.01)
}

const cases: ReadonlyArray<readonly [string, Partial<Setting>]> = [
  ['nothing is bounded', {}],
  ['few search', { perSecond: 0.5 }],
  ['three replicas share', { replicas: 3 }],
  ['three replicas do not', { replicas: 3, isShared: false }],
  ['there is room for few keywords', { keeping: { ...keeping, keywordsKept: 500 } }],
  ['upstream stands a third of it', { polite: 200 }],
  ['upstream stands little, and there is room for few', { polite: 100, keeping: { ...keeping, keywordsKept: 800 } }],
]

it.each(cases)('agrees with the simulation within four per cent when %s', (_name, different) => {
  const setting = { ...ordinary, ...different }
  const [model, played] = [expectedOf(levels, setting), simulated(popularity, setting, run)]
  for (const figure of ['asks', 'cold', 'savedShare', 'hitShare', 'knownShare', 'servedShare'] as const)
    expect(apart(model[figure], played[figure]), `${figure}: ${model[figure]} and ${played[figure]}`).toBeLessThan(0.04)
})

it('plays the same again with the same seed, and something else with another', () => {
  const setting = { ...ordinary, polite: 200, keeping: { ...keeping, keywordsKept: 800 } }
  const short = { seed: 1, searches: 40_000 }
  expect(simulated(popularity, setting, short)).toEqual(simulated(popularity, setting, short))
  expect(simulated(popularity, setting, { ...short, seed: 2 })).not.toEqual(simulated(popularity, setting, short))
})

it('draws each keyword as often as its level says', () => {
  const draw = drawOf({ keywords: 4, exponent: 1 })
  const all = 1 + 1 / 2 + 1 / 3 + 1 / 4
  expect([0, 0.99 / all, 1.01 / all, 1.51 / all, 0.999_999].map(draw)).toEqual([0, 0, 1, 2, 3])
  expect(levelsOf({ keywords: 4, exponent: 1 }).map(({ share }) => share * all)).toEqual([1, 1 / 2, 1 / 3, 1 / 4])
})

it('divides the million keywords into levels that lose none and nothing of their sum', () => {
  const many = levelsOf({ keywords: 1_000_000, exponent: 1.1 })
  expect(many.length).toBeLessThan(1_000)
  expect(many.reduce((sum, { count }) => sum + count, 0)).toBe(1_000_000)
  expect(many.reduce((sum, { count, share }) => sum + count * share, 0)).toBeCloseTo(1)
})

it('asks more as more search, never more often than each search asks, and a smaller share of it', () => {
  const rates = [0.01, 0.1, 1, 10, 100, 1_000, 10_000]
  const flows = rates.map((perSecond) => expectedOf(levels, { ...ordinary, perSecond }))
  for (const [at, flow] of flows.entries()) {
    const before = flows[at - 1]
    expect(flow.asks).toBeGreaterThan(before?.asks ?? 0)
    expect(flow.savedShare).toBeGreaterThan(before?.savedShare ?? 0)
    expect(flow.asks).toBeLessThan((rates[at] ?? 0) * ordinary.sources)
  }
})

it('asks less with longer freshness, more room, and replicas that share', () => {
  const asks = (different: Partial<Setting>) => expectedOf(levels, { ...ordinary, ...different }).asks
  expect(asks({ keeping: { ...keeping, fullForS: 7_200 } })).toBeLessThan(asks({}))
  expect(asks({ keeping: { ...keeping, keywordsKept: 100 } })).toBeGreaterThan(
    asks({ keeping: { ...keeping, keywordsKept: 1_000 } }),
  )
  expect(asks({ keeping: { ...keeping, keywordsKept: 99_999 } })).toBeCloseTo(asks({}), 0)
  expect(asks({ replicas: 3, isShared: false })).toBeGreaterThan(asks({ replicas: 3 }))
  expect(asks({ replicas: 3 })).toBe(asks({}))
})

it('never asks more than upstream stands, and leaves the rest to what is known', () => {
  for (const polite of [10, 100, 500]) {
    const flow = expectedOf(levels, { ...ordinary, perSecond: 1_000, polite })
    expect(flow.asks).toBeCloseTo(polite, 1)
    expect(flow.knownShare + flow.hitShare + flow.cold / 1_000).toBeCloseTo(1)
  }
})
