// Warnings of the weather: the lists of the provinces, and when nothing is an answer.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import weatheralarm from './weatheralarm.ts'

const nothing = { code: 0, msg: 'success', data: { page: { list: [] } } }

test('each of the 34 provinces has a list, which is off unless it is wanted', () => {
  const [country, ...provinces] = Object.entries(weatheralarm.lists)
  expect(country?.[0]).toBe('weatheralarm')
  expect(provinces).toHaveLength(34)
  expect(provinces.filter(([, { isOff }]) => isOff)).toHaveLength(34)
  expect(new Set(provinces.map(([, { title }]) => title)).size).toBe(34)
  expect(weatheralarm.lists['weatheralarm-shaanxi']?.title).toBe('气象预警 陕西省')
})

test('a province may have no warnings, but not all of China', async () => {
  expect((await makeAskingList(weatheralarm, 'weatheralarm-macau', () => nothing).ask()).items).toEqual([])
  const { ask } = makeAskingList(weatheralarm, 'weatheralarm', () => nothing)
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch' })
})

test('a code other than 0 is a failure of a province, too', async () => {
  const { ask } = makeAskingList(weatheralarm, 'weatheralarm-macau', () => ({ code: 500, msg: '系统繁忙', data: null }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'unavailable' })
})
