// Diagnoses of sources: the state of each outcome, and missing fields.
import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../../test/kit/screen.ts'
import { telegramChannel } from '../../search/telegram.ts'
import type { FailureKind } from '../../upstream/errors.ts'
import { diagnose, type SourceState } from './diagnosis.ts'
import { countStates, exitStatusOf, formatReport } from './report.ts'
import type { ProbeTarget } from './sources.ts'

const list: ProbeTarget = {
  kind: 'list',
  id: 'x',
  family: 'x',
  isOn: true,
  source: { id: 'x', home: 'https://x.example', ask: async () => [] },
}

const channel: ProbeTarget = {
  kind: 'channel',
  id: 'tg:Some_Name',
  family: 'telegram',
  isOn: true,
  source: telegramChannel('Some_Name'),
}

const at = new Date(0)
const cold = { id: '1', title: 'x' }

describe('a failure', () => {
  it.each<[FailureKind, string, string]>([
    ['timeout', 'no whole answer in time', 'dead'],
    ['network', 'no such host', 'dead'],
    ['unavailable', 'answered 503', 'dead'],
    ['open', 'requests to x are paused after a failure (timeout: no answer)', 'dead'],
    ['open', 'requests to x are paused after a failure (blocked: answered 429)', 'blocked'],
    ['blocked', 'answered 403', 'blocked'],
    ['mismatch', 'the list is empty', 'drifted'],
    ['unavailable', 'closed from 05:00 to 18:00 China time', 'closed'],
    ['open', 'requests to x are paused after a failure (unavailable: closed from 05:00 to 18:00)', 'closed'],
    ['unavailable', 'closed', 'closed'],
    ['unavailable', 'answered with code 2: closed', 'dead'],
    ['mismatch', 'no upstream left (blocked: answered 429)', 'drifted'],
  ])('%s (%s) is %s', (kind, detail, state) => {
    expect(diagnose(list, { state: 'failed', failure: { kind, detail } }).state).toBe(state)
  })
})

it('an address that is not public is refused by us, and its reader has not drifted', () => {
  const failure = {
    kind: 'mismatch',
    detail: 'not public',
    reason: { code: 'private_address', host: '192.168.1.9' },
  } as const
  const finding = diagnose(list, { state: 'failed', failure })
  expect(finding.state).toBe('refused')
  expect(exitStatusOf({ counts: countStates([finding]) })).toBe(1)
})

describe('a channel', () => {
  const failed = (subject: ProbeTarget, detail: string, kind: FailureKind = 'mismatch') =>
    diagnose(subject, { state: 'failed', failure: { kind, detail } })

  it.each([
    'redirected to https://t.me/Some_Name',
    'redirected to https://t.me/some_name',
    'no channel preview, but a landing page: the name exists and shows none ("Telegram: View @some_name")',
    'no channel preview, but a landing page: no public channel has this name',
  ])('that ends as "%s" is gone, and its reader has not drifted', (detail) => {
    expect(failed(channel, detail)).toMatchObject({
      state: 'gone',
      failure: { kind: 'mismatch', detail },
      notes: [`the channel does not exist or has no preview (${detail})`],
    })
  })

  it.each([
    'redirected to https://t.me/another_name',
    'redirected to https://login.example.org/',
    'no channel preview, but a page with none of its markup: the home page, or we are being held off',
  ])('that ends as "%s" has drifted: that says nothing of the channel', (detail) => {
    expect(failed(channel, detail)).toMatchObject({ state: 'drifted', notes: [`mismatch: ${detail}`] })
  })

  it('is the only kind of source that is gone by where it leads', () => {
    expect(failed(list, 'redirected to https://t.me/x').state).toBe('drifted')
  })
})

describe('an answer', () => {
  it('that came from another upstream answers; if the first was not understood it has drifted', () => {
    const from = (kind: FailureKind) =>
      diagnose(list, { state: 'fresh', items: [cold], at, skippedUpstream: { kind, detail: 'so' } })
    expect(from('blocked')).toMatchObject({
      state: 'answers',
      notes: ['a fallback upstream answered; the first failed: blocked: so'],
    })
    expect(from('mismatch').state).toBe('drifted')
  })

  it('of nothing is empty, neither dead nor drifted', () => {
    expect(diagnose(list, { state: 'fresh', items: [], at, tookMs: 12.4 })).toMatchObject({
      state: 'empty',
      count: 0,
      tookMs: 12,
    })
  })
})

const report = {
  version: '0',
  startedAt: '',
  tookMs: 1,
  way: 'directly',
  isComplete: true,
  hasFixtures: true,
  counts: countStates([]),
  sources: [],
  warnings: ['a slip'],
  proposedSettings: [],
}

it('a table without fixtures says that nothing was compared', () => {
  const said = formatReport({ ...report, hasFixtures: false }, false, plainScreen(80)).join('\n')
  expect(said).toContain('Replies were not compared')
  expect(said).toContain('warning: a slip')
  expect(formatReport(report, false, plainScreen(80)).join('\n')).not.toContain('not compared')
})

function found(state: SourceState) {
  return { name: state, kind: 'list' as const, state, count: 1, notes: [], changes: [] }
}

it.each([
  [['answers'], '1 source, asked directly: 1 answers; in 1 ms'],
  [['answers', 'answers', 'closed'], '3 sources, asked directly: 2 answer, 1 closed; in 1 ms'],
] as const)('the summary of %j reads %s', (given, summary) => {
  const sources = given.map(found)
  const said = formatReport({ ...report, sources, counts: countStates(sources) }, false, plainScreen(80)).join('\n')
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
