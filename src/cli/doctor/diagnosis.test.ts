// Diagnoses of sources: the state of each outcome, the activity of channels, and the line for `.env` that is proposed.
import { describe, expect, it } from 'vitest'
import { telegramChannel } from '../../search/telegram.ts'
import type { FailureKind } from '../../upstream/errors.ts'
import { channelActivity, type Diagnosis, diagnose, proposeChannels } from './diagnosis.ts'
import { countStates, exitStatusOf } from './report.ts'
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

const day = 24 * 60 * 60_000
const now = Date.UTC(2026, 10, 20)

function post(ageDays: number, text: string) {
  return { id: String(ageDays), text, anchors: [], tags: [], images: [], aside: '', at: new Date(now - ageDays * day) }
}

it('counts the links of posts of the last 30 days, and names the newest post of all', () => {
  const posts = [
    post(40, '旧帖 https://pan.quark.cn/s/0a1b2c3d4e5f'),
    post(29, '纸鹤 https://pan.quark.cn/s/0a1b2c3d4e50 https://pan.quark.cn/s/0a1b2c3d4e51'),
    post(3, '没有链接'),
  ]
  expect(channelActivity('tg:one', posts, now)).toEqual({ newestPost: '2026-11-17T00:00:00.000Z', links30Days: 2 })
  expect(channelActivity('tg:one', [], now)).toEqual({ links30Days: 0 })
})

function diagnosisOf(name: string, state: Diagnosis['state']): Diagnosis {
  return { name, kind: name.startsWith('tg:') ? 'channel' : 'list', state, count: 0, notes: [], changes: [] }
}

const works = diagnosisOf('weibo', 'answers')

function propose(findings: readonly Diagnosis[], current?: string, isOn = true): string[] {
  return proposeChannels(findings, () => isOn, current, now)
}

describe('the line for .env that is proposed', () => {
  it('takes out channels that do not exist, and no source that only fails now', () => {
    const failed = [
      diagnosisOf('zhihu', 'dead'),
      diagnosisOf('tg:c', 'dead'),
      diagnosisOf('tg:d', 'blocked'),
      diagnosisOf('tg:e', 'drifted'),
    ]
    expect(propose([works, ...failed, diagnosisOf('tg:b', 'gone'), diagnosisOf('tg:a', 'gone')])).toEqual([
      'CHANNELS=-a,-b',
    ])
  })

  it('proposes nothing while no source answers, or for channels that are off', () => {
    expect(propose([diagnosisOf('zhihu', 'dead'), diagnosisOf('weibo', 'unasked')])).toEqual([])
    expect(propose([works, diagnosisOf('tg:a', 'gone')], undefined, false)).toEqual([])
  })

  it.each([
    ['+mine,-other', ['CHANNELS=+mine,-other,-a']],
    ['+mine，+@A', ['CHANNELS=+mine']],
    ['mine,@a,third', ['CHANNELS=mine,third']],
    ['a', []],
  ])('goes on from CHANNELS=%s, and proposes no empty list', (current, lines) => {
    expect(propose([works, diagnosisOf('tg:a', 'gone')], current)).toEqual(lines)
  })

  it('takes out a channel whose page has no post of the last ninety days', () => {
    const withPost = (name: string, ageDays: number): Diagnosis => ({
      ...diagnosisOf(name, 'answers'),
      activity: { newestPost: new Date(now - ageDays * day).toISOString(), links30Days: 0 },
    })
    const empty: Diagnosis = { ...diagnosisOf('tg:empty', 'empty'), activity: { links30Days: 0 } }
    expect(propose([withPost('tg:silent', 90), withPost('tg:active', 89), empty])).toEqual(['CHANNELS=-empty,-silent'])
  })
})
