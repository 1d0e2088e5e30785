// What asking came to as one word, and the fields that live items lack.
import { describe, expect, it } from 'vitest'
import type { FailureKind } from '../upstream/errors.ts'
import { tableOf } from './doctor-report.ts'
import { findingOf, missingFields, stateOf } from './finding.ts'
import type { Sample } from './samples.ts'
import type { Subject } from './subjects.ts'

function sample(...items: Record<string, unknown>[]): Sample {
  return { source: 'x', exchanges: [], items }
}

const list: Subject = {
  kind: 'list',
  id: 'x',
  family: 'x',
  isOn: true,
  source: { id: 'x', home: 'https://x.example', ask: async () => [] },
}

const at = new Date(0)
const hot = { id: '1', title: 'x', hot: 1 }
const cold = { id: '1', title: 'x' }

describe('a failure', () => {
  it.each<[FailureKind, string, string]>([
    ['timeout', 'no whole answer in time', 'dead'],
    ['network', 'no such host', 'dead'],
    ['unavailable', 'answered 503', 'dead'],
    ['open', 'x is left alone for a while after it failed (timeout: no answer)', 'dead'],
    ['open', 'x is left alone for a while after it failed (blocked: answered 429)', 'blocked'],
    ['blocked', 'answered 403', 'blocked'],
    ['mismatch', 'the list is empty', 'drifted'],
  ])('%s (%s) is %s', (kind, detail, state) => {
    expect(stateOf({ kind, detail })).toBe(state)
  })
})

describe('an answer', () => {
  it('that came from another upstream answers; if the first was not understood it has drifted', () => {
    const from = (kind: FailureKind) =>
      findingOf(list, { state: 'fresh', items: [cold], at, bypassed: { kind, detail: 'so' } }, [])
    expect(from('blocked')).toMatchObject({
      state: 'answers',
      notes: ['another upstream served; the first: blocked: so'],
    })
    expect(from('mismatch').state).toBe('drifted')
  })

  it('of nothing is empty, neither dead nor drifted', () => {
    expect(findingOf(list, { state: 'fresh', items: [], at, tookMs: 12.4 }, [sample(hot)])).toMatchObject({
      state: 'empty',
      count: 0,
      tookMs: 12,
    })
  })
})

describe('a missing field', () => {
  it('is one that every item of every sample has and none of these', () => {
    expect(missingFields([sample(hot, hot)], [cold, cold, cold])).toEqual(['hot'])
    expect(missingFields([sample(hot, hot)], [cold, cold, hot])).toEqual([])
    expect(missingFields([sample(hot, cold)], [cold, cold, cold])).toEqual([])
    expect(missingFields([sample(hot), sample(cold)], [cold, cold, cold])).toEqual([])
  })

  it('is no conclusion from two items, nor without a sample', () => {
    expect(missingFields([sample(hot)], [cold, cold])).toEqual([])
    expect(missingFields([], [cold, cold, cold])).toEqual([])
  })

  it('may be there and hold nothing', () => {
    const post = { tags: ['a'], aside: 'b' }
    const bare = { tags: [], aside: '' }
    expect(missingFields([sample(post)], [bare, bare, bare])).toEqual(['tags', 'aside'])
  })
})

it('a table without fixtures says that nothing was compared', () => {
  const counts = { answers: 0, empty: 0, unasked: 0, blocked: 0, dead: 0, drifted: 0 }
  const report = {
    version: '0',
    startedAt: '',
    tookMs: 1,
    way: 'directly',
    isComplete: true,
    counts,
    sources: [],
    warnings: ['a slip'],
  }
  const said = tableOf({ ...report, hasFixtures: false }, (_state, text) => text)
  expect(said).toContain('There are no fixtures here')
  expect(said).toContain('warning: a slip')
  expect(tableOf({ ...report, hasFixtures: true }, (_state, text) => text)).not.toContain('no fixtures')
})
