// The line for `.env` that the doctor proposes.
import { expect, it } from 'vitest'
import { type Diagnosis, proposeChannels } from './diagnosis.ts'

function found(name: string, state: Diagnosis['state']): Diagnosis {
  return { name, kind: name.startsWith('tg:') ? 'channel' : 'list', state, count: 0, notes: [], changes: [] }
}

const now = Date.UTC(2026, 10, 20)
const works = found('weibo', 'answers')

function propose(findings: readonly Diagnosis[], current?: string, isOn = true): string[] {
  return proposeChannels(findings, () => isOn, current, now)
}

it('takes out channels that do not exist, and no source that only fails now', () => {
  const failed = [found('zhihu', 'dead'), found('tg:c', 'dead'), found('tg:d', 'blocked'), found('tg:e', 'drifted')]
  expect(propose([works, ...failed, found('tg:b', 'gone'), found('tg:a', 'gone')])).toEqual(['CHANNELS=-a,-b'])
})

it('proposes nothing while no source answers, or for channels that are off', () => {
  expect(propose([found('zhihu', 'dead'), found('weibo', 'unasked')])).toEqual([])
  expect(propose([works, found('tg:a', 'gone')], undefined, false)).toEqual([])
})

it.each([
  ['+mine,-other', ['CHANNELS=+mine,-other,-a']],
  ['+mine，+@A', ['CHANNELS=+mine']],
  ['mine,@a,third', ['CHANNELS=mine,third']],
  ['a', []],
])('goes on from CHANNELS=%s, and proposes no empty list', (current, lines) => {
  expect(propose([works, found('tg:a', 'gone')], current)).toEqual(lines)
})

it('takes out a channel whose page has no post of the last ninety days', () => {
  const withPost = (name: string, ageDays: number): Diagnosis => ({
    ...found(name, 'answers'),
    activity: { newestPost: new Date(now - ageDays * 24 * 60 * 60_000).toISOString(), links30Days: 0 },
  })
  const empty: Diagnosis = { ...found('tg:empty', 'empty'), activity: { links30Days: 0 } }
  expect(propose([withPost('tg:silent', 90), withPost('tg:active', 89), empty])).toEqual(['CHANNELS=-empty,-silent'])
})
