// What Kuaishou's fixture does not show: lists of other names, check pages, references that lead nowhere.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import kuaishou from './kuaishou.ts'

const otherName = '$ROOT_QUERY.visionHotRank({"page":"home","platform":"web"})'

function asked(page: string) {
  return makeAskingList(kuaishou, 'kuaishou', () => page).ask()
}

function pageOf(defaultClient: unknown): string {
  return `<script>window.__APOLLO_STATE__=${JSON.stringify({ defaultClient })}undefined;(function(){var s={};}())</script>`
}

function listOf(...ids: readonly string[]) {
  return { result: 1, items: ids.map((id) => ({ id })) }
}

test('the list is found by the beginning of its name, and its entries by their keys', async () => {
  const page = pageOf({
    ROOT_QUERY: {},
    [otherName]: listOf('VisionHotRankItem:b', 'VisionHotRankItem:a', 'VisionHotRankItem:gone'),
    'VisionHotRankItem:a': { name: '书展 & 市集', hotValue: '980.2万', iconUrl: '' },
    'VisionHotRankItem:b': { name: '秋收', hotValue: null, tagType: '热' },
  })
  expect((await asked(page)).items).toEqual([
    { id: 'b', title: '秋收', url: 'https://www.kuaishou.com/search/video?searchKey=%E7%A7%8B%E6%94%B6' },
    {
      id: 'a',
      title: '书展 & 市集',
      url: 'https://www.kuaishou.com/search/video?searchKey=%E4%B9%A6%E5%B1%95%20%26%20%E5%B8%82%E9%9B%86',
      hot: 9_802_000,
    },
  ])
})

test('a reference that is none costs its entry only', async () => {
  const items = [null, { id: 'VisionHotRankItem:a' }, 'b', { id: 'VisionHotRankItem:c' }]
  const page = pageOf({
    [otherName]: { result: 1, items },
    'VisionHotRankItem:a': { name: '书展' },
    'VisionHotRankItem:c': { name: '秋收' },
  })
  expect((await asked(page)).ids).toEqual(['a', 'c'])
})

test.each([
  ['<html></html>', 'mismatch', 'the page does not contain the expected data'],
  [pageOf({ ROOT_QUERY: {} }), 'mismatch', 'no hot list'],
  [pageOf({ [otherName]: { result: 2, items: null } }), 'blocked', 'result 2'],
  [pageOf({ [otherName]: listOf('toString', 'a', '__proto__') }), 'mismatch', 'only 0 of 3 rows can be read'],
  [pageOf([]), 'mismatch', 'defaultClient'],
])('%s is a failure that says what is wrong', async (page, kind, words) => {
  expect(await failureOf(asked(page))).toMatchObject({ kind, message: expect.stringContaining(words) })
})
