// Phoenix New Media: the data of its page, wherever in it the list stands.
import { expect, it } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import ifeng from './ifeng.ts'

function asking(page: string) {
  return makeAskingList(ifeng, 'ifeng', () => page)
}

it('signs that would end the data do not when they stand in a text', async () => {
  const data = { note: '"};</script>', hotNews1: [{ title: 'a }; b', url: 'https://news.ifeng.com/c/1' }] }
  const { items } = await asking(`<script>var allData = ${JSON.stringify(data)};\nvar adKeys = [];</script>`).ask()
  expect(items).toEqual([{ id: 'https://news.ifeng.com/c/1', title: 'a }; b', url: 'https://news.ifeng.com/c/1' }])
})

it.each([
  '<html><script>var other = {}</script></html>',
  '<script>var allData = {"hotNews2":[]};</script>',
  '<script>var allData = {"hotNews1":[]};</script>',
  '<script>var allData = {"hotNews1":[',
])('a page without the list is a mismatch: %s', async (page) => {
  expect(await failureOf(asking(page).ask())).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
})
