// Evaluation of a health report, and advice.
import { describe, expect, it } from 'vitest'
import { statusMessages } from './messages.ts'
import type { FailureKind } from './reports.ts'
import type { SourceKind, SourceRow, SourceState } from './source-rows.ts'
import { buildAdvice, countStates, countUsed, overallStateOf, serverReasons, stateShares } from './summary.ts'

function row(kind: SourceKind, state: SourceState, failure?: FailureKind): SourceRow {
  return {
    id: 'any',
    name: 'any',
    kind,
    state,
    asleep: undefined,
    asks: 10,
    successRate: 0.5,
    meanMs: 100,
    lastSuccess: undefined,
    lastError: failure && { kind: failure, message: 'said so', at: 1 },
    lastDay: [],
  }
}

function many(count: number, like: SourceRow): SourceRow[] {
  return Array.from({ length: count }, () => like)
}

function topicsOf(rows: readonly SourceRow[]) {
  return buildAdvice(rows).map(({ topic, count }) => [topic, count])
}

describe('tallies', () => {
  it('counts each state; what was never asked or is off is not known', () => {
    const tally = countStates([
      ...many(2, row('list', 'unhealthy')),
      row('list', 'healthy'),
      row('plugin', 'unknown'),
      row('list', 'off'),
      row('channel', 'asleep'),
    ])
    expect(tally).toEqual({ unhealthy: 2, degraded: 0, closed: 0, asleep: 1, healthy: 1, unknown: 1, off: 1 })
    expect(countUsed(tally)).toBe(3)
    expect(stateShares(tally)).toEqual([
      { state: 'unhealthy', share: 2 / 3 },
      { state: 'healthy', share: 1 / 3 },
    ])
  })

  it('has no shares where nothing was asked', () => {
    expect(stateShares(countStates([row('list', 'unknown')]))).toEqual([])
  })
})

describe('ownReasons', () => {
  it('leaves out the counts, which the page has words for', () => {
    expect(
      serverReasons([
        'the store cannot write: disk full',
        '30 of 131 search sources asked in the last 10 minutes are unhealthy',
        '9 of 31 hot lists asked in the last 10 minutes are unhealthy',
      ]),
    ).toEqual(['the store cannot write: disk full'])
  })
})

describe('verdictOf', () => {
  const well = countStates(many(4, row('list', 'healthy')))
  const shaky = countStates([...many(3, row('list', 'healthy')), row('list', 'degraded')])
  const down = countStates([...many(3, row('list', 'unhealthy')), row('list', 'healthy')])
  const aside = ['a file was set aside']

  it.each([
    ['all is well', 'healthy', 'healthy', well, [], 'healthy'],
    ['a notice alone is a notice', 'healthy', 'healthy', well, aside, 'notice'],
    ['a few sources have problems, too few for the service to say so', 'healthy', 'healthy', shaky, aside, 'degraded'],
    ['some sources have problems', 'degraded', 'degraded', shaky, aside, 'degraded'],
    ['the store has a trouble, the sources have none', 'degraded', 'healthy', well, ['the store cannot write'], 'own'],
    ['the service cannot work, and some sources fail', 'unhealthy', 'degraded', shaky, ['it is blocked'], 'own'],
    ['most sources are down, and there is a notice', 'unhealthy', 'unhealthy', down, aside, 'unhealthy'],
    ['what fails is turned off', 'healthy', 'healthy', countStates([row('list', 'off')]), [], 'healthy'],
  ] as const)('%s', (_told, status, hotlist, tally, own, verdict) => {
    expect(overallStateOf({ status, services: { search: 'healthy', hotlist } }, tally, own)).toBe(verdict)
  })
})

describe('adviceOn', () => {
  it('advises nothing where all is well', () => {
    expect(buildAdvice(many(20, row('channel', 'healthy', 'timeout')))).toEqual([])
  })

  it('advises a proxy where most channels cannot be reached', () => {
    const rows = [...many(6, row('channel', 'unhealthy', 'network')), ...many(9, row('list', 'healthy'))]
    expect(buildAdvice(rows)).toEqual([
      { topic: 'telegram', count: 6, failures: ['timeout', 'network', 'open'], kinds: ['channel'] },
    ])
  })

  const blocked = many(6, row('channel', 'unhealthy', 'open'))
  const slow = many(4, row('channel', 'unhealthy', 'timeout'))
  it.each<[string, SourceRow[], [string, number][]]>([
    ['takes a few that cannot be reached for their own fault', slow, []],
    ['takes a few among many for their own fault', [...many(6, row('channel', 'degraded', 'timeout')), ...many(7, row('channel', 'healthy'))], []],
    ['does not count those that nobody asked', [...blocked, ...many(90, row('channel', 'unknown'))], [['telegram', 6]]],
    [
      'suspects the network of the machine where channels and sites both cannot be reached',
      [...blocked, ...many(5, row('plugin', 'unhealthy', 'open'))],
      [['everything', 11]],
    ],
    [
      'says so where sites cannot be reached and channels can',
      [...many(7, row('list', 'unhealthy', 'timeout')), ...many(3, row('channel', 'healthy'))],
      [['sites', 7]],
    ],
  ])('%s', (_, rows, expected) => {
    expect(topicsOf(rows)).toEqual(expected)
  })

  it('tells what turned us away, what changed and which channels are gone, each with its number', () => {
    const rows = [
      row('list', 'degraded', 'blocked'),
      row('plugin', 'unhealthy', 'mismatch'),
      row('channel', 'unhealthy', 'mismatch'),
    ]
    expect(topicsOf(rows)).toEqual([
      ['blocked', 1],
      ['drifted', 1],
      ['gone', 1],
    ])
  })
})

describe('the sentence of a summary', () => {
  it('names only what there is', () => {
    expect(statusMessages.zh.counted(231, 3, 8)).toBe('访问过的 231 个来源里，3 个不可用，8 个不稳定。')
    expect(statusMessages.zh.counted(10, 0, 2)).toBe('访问过的 10 个来源里，2 个不稳定。')
    expect(statusMessages.zh.counted(10, 0, 0)).toBe('访问过的 10 个来源都正常。')
    expect(statusMessages.en.counted(231, 3, 8)).toBe('Of 231 sources used so far, 3 are down and 8 are unstable.')
    expect(statusMessages.en.counted(10, 2, 0)).toBe('Of 10 sources used so far, 2 are down.')
    expect(statusMessages.en.counted(10, 1, 1)).toBe('Of 10 sources used so far, 1 is down and 1 is unstable.')
  })
})
