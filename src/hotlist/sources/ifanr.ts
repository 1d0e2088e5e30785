// 爱范儿: technology news in brief (upstreams/hot/b-ifanr.md).
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'

const figures = { created_at: maybeNumber, like_count: maybeNumber, comment_count: maybeNumber }
const texts = { post_title: z.string(), post_content: maybeText, buzz_original_url: maybeText }

const ask = jsonList({
  address: 'https://sso.ifanr.com/api/v5/wp/buzz/?limit=20&offset=0',
  rows: 'objects',
  // The page's id differs from the note's id.
  row: z.object({ id: nonEmptyText(), post_id: z.coerce.number().int().positive(), ...texts, ...figures }),
  item: ({ id, post_id: page, buzz_original_url: origin, post_title: title, ...one }) => {
    const url = origin || `https://www.ifanr.com/${page}`
    const mobileUrl = origin || `https://www.ifanr.com/digest/${page}`
    const [pubDate, hot] = [unixTime(one.created_at), one.like_count || one.comment_count]
    return articleItem({ id, title, url, mobileUrl, pubDate, hot, hover: one.post_content })
  },
})

export default defineFamily({
  name: '爱范儿',
  home: 'https://www.ifanr.com/digest/',
  column: 'tech',
  color: '#c8161d',
  lists: { ifanr: { title: '快讯', type: 'realtime', interval: 600, ask } },
})
