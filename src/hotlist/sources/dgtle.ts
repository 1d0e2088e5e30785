// 数字尾巴: consumer electronics news, from the app's API, else from the site's (upstreams/hot/b-dgtle.md).
import { z } from 'zod'
import { maybeNumber, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'

const texts = { title: maybeText, content: maybeText, cover: maybeText }
const story = z.object({ id: nonEmptyText(), ...texts, created_at: maybeWord })
const inApp = story.extend({ type: nonEmptyText(), from: maybeText, membernum: maybeNumber })
const user = z.object({ username: maybeText }).nullish()
const onSite = story.extend({ user, user_name: maybeText, category_name: maybeText, live_status: maybeWord })

const fromApp = jsonList({
  address: 'https://opser.api.dgtle.com/v2/news/index',
  rows: 'items',
  row: inApp,
  item: (row) => ({ ...itemOf(row, 'news', row.type), hot: row.membernum, info: row.from }),
})

const fromSite = jsonList({
  address: 'https://www.dgtle.com/news/getNewsIndexList/0',
  rows: 'data.dataList',
  row: onSite,
  item: ({ live_status: live, category_name: category, user, ...row }) => {
    const other = category ? 'article' : 'news'
    return { ...itemOf(row, live && live !== '0' ? 'live' : other), info: user?.username || row.user_name }
  },
})

export default defineFamily({
  name: '数字尾巴',
  home: 'https://www.dgtle.com/',
  column: 'tech',
  color: '#ffcc00',
  lists: { dgtle: { type: 'realtime', interval: 1800, ask: (io) => io.firstOf([fromApp, fromSite]) } },
})

function itemOf({ id, title, content, cover, created_at: at }: z.output<typeof story>, kind: string, type = '1') {
  const url = `https://www.dgtle.com/${kind}-${id}-${type}.html`
  const mobileUrl = kind === 'news' ? `https://m.dgtle.com/news-details/${id}` : url
  const told = titleText(title) ? title : content
  return articleItem({ id, title: told, url, mobileUrl, pubDate: unixTime(at), hover: content, icon: cover })
}
