// Huxiu: short posts of the last day, from the page's API, else from the previous one (upstreams/hot/b-huxiu.md).
import { z } from 'zod'
import { maybeNumber, maybeText, maybeWord } from '../../parsing/lenient-schemas.ts'
import { richText } from '../../parsing/rich-text.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

const feeds = 'https://moment-api.huxiu.com'
/** The site answers more reliably with few browser headers. */
const headers = { 'user-agent': 'Mozilla/5.0', referer: 'https://www.huxiu.com/moment/' }
/** The two APIs use different names for id and likes. */
const post = z.object({
  object_id: maybeWord,
  moment_id: maybeWord,
  content: z.string(),
  publish_time: maybeWord,
  count_info: z.object({ agree_num: maybeNumber, agree: maybeNumber }).nullish(),
  user_info: z.object({ username: maybeText }).nullish(),
})
const reply = { ok: ['success', true, 'message'], row: post, item: itemOf } as const

const newer = jsonList({
  address: `${feeds}/web-v3/moment/feed?platform=www`,
  rows: 'data.moment_list.datalist',
  headers,
  ...reply,
})
const older = jsonList({
  address: `${feeds}/web-v2/moment/feed`,
  rows: 'data.moment_list.datalist.0.datalist',
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  body: 'platform=www',
  ...reply,
})

export default defineFamily({
  name: '虎嗅',
  home: 'https://www.huxiu.com/moment/',
  column: 'tech',
  color: '#e5332a',
  lists: { huxiu: { title: '24小时', type: 'realtime', interval: 600, ask: (io) => io.firstOf([newer, older]) } },
})

/** Posts have no title; the first line is used. */
function itemOf({ content, count_info: counts, ...one }: z.output<typeof post>): HotItem {
  const id = one.object_id || one.moment_id
  const { text } = richText(content, { keepsBreaks: true })
  const lines = text.split('\n').map((line) => line.trim())
  const [title, ...others] = lines.filter((line) => line !== '')
  return {
    id,
    title: title?.replace(/。$/, ''),
    url: `https://www.huxiu.com/moment/${id}.html`,
    mobileUrl: `https://m.huxiu.com/moment/${id}.html`,
    pubDate: unixTime(one.publish_time),
    hot: counts?.agree_num ?? counts?.agree,
    hover: others.join('\n'),
    info: one.user_info?.username,
  }
}
