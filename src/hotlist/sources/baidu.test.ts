// What Baidu's fixtures do not show: entries that say little, or nothing.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import baidu from './baidu.ts'

function asked(id: string, ...content: readonly unknown[]) {
  const page = `<!--s-data:${JSON.stringify({ data: { cards: [{ component: 'hotList', content }] } })}-->`
  return makeAskingList(baidu, id, ({ url }) => (url.pathname === '/board' ? page : undefined)).ask()
}

test.each([{ word: '秋雨', isTop: true }, { title: '秋雨' }, {}])(
  'a hot search of nothing but %o is a failure',
  async (entry) => {
    expect(await failureOf(asked('baidu', entry))).toMatchObject({ kind: 'mismatch' })
  },
)

test('an entry of a subject that says little has the address of the search for it, and no heat of 0', async () => {
  const { items } = await asked(
    'baidu-novel',
    { title: '纸鹤', hotScore: '0', show: [' 类型：剧情 ', ''], imgInfo: { src: '//img.test/1.png' } },
    { word: '秋雨', url: 'https://m.baidu.com/s?word=rain' },
    { query: '无名' },
  )
  const [search, other] = ['https://www.baidu.com/s?wd=%E7%BA%B8%E9%B9%A4', 'https://m.baidu.com/s?word=rain']
  expect(items).toEqual([
    { id: '纸鹤', title: '纸鹤', url: search, mobileUrl: search, info: '类型：剧情', icon: 'https://img.test/1.png' },
    { id: '秋雨', title: '秋雨', url: other, mobileUrl: other },
  ])
})
