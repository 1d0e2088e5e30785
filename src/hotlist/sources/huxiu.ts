// Huxiu: short posts of the last day, from the page's API, else from the previous one (upstreams/hot/b-huxiu.md).
import { z } from 'zod'
import { firstElement, lenientArray, maybeNumber, maybeText, maybeWord } from '../../parsing/lenient-schemas.ts'
import { richText } from '../../parsing/rich-text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Init, Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'

const feeds = 'https://moment-api.huxiu.com'
/** The site answers more reliably with few browser headers. */
const headers = { 'user-agent': 'Mozilla/5.0', referer: 'https://www.huxiu.com/moment/' }
const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
const byForm: Init = { method: 'POST', headers: form, body: 'platform=www' }

/** The two APIs use different names for id and likes. */
const post = z.object({
  object_id: maybeWord,
  moment_id: maybeWord,
  content: z.string(),
  publish_time: maybeWord,
  count_info: z.object({ agree_num: maybeNumber, agree: maybeNumber }).nullish(),
  user_info: z.object({ username: maybeText }).nullish(),
})
const posts = z.object({ datalist: lenientArray(post) })

export default defineFamily({
  name: '虎嗅 · 24小时',
  home: 'https://www.huxiu.com/moment/',
  column: 'tech',
  color: '#e5332a',
  lists: { huxiu: { type: 'realtime', interval: 600, ask: (io) => io.firstOf([newer, older]) } },
})

async function newer(io: Io): Promise<HotItem[]> {
  const { data } = await unwrapEnvelope(io, `${feeds}/web-v3/moment/feed?platform=www`, holding(posts), { headers })
  return data.moment_list.datalist.map(itemOf)
}

async function older(io: Io): Promise<HotItem[]> {
  const days = z.object({ datalist: firstElement(posts) })
  const { data } = await unwrapEnvelope(io, `${feeds}/web-v2/moment/feed`, holding(days), byForm)
  return data.moment_list.datalist.datalist.map(itemOf)
}

function holding<List extends z.ZodType>(moment_list: List) {
  const holds = z.object({ data: z.object({ moment_list }) })
  return { code: 'success', success: true, words: 'message', holds }
}

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
