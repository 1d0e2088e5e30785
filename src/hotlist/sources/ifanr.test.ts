// Tests of 爱范儿 that its fixture cannot show: notes that lead nowhere.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import ifanr from './ifanr.ts'

test('a note whose page has no number is left out: its address would be that of the home page', async () => {
  const note = { id: 1, post_id: '11', post_title: '手机壳' }
  const others = ['', '  ', null, '0'].map((post_id, at) => ({ ...note, id: at + 2, post_id }))
  const objects = [note, { ...note, id: 7, post_id: 17 }, ...others, { ...note, id: 8 }, { ...note, id: 9 }]
  const { ids, items } = await makeAskingList(ifanr, 'ifanr', () => ({ objects })).ask()
  expect(ids).toEqual(['1', '7', '8', '9'])
  expect(items[0]).toMatchObject({ url: 'https://www.ifanr.com/11', mobileUrl: 'https://www.ifanr.com/digest/11' })
})
