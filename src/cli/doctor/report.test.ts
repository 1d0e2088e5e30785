// The doctor's table sanitizes text of the sites.
import { expect, it } from 'vitest'
import type { Diagnosis } from './diagnosis.ts'
import { countStates, type DoctorReport, formatTable } from './report.ts'

it('has nothing in it that a terminal obeys, whatever a site said', () => {
  const finding: Diagnosis = {
    name: 'weibo',
    kind: 'list',
    state: 'drifted',
    count: 0,
    notes: ['a\x1b[2Jnote', 'another\u202E'],
    changes: ['a key\r\nis gone'],
  }
  const report: DoctorReport = {
    version: '1',
    startedAt: '2026-11-22T10:00:00.000Z',
    tookMs: 1,
    way: 'directly',
    hasFixtures: true,
    isComplete: true,
    counts: countStates([finding]),
    warnings: [],
    proposedSettings: [],
    sources: [{ ...finding, failure: undefined, notes: [...finding.notes], changes: [...finding.changes] }],
  }
  const lines = formatTable(report, (_state, text) => text).split('\n')
  expect(lines.slice(1, 4).map((line) => line.trim().split(/ {2,}/).at(-1))).toEqual([
    'a [2Jnote',
    'another',
    'a key is gone',
  ])
})
