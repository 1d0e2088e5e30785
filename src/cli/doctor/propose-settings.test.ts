// The settings that the doctor proposes.
import { expect, it } from 'vitest'
import type { Diagnosis } from './diagnosis.ts'
import { proposeSettings } from './propose-settings.ts'

const kinds = new Map<string, Diagnosis['kind']>([
  ['tg', 'channel'],
  ['plugin', 'plugin'],
])

type Failure = Diagnosis['failure']

function found(name: string, state: Diagnosis['state'], failure?: Failure): Diagnosis {
  const kind = kinds.get(name.split(':', 1).join()) ?? 'list'
  return { name, kind, state, count: 0, failure, notes: [], changes: [] }
}

const refused: Failure = { kind: 'network', detail: 'no such host' }
const slow: Failure = { kind: 'timeout', detail: 'no answer in time' }
const pausedAfterSlow: Failure = { kind: 'open', detail: 'requests to x are paused after a failure (timeout: late)' }
const unset = { CHANNELS: undefined, DISABLED_PLUGINS: undefined, DISABLED_SOURCES: undefined }
const now = Date.UTC(2026, 10, 20)
const works = found('weibo', 'answers')

function propose(findings: readonly Diagnosis[], current: Parameters<typeof proposeSettings>[2] = unset): string[] {
  return proposeSettings(
    findings,
    findings.map(({ name }) => ({ id: name, isOn: true })),
    current,
    now,
  )
}

it('takes out channels that do not exist, and plugins and lists without a connection', () => {
  const findings = [works, found('tg:b', 'gone'), found('tg:a', 'gone'), found('plugin:labi', 'dead', refused)]
  expect(propose([...findings, found('zhihu', 'dead', { kind: 'unavailable', detail: 'answered 503' })])).toEqual([
    'CHANNELS=-a,-b',
    'DISABLED_PLUGINS=labi',
    'DISABLED_SOURCES=zhihu',
  ])
})

it.each([
  ['is slow', found('zhihu', 'dead', slow)],
  ['is paused after it was slow', found('zhihu', 'dead', pausedAfterSlow)],
  ['blocks us', found('zhihu', 'blocked', { kind: 'blocked', detail: 'answered 403' })],
  ['is a channel of a host that fails', found('tg:a', 'dead', refused)],
  ['has changed', found('zhihu', 'drifted')],
])('leaves in what %s', (_what, finding) => {
  expect(propose([works, finding])).toEqual([])
})

it('proposes nothing while nothing is heard of any source, or for sources that are off', () => {
  expect(propose([found('zhihu', 'dead', refused), found('weibo', 'unasked')])).toEqual([])
  expect(proposeSettings([works, found('tg:a', 'gone')], [{ id: 'tg:a', isOn: false }], unset, now)).toEqual([])
})

it.each([
  ['+mine,-other', 'CHANNELS=+mine,-other,-a'],
  ['+mine，+@A', 'CHANNELS=+mine'],
  ['mine,@a,third', 'CHANNELS=mine,third'],
])('goes on from CHANNELS=%s', (CHANNELS, line) => {
  expect(propose([works, found('tg:a', 'gone')], { ...unset, CHANNELS })).toEqual([line])
})

it('keeps what is excluded already, and proposes no empty list', () => {
  const current = { CHANNELS: 'a', DISABLED_PLUGINS: 'wanou', DISABLED_SOURCES: 'acfun*' }
  const findings = [
    works,
    found('tg:a', 'gone'),
    found('plugin:labi', 'dead', refused),
    found('zhihu', 'dead', refused),
  ]
  expect(propose(findings, current)).toEqual(['DISABLED_PLUGINS=wanou,labi', 'DISABLED_SOURCES=acfun*,zhihu'])
})

it('takes out a channel whose page has no post of the last ninety days', () => {
  const withPost = (name: string, ageDays: number): Diagnosis => ({
    ...found(name, 'answers'),
    activity: { newestPost: new Date(now - ageDays * 24 * 60 * 60_000).toISOString(), links30Days: 0 },
  })
  const empty: Diagnosis = { ...found('tg:empty', 'empty'), activity: { links30Days: 0 } }
  expect(propose([withPost('tg:silent', 90), withPost('tg:active', 89), empty])).toEqual(['CHANNELS=-empty,-silent'])
})
