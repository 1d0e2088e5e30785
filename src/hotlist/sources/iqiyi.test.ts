// Tests of 爱奇艺 that its fixture cannot show: the other form of dates, ids past what a number holds, refusals.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import iqiyi from './iqiyi.ts'

function asking(reply: string) {
  return makeAskingList(iqiyi, 'iqiyi-hot-ranklist', () => reply)
}

test('dates come in two forms, and an id no number holds gives way to the address', async () => {
  const page = (name: string) => `"title":"${name}","page_url":"https://www.iqiyi.com/v_${name}.html"`
  const films = `{"entity_id":1,${page('a')},"date":{"year":2026,"month":7,"day":5}},
    {"entity_id":55000000000000001,${page('b')},"showDate":"2026年夏","date":null},
    {"entity_id":"55000000000000001",${page('c')}}`
  const { ask } = asking(`{"code":0,"items":[{"video":[{"data":[${films}]},{}]},{"order":2}]}`)
  const { items } = await ask()
  expect(items).toEqual([
    { id: '1', title: 'a', url: 'https://www.iqiyi.com/v_a.html', pubDate: Date.UTC(2026, 6, 4, 16) },
    { id: 'https://www.iqiyi.com/v_b.html', title: 'b', url: 'https://www.iqiyi.com/v_b.html', date: '2026年夏' },
    { id: '55000000000000001', title: 'c', url: 'https://www.iqiyi.com/v_c.html' },
  ])
})

test.each([
  ['a refusal', '{"code":1,"msg":"device required"}', 'answered with code 1: device required'],
  ['a page without cards', '{"code":0,"items":[]}', expect.stringContaining('items')],
])('%s is said', async (_what, reply, message) => {
  expect(await failureOf(asking(reply).ask())).toMatchObject({ kind: 'mismatch', message })
})
