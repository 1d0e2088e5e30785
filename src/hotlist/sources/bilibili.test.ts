// What Bilibili's fixtures do not show: words that are paid for, words without a title.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import bilibili from './bilibili.ts'

test('a word that is paid for is left out; one that has no title of its own is its title', async () => {
  const list = [
    { keyword: '风筝', show_name: '', stat_datas: { is_commercial: '0' } },
    { keyword: '饮料', show_name: '饮料上新', stat_datas: { is_commercial: '1' } },
    { keyword: '古建', show_name: '古建测绘' },
    { keyword: null },
  ]
  const { ask } = makeAskingList(bilibili, 'bilibili-hot-search', () => ({ code: 0, list }))
  expect((await ask()).items).toMatchObject([
    { id: '风筝', title: '风筝' },
    { id: '古建', title: '古建测绘' },
  ])
})

test('a word that is no proper text does not cost the list', async () => {
  const list = [{ keyword: '\ud800', show_name: '\ud800' }, { keyword: '风筝' }]
  const { ask } = makeAskingList(bilibili, 'bilibili-hot-search', () => ({ code: 0, list }))
  expect((await ask()).items).toMatchObject([{ id: '\ufffd' }, { id: '风筝' }])
})
