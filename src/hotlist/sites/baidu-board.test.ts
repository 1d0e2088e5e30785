// Baidu's boards in all layouts, and replies without a board.
import { expect, test } from 'vitest'
import { makeSite } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { fetchMobileBoard, fetchPageBoard } from './baidu-board.ts'

const rain = { word: '秋雨', rawUrl: 'https://www.baidu.com/s?wd=rain', hotScore: '12' }

function readOf(board: unknown) {
  return fetchPageBoard(makeSite(() => `<html><!--s-data:${JSON.stringify(board)}--></html>`).begin().io, 'game')
}

test.each([
  ['the list is not the first card', { data: { cards: [{ component: 'tab', content: [] }, listOf(rain)] } }],
  ['the cards stand above', { cards: [listOf(rain)] }],
  ['the list stands deeper', { data: { cards: [{ content: [{ content: [rain] }] }] } }],
  ['others are pinned', { data: { cards: [listOf({ ...rain, isTop: true }, { ...rain, isTop: false })] } }],
  ['a text looks like the end', { data: { cards: [listOf({ ...rain, desc: '}-->"', index: 1 })] } }],
])('it is read where %s', async (_where, board) => {
  expect(await readOf(board)).toMatchObject([rain])
})

function listOf(...content: readonly unknown[]) {
  return { component: 'hotList', content }
}

test.each([
  { success: false, data: null },
  { success: true, data: { cards: [] } },
  // The list is missing; the other card is a different list.
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
  expect(await failureOf(readOf(board))).toMatchObject({ kind: 'mismatch' })
})

test('each has its address', async () => {
  const { begin, asked } = makeSite(() => undefined)
  await failureOf(fetchPageBoard(begin().io, 'car'))
  await failureOf(fetchMobileBoard(begin().io, 'realtime'))
  expect(asked.map(({ url }) => url.pathname + url.search)).toEqual([
    '/board?tab=car',
    '/api/board?platform=wise&tab=realtime',
  ])
})
