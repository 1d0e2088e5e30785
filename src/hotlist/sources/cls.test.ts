// Tests of 财联社 that its fixtures cannot show: refusals, and the other forms of what is a number.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import cls from './cls.ts'

test.each(['cls-telegraph', 'cls-depth', 'cls-hot'])('%s says that its signature was refused', async (id) => {
  const { ask } = makeAskingList(cls, id, () => ({ errno: 10012, msg: 'sign error', data: {} }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'answered with code 10012: sign error' })
})

test.each([
  ['cls-depth', (rows: unknown) => ({ depth_list: rows })],
  ['cls-hot', (rows: unknown) => rows],
])('%s has no advertisements either', async (id, wrapped) => {
  const given = [1, 0].map((is_ad) => ({ id: is_ad, title: '稿件', is_ad }))
  const { ask } = makeAskingList(cls, id, () => ({ errno: 0, data: wrapped(given) }))
  expect((await ask()).ids).toEqual(['0'])
})

test('flags of advertisements and times may be texts', async () => {
  const row = { title: '', brief: '电报', ctime: '1783309860' }
  const given = [
    { ...row, id: 3, is_ad: '1' },
    { ...row, id: 2, is_ad: '0' },
    { ...row, id: 1 },
  ]
  const { ask } = makeAskingList(cls, 'cls-telegraph', () => ({ errno: 0, data: { roll_data: given } }))
  const { items, ids } = await ask()
  expect(ids).toEqual(['2', '1'])
  expect(items[0]).toMatchObject({ title: '电报', pubDate: 1_783_309_860_000 })
})
