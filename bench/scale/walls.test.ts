// Tests the resources of searches and the first bound, with the current figures of the code.
import { expect, it } from 'vitest'
import { levelsOf } from './demand.ts'
import { readFacts } from './facts.ts'
import { flowOf, type Plan, usesOf, wallsOf } from './walls.ts'

const facts = await readFacts()
const levels = levelsOf({ keywords: 100_000, exponent: 1 })
const { fullForS, emptyForS, emptyShare } = facts
const plan: Plan = {
  perSecond: 1,
  replicas: 1,
  isShared: true,
  regions: 1,
  addresses: 1,
  channels: facts.channels,
  deadlineS: 8,
  keeping: { fullForS, emptyForS, emptyShare, keywordsKept: Number.POSITIVE_INFINITY },
}

function wall(name: string, different: Partial<Plan> = {}): number {
  return wallsOf(levels, facts, { ...plan, ...different }).get(name) ?? Number.NaN
}

it('has every limit that the code has', () => {
  expect(facts.channels).toBeGreaterThan(50)
  expect(facts.narrow.length).toBeGreaterThan(10)
  expect(facts.parallel).toBe(128)
  expect(facts.lists).toBeGreaterThan(100)
  expect(facts.listAsks).toBeGreaterThan(0.1)
})

it('comes to a bound where the share that is used passes one', () => {
  const at = wall('t.me')
  const shareAt = (perSecond: number) => {
    const use = usesOf(levels, facts, { ...plan, perSecond }).find(({ name }) => name === 't.me')
    return use ? use.takes / use.has : 0
  }
  expect(shareAt(at)).toBeCloseTo(1, 1)
  expect(shareAt(at * 0.9)).toBeLessThan(1)
  expect(shareAt(at * 1.1)).toBeGreaterThan(1)
})

it('moves the bound of t.me with addresses, fewer channels, longer freshness and regions', () => {
  const as = wall('t.me')
  const longer = { ...plan.keeping, fullForS: 4 * fullForS, emptyForS: 4 * fullForS }
  for (const different of [{ addresses: 3 }, { channels: 40 }, { keeping: longer }, { regions: 3, replicas: 3 }])
    expect(wall('t.me', different), JSON.stringify(different)).toBeGreaterThan(as)
})

it('takes no more of processor and Redis for asking once t.me is asked all it stands', () => {
  const taken = (perSecond: number) =>
    usesOf(levels, facts, { ...plan, perSecond }).find(({ name }) => name === 'Redis, processor')?.takes
  expect(taken(10_000)).toBeCloseTo(taken(1_000) ?? 0)
  expect(wall('Redis, processor')).toBe(Number.POSITIVE_INFINITY)
  expect(wall('Redis, processor', { addresses: 1_000 })).toBeLessThan(10_000)
})

it('tells how many searches what is known has to answer, and how often it knows the keyword', () => {
  expect(flowOf(levels, facts, plan)).toMatchObject({ knownShare: 0, seenShare: 1 })
  const { knownShare, seenShare } = flowOf(levels, facts, { ...plan, perSecond: 100 })
  expect(knownShare).toBeGreaterThan(0.2)
  expect(seenShare).toBeGreaterThan(0.5)
  expect(seenShare).toBeLessThan(1)
})
