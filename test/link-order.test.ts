// Tests that the client sorts links as the service does, from the fields on the wire, for the terminal, the agents' tools and the page.
// One difference is intended: within a day, the page puts available links before links with more sources.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLinkCollector } from '../client/link-collector.ts'
import { createLinkOrder, type HealthOf } from '../client/link-order.ts'
import { cloudTypes } from '../src/contract/cloud-types.ts'
import type { MergedByType } from '../src/contract/search.ts'
import type { MergedLink } from '../src/search/pipeline/merge.ts'
import { rankLinks } from '../src/search/pipeline/rank.ts'
import { createLinkDetails, toLinkItem, toMergedByType } from '../src/search/pipeline/to-contract.ts'
import { createWorkIndex } from '../src/search/pipeline/work-index.ts'
import type { LinkHealth } from '../src/store/archive/types.ts'
import { arrange } from '../web/src/search/arrange.ts'
import { confirmedState } from '../web/src/search/link-health.ts'
import { linkResults } from '../web/src/search/link-results.ts'
import { emptySearch } from '../web/src/search/search-state.ts'
import { caseCount } from './kit/case-count.ts'
import { collectedWork, noAttributes } from './kit/page-data.ts'
import { quark, result } from './kit/searching.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)

/** A link of a search with its entry in the health book. */
interface Known {
  readonly entry: MergedLink
  readonly health: LinkHealth | undefined
}

/**
 * Few values of each kind, so that links often differ in one field only. The wire has whole seconds; the time of day
 * matters within one day only.
 */
const times = fc
  .tuple(fc.constantFrom(-30_000, 0, 1, 20_776, 20_777), fc.constantFrom(0, 1, 2, 43_200, 86_399))
  .map(([day, second]) => day * dayMs + second * 1_000)
const healths = fc.record({
  state: fc.constantFrom('ok' as const, 'bad' as const, 'locked' as const),
  // Longer than the page treats it as fresh: the book counts finds of at least the last week.
  at: fc.constantFrom(now - 6.9 * dayMs, now - dayMs / 2, now - 1, now),
})
const knowns = fc
  .record({
    type: fc.constantFrom(...cloudTypes),
    code: fc.string({ unit: fc.constantFrom('a', 'B', 'b', '0', '_', '书'), minLength: 1, maxLength: 3 }),
    at: fc.option(times, { nil: undefined }),
    relevance: fc.constantFrom('title' as const, 'text' as const),
    sources: fc.uniqueArray(fc.constantFrom('tg:abcd', 'tg:efgh', 'plugin:ijkl'), { minLength: 1 }),
    health: fc.option(healths, { nil: undefined }),
  })
  .map(({ type, code, at, relevance, sources, health }): Known => {
    const share = { type, key: `${type}:${code}`, code, password: '', url: `https://pan.test/${type}/${code}` }
    const text = {
      title: '纸鹤',
      password: '',
      images: [],
      poster: undefined,
      post: result('tg:abcd', `纸鹤 ${quark}`),
    }
    return { entry: { share, at, relevance, sources, ...text }, health }
  })
const searches = fc.uniqueArray(knowns, { selector: ({ entry }) => entry.share.key, maxLength: 40, size: 'max' })

function keysOf(entries: readonly MergedLink[]) {
  return entries.map(({ share }) => share.key)
}

/** The links of a search as a client collects them, from the fields on the wire. */
function collect(known: readonly Known[]) {
  const healthOf = (key: string) => known.find(({ entry }) => entry.share.key === key)?.health
  const entries = known.map(({ entry }) => entry)
  const details = createLinkDetails(createWorkIndex(''), { healthOf })
  const reported = toMergedByType(entries, (entry) => toLinkItem(entry, details))
  const merged: MergedByType = JSON.parse(JSON.stringify(reported))
  const collector = createLinkCollector()
  collector.add({ merged_by_type: merged })
  return collector.links()
}

/** The service's order; without health if dead links sort as any other. */
function serverOrder(known: readonly Known[], usesHealth: boolean) {
  const states = new Map(known.map(({ entry, health }) => [entry.share.key, health?.state]))
  return rankLinks(
    known.map(({ entry }) => entry),
    (key) => (usesHealth ? states.get(key) : undefined),
  )
}

function pageOrder(known: readonly Known[]) {
  const links = collect(known).map((link) => ({ ...link, attributes: noAttributes }))
  const options = { ...emptySearch, view: 'links', clouds: [] } as const
  const stateOf: HealthOf = (link) => confirmedState(link, undefined)
  const { results } = arrange([collectedWork('work', links)], options, stateOf, linkResults)
  return results.map(({ key }) => key)
}

const soundness = { ok: 1, unknown: 0, locked: 0, bad: -1 } as const

/** The service's order, with available links first within a day. */
function availableFirst(known: readonly Known[]) {
  const states = new Map(known.map(({ entry, health }) => [entry.share.key, health?.state]))
  const sound = ({ share }: MergedLink) => soundness[states.get(share.key) ?? 'unknown']
  const days = Map.groupBy(serverOrder(known, true), ({ share, relevance, at }) => {
    const day = at === undefined ? 'no day' : Math.floor(at / dayMs)
    return `${states.get(share.key) === 'bad'} ${relevance} ${day}`
  })
  return keysOf([...days.values()].flatMap((day) => day.toSorted((a, b) => sound(b) - sound(a))))
}

function holds(check: (known: readonly Known[]) => void) {
  fc.assert(
    fc.property(searches, (known) => void check(known)),
    { numRuns: caseCount(2_000), seed: 9 },
  )
}

function sorted(known: readonly Known[], order: ReturnType<typeof createLinkOrder>) {
  const links = collect(known).toSorted(order)
  return links.map(({ key }) => key)
}

describe('the order of collected links', () => {
  it('is the order of the service', () => {
    holds((known) => expect(sorted(known, createLinkOrder('best'))).toEqual(keysOf(serverOrder(known, true))))
  })

  it('is the order of the service when dead links sort as any other', () => {
    const order = createLinkOrder('best', () => undefined)
    holds((known) => expect(sorted(known, order)).toEqual(keysOf(serverOrder(known, false))))
  })

  it('is on the page the order of the service, except that available links come first within a day', () => {
    holds((known) => expect(pageOrder(known)).toEqual(availableFirst(known)))
  })
})
