// Tests of 英雄联盟 that its fixture cannot show: pinned notices, and refusals.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import lol from './lol.ts'

test('a pinned notice stands at its time', async () => {
  const result = ['2026-01-05 10:00:00', '2026-03-01 10:00:00', '2026-02-01 10:00:00'].map((sCreated, at) => ({
    iDocID: `1200000000000000000${at}`,
    sTitle: '公告',
    sCreated,
  }))
  const { ask } = makeAskingList(lol, 'lol', () => ({ status: 1, msg: '', data: { result } }))
  expect((await ask()).ids.map((id) => id.slice(-1))).toEqual(['1', '2', '0'])
})

test('a refusal is said', async () => {
  const { ask } = makeAskingList(lol, 'lol', () => ({ status: 0, msg: 'target error', data: [] }))
  expect(await failureOf(ask())).toMatchObject({ message: 'answered with code 0: target error' })
})
