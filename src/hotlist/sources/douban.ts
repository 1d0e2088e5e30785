// Douban: popular films (upstreams/hot/douban.md).
import { z } from 'zod'
import { maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

const pic = z.object({ normal: maybeText }).nullish().catch(null)

const ask = jsonList({
  address: 'https://m.douban.com/rexxar/api/v2/subject/recent_hot/movie',
  headers: { referer: 'https://movie.douban.com/' },
  rows: 'items',
  row: z.object({ id: nonEmptyText(), title: z.string(), card_subtitle: maybeText, pic }),
  item: ({ id, title, card_subtitle: hover, pic }) => ({
    id,
    title,
    url: `https://movie.douban.com/subject/${id}`,
    hover,
    // Year, countries, genres; directors and actors follow.
    info: hover?.split(' / ').slice(0, 3).join(' / '),
    icon: pic?.normal,
  }),
})

export default defineFamily({
  name: '豆瓣',
  home: 'https://www.douban.com',
  column: 'entertainment',
  color: '#2d963d',
  lists: { douban: { title: '热门电影', type: 'hottest', interval: 600, ask } },
})
