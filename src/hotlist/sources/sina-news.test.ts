// 新浪新闻 just after midnight, and rows without a title.
import { expect, test } from 'vitest'
import { builtInFamily, makeAskingList } from '../../../test/kit/site-io.ts'

const sinaNews = await builtInFamily('sina-news')

/** The list at that moment in China, when today's board has so many rows and yesterday's has seven. */
function askedAt(moment: string, today: number) {
  const answer = ({ url }: { readonly url: URL }) => {
    const isToday = url.searchParams.get('top_time') === '20260914'
    const data = Array.from({ length: isToday ? today : 7 }, (_, at) => ({
      id: at + 1,
      title: at === 0 ? false : `纸鹤 &amp; ${at}`,
      url: `https://news.sina.com.cn/${at}.shtml`,
      create_date: isToday ? '2026-09-14' : '2026-09-13',
      create_time: '00:00:01',
    }))
    return `var data = ${JSON.stringify({ conf: {}, data })};\n`
  }
  return makeAskingList(sinaNews, 'sina-news', answer, Date.parse(`${moment}+08:00`)).ask()
}

test.each([
  ['2026-09-14T00:00:00', 0, 13],
  ['2026-09-14T00:00:00', 2, 14],
  ['2026-09-14T12:00:00', 7, 14],
])('at %s, with %i rows of today, the board is that of day %i', async (moment, today, day) => {
  const { items } = await askedAt(moment, today)
  const midnight = Date.parse(`2026-09-${day}T00:00:01+08:00`)
  expect(new Set(items.map(({ pubDate }) => pubDate))).toEqual(new Set([midnight]))
})

test('a row without a title is left out', async () => {
  const { items } = await askedAt('2026-09-14T12:00:00', 3)
  expect(items.map(({ id, title }) => [id, title])).toEqual([
    ['2', '纸鹤 & 1'],
    ['3', '纸鹤 & 2'],
  ])
})
