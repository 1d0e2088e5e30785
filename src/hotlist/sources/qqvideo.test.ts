// Tests of 腾讯视频 that its fixture cannot show: refusals, and cards that are no series.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import qqvideo from './qqvideo.ts'

function asking(reply: unknown) {
  return makeAskingList(qqvideo, 'qqvideo-tv-hotsearch', () => reply)
}

test('cards that are no series are left out, and a date that is none stays unknown', async () => {
  const cards = [{ id: 'banner', params: {} }, { id: 'more' }, { id: 'a1', params: { title: '剧', publish_date: '' } }]
  const { ask } = asking({ ret: 0, data: { card: { children_list: { list: { cards } } } } })
  expect((await ask()).items).toEqual([{ id: 'a1', title: '剧', url: 'https://v.qq.com/x/cover/a1.html' }])
})

test('a refusal is said', async () => {
  const { ask } = asking({ ret: 12_002, msg: 'invalid page_params', data: null })
  expect(await failureOf(ask())).toMatchObject({ message: 'answered with code 12002: invalid page_params' })
})
