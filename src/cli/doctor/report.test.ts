// The doctor's tables, their summary, and the exit status.
import { expect, it } from 'vitest'
import { plainScreen } from '../../../test/kit/screen.ts'
import type { Diagnosis, SourceState } from './diagnosis.ts'
import { countStates, type DoctorReport, exitStatusOf, formatReport } from './report.ts'

const empty: DoctorReport = {
  version: '1',
  startedAt: '2026-11-22T10:00:00.000Z',
  tookMs: 1,
  way: 'directly',
  hasFixtures: true,
  isComplete: true,
  counts: countStates([]),
  warnings: [],
  proposedSettings: [],
  sources: [],
}

it('has nothing in it that a terminal obeys, whatever a site said', () => {
  const finding: Diagnosis = {
    name: 'weibo',
    kind: 'list',
    state: 'drifted',
    count: 0,
    notes: ['a\x1b[2Jnote', 'another\u202E'],
    changes: ['a key\r\nis gone'],
  }
  const report = { ...empty, counts: countStates([finding]), sources: [finding] }
  const lines = formatReport(report, false, plainScreen(80))
  expect(lines.slice(1, 4).map((line) => line.trim().split(/ {2,}/).at(-1))).toEqual([
    'a [2Jnote',
    'another',
    'a key is gone',
  ])
})

it('lists the most active channel first, and a channel without a page last with the reason', () => {
  const found = { kind: 'channel', count: 0, changes: [] } as const
  const findings: Diagnosis[] = [
    { ...found, name: 'tg:gone', state: 'gone', notes: ['no preview'] },
    {
      ...found,
      name: 'tg:few',
      state: 'answers',
      notes: [],
      activity: { newestPost: '2026-11-01T00:00:00.000Z', links30Days: 1 },
    },
    {
      ...found,
      name: 'tg:many',
      state: 'answers',
      notes: [],
      activity: { newestPost: '2026-11-19T00:00:00.000Z', links30Days: 12 },
    },
  ]
  const report = { ...empty, counts: countStates(findings), sources: findings }
  expect(formatReport(report, true, plainScreen(80)).slice(0, 4)).toEqual([
    'CHANNEL  PAGE      LAST POST   LINKS OF 30 DAYS',
    'tg:many  yes       2026-11-19     12',
    'tg:few   yes       2026-11-01      1',
    'tg:gone  gone      –               –  no preview',
  ])
})

it('a table without fixtures says that nothing was compared', () => {
  const said = formatReport({ ...empty, warnings: ['a slip'], hasFixtures: false }, false, plainScreen(80)).join('\n')
  expect(said).toContain('Replies were not compared')
  expect(said).toContain('warning: a slip')
  expect(formatReport(empty, false, plainScreen(80)).join('\n')).not.toContain('not compared')
})

function found(state: SourceState) {
  return { name: state, kind: 'list' as const, state, count: 1, notes: [], changes: [] }
}

it.each([
  [['answers'], '1 source, asked directly: 1 answers; in 1 ms'],
  [['answers', 'answers', 'closed'], '3 sources, asked directly: 2 answer, 1 closed; in 1 ms'],
] as const)('the summary of %j reads %s', (given, summary) => {
  const sources = given.map(found)
  const said = formatReport({ ...empty, sources, counts: countStates(sources) }, false, plainScreen(80)).join('\n')
  expect(said.split('\n').at(-1)).toBe(summary)
})

it.each([
  [['answers', 'empty', 'closed'], 0],
  [['answers', 'gone'], 1],
  [['drifted'], 1],
  [['unasked'], 1],
] as const)('the exit status of %j is %i', (given, status) => {
  expect(exitStatusOf({ counts: countStates(given.map(found)) })).toBe(status)
})
