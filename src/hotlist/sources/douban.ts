// Douban: popular films (upstreams/hot/douban.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'

const film = z.object({ id: nonEmptyText(), title: z.string(), card_subtitle: maybeText })
const reply = z.object({ items: lenientArray(film) })

export default defineFamily({
  name: '豆瓣',
  home: 'https://www.douban.com',
  column: 'china',
  color: '#22c55e',
  lists: { douban: { title: '热门电影', type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const { items } = await io.json('https://m.douban.com/rexxar/api/v2/subject/recent_hot/movie', reply, {
    headers: { ...dataHeaders, referer: 'https://movie.douban.com/' },
  })
  return items.map(({ id, title, card_subtitle }) => ({
    id,
    title,
    url: `https://movie.douban.com/subject/${id}`,
    hover: card_subtitle,
    // Year, countries, genres; directors and actors follow.
    info: card_subtitle?.split(' / ').slice(0, 3).join(' / '),
  }))
}
