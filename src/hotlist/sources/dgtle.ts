// 数字尾巴: consumer electronics news, from the app's API, else from the site's (upstreams/hot/b-dgtle.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeNumber, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'

const texts = { title: maybeText, content: maybeText, cover: maybeText }
const story = z.object({ id: nonEmptyText(), ...texts, created_at: maybeWord })
const inApp = story.extend({ type: nonEmptyText(), from: maybeText, membernum: maybeNumber })
const user = z.object({ username: maybeText }).nullish()
const onSite = story.extend({ user, user_name: maybeText, category_name: maybeText, live_status: maybeWord })
const appReply = z.object({ items: lenientArray(inApp) })
const siteReply = z.object({ data: z.object({ dataList: lenientArray(onSite) }) })

export default defineFamily({
  name: '数字尾巴',
  home: 'https://www.dgtle.com/',
  column: 'tech',
  color: '#ffcc00',
  lists: { dgtle: { type: 'realtime', interval: 1800, ask: (io) => io.firstOf([fromApp, fromSite]) } },
})

async function fromApp(io: Io): Promise<HotItem[]> {
  const { items } = await io.json('https://opser.api.dgtle.com/v2/news/index', appReply, { headers: dataHeaders })
  return items.map((row) => ({ ...itemOf(row, 'news', row.type), hot: row.membernum, info: row.from }))
}

async function fromSite(io: Io): Promise<HotItem[]> {
  const { data } = await io.json('https://www.dgtle.com/news/getNewsIndexList/0', siteReply, { headers: dataHeaders })
  return data.dataList.map(({ live_status: live, category_name: category, user, ...row }) => {
    const other = category ? 'article' : 'news'
    return { ...itemOf(row, live && live !== '0' ? 'live' : other), info: user?.username || row.user_name }
  })
}

function itemOf({ id, title, content, cover, created_at: at }: z.output<typeof story>, kind: string, type = '1') {
  const url = `https://www.dgtle.com/${kind}-${id}-${type}.html`
  const mobileUrl = kind === 'news' ? `https://m.dgtle.com/news-details/${id}` : url
  const told = titleText(title) ? title : content
  return articleItem({ id, title: told, url, mobileUrl, pubDate: unixTime(at), hover: content, icon: cover })
}
