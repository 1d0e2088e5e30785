// Names of 微信读书 books in addresses, with the test vectors of the upstream description.
import { expect, it } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import weread from './weread.ts'

it.each([
  ['3300226159', 'dd932d60813abbed7g019473'],
  ['26572786', '74632fe0719577f2746ed5e'],
  ['CB_1Nc5bR5Vp7XG6ySBtM', '13b42852a43425f314e6335625235567037584736795342744deb6'],
])('the page of the book %s is %s', async (bookId, name) => {
  const books = [{ bookInfo: { bookId, title: '纸鹤' } }]
  const { items } = await makeAskingList(weread, 'weread', () => ({ books })).ask()
  expect(items).toMatchObject([{ url: `https://weread.qq.com/web/bookDetail/${name}` }])
})
