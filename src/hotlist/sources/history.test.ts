// What happened on this day: which day it is in China, days of nothing, and which event stands for a day.
import { expect, test } from 'vitest'
import { askBuiltIn, makeAskingBuiltIn } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const newYear = new Date('2026-12-31T16:00:00Z').getTime()

function reported(title: string, more: object = {}) {
  return { year: '1896', title, link: 'https://baike.baidu.com/item/x', type: 'event', desc: '', ...more }
}

test('a new day and month begin at midnight in China; years before Christ are marked', async () => {
  const days = { '0101': [reported('', {}), reported('new', { year: '-44' })], '1231': [reported('old')] }
  const { ask, sent } = await makeAskingBuiltIn('history', () => ({ '01': days }), newYear)
  const { items } = await ask()
  expect(items.map(({ id, title, info }) => [id, title, info])).toEqual([['0101-1', 'new', '公元前44年']])
  expect(sent()).toEqual([`https://baike.baidu.com/cms/home/eventsOnHistory/01.json?_=${newYear}`])
})

test('an event keeps its id when another of the day cannot be read', async () => {
  const days = { '0101': [reported('a'), { title: 5 }, reported('b'), null, reported('c'), reported('d')] }
  const { ids } = await askBuiltIn('history', () => ({ '01': days }), newYear)
  expect(ids).toEqual(['0101-0', '0101-2', '0101-4', '0101-5'])
})

test('a day that the month does not have is a list of nothing; a file without the month is a failure', async () => {
  const askWith = (file: object) => askBuiltIn('history', () => file, newYear)
  expect((await askWith({ '01': { '0102': [reported('x')] } })).items).toEqual([])
  expect(await failureOf(askWith({ '02': {} }))).toMatchObject({ kind: 'mismatch' })
})

test('each day of a month shows its first recommended event, else its first, and none without a title', async () => {
  const recommend = true
  const days = {
    '1002': [reported('a', { recommend: false }), ...['', 'b', 'c'].map((title) => reported(title, { recommend }))],
    '1001': [reported(''), reported('d'), reported('e')],
    '1003': [],
  }
  const { items } = await askBuiltIn('history-10', () => ({ '10': days }), newYear)
  expect(items.map(({ id, title, date }) => [id, title, date])).toEqual([
    ['1001-1', 'd', '10-01'],
    ['1002-2', 'b', '10-02'],
  ])
})
