// Tests of Huxiu that its fixtures cannot show: posts without words, and refusals.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import huxiu from './huxiu.ts'

function asking(reply: unknown) {
  return makeAskingList(huxiu, 'huxiu', () => reply)
}

test('the first line that holds something is the title, and posts without one are left out', async () => {
  const datalist = [
    { object_id: 2, content: '<BR /> <br>甲&amp;乙。<br >\n丙。<br/>丁' },
    { object_id: 1, content: ' <br> ' },
  ]
  const { items } = await asking({ success: true, data: { moment_list: { datalist } } }).ask()
  expect(items).toMatchObject([{ id: '2', title: '甲&乙', hover: '丙。\n丁' }])
})

test('a refusal of both APIs is reported in the words of the first', async () => {
  const { ask, sent } = asking({ success: false, message: '访问过于频繁' })
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked', message: expect.stringContaining('访问过于频繁') })
  expect(sent()).toHaveLength(2)
})
