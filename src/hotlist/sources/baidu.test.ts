// What Baidu's fixtures do not show: boards of other layouts, and replies that are none.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import baidu from './baidu.ts'

const rain = { word: '秋雨', rawUrl: 'https://www.baidu.com/s?wd=rain', hotScore: '12' }

function asked(board: unknown) {
  const page = `<html><!--s-data:${JSON.stringify(board)}--></html>`
  return makeAskingList(baidu, 'baidu', ({ url }) => (url.pathname === '/board' ? page : undefined)).ask()
}

test.each([
  ['the list is not the first card', { data: { cards: [{ component: 'tab', content: [] }, listOf(rain)] } }],
  ['the cards stand above', { cards: [listOf(rain)] }],
  ['the list stands deeper', { data: { cards: [{ content: [{ content: [rain] }] }] } }],
  ['a text looks like the end', { data: { cards: [listOf({ ...rain, index: 1, show: ['}-->', '"'] })] } }],
])('it is read where %s', async (_where, board) => {
  expect((await asked(board)).items).toEqual([
    { id: rain.rawUrl, title: '秋雨', url: 'https://www.baidu.com/s?wd=rain', hot: 12 },
  ])
})

function listOf(...content: readonly unknown[]) {
  return { component: 'hotList', content }
}

test.each([
  { success: false, data: null },
  { success: true, data: { cards: [] } },
  { data: { cards: [listOf({ ...rain, isTop: true })] } },
  { data: { cards: [listOf({ title: '秋雨' })] } },
  // The list is lost, and the other card is another list.
  {
    data: {
      cards: [
        { component: 'hotList', content: null },
        { component: 'tab', content: [rain] },
      ],
    },
  },
  { data: { cards: [{ component: 'tab', content: [rain] }] } },
  [],
])('%o is no list', async (board) => {
  expect(await failureOf(asked(board))).toMatchObject({ kind: 'mismatch' })
})
