// The doctor's tables.
import { expect, it } from 'vitest'
import { plainScreen } from '../../../test/kit/screen.ts'
import type { Diagnosis } from './diagnosis.ts'
import { countStates, type DoctorReport, formatReport } from './report.ts'

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
