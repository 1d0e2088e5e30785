// 格隆汇: company and market news; its news flashes when the page cannot be read (upstreams/hot/gelonghui.md).
import { z } from 'zod'
import { maybeText, maybeWord } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { shownTime, unixTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { splitHeadline } from '../sites/headline.ts'
import { jsonList } from '../sites/json-list.ts'
import { resolveLink } from '../sites/links.ts'
import { pageList } from '../sites/page-rows.ts'

const site = 'https://www.gelonghui.com'
const texts = { title: maybeText, content: maybeText, createTimestamp: maybeWord }
const flash = z.object({ ...texts, route: z.string(), source: z.object({ name: maybeText }).nullish() })

const articles = pageList(`${site}/news/`, '.article-content', (row, io) => {
  const time = row.text('.time > span + span + span')
  if (time === '') return []
  return {
    id: row.attribute('href', '.detail-right > a'),
    title: row.text('.detail-right > a h2'),
    url: row.link('.detail-right > a'),
    pubDate: shownTime(time, io.now),
    info: row.text('.time > span'),
  }
})

/** Flashes and articles have separate ids; the path of the page identifies both. */
const flashes = jsonList({
  address: (io) => `${site}/api/live-channels/all/lives/v4?category=all&limit=20&timestamp=${io.now.getTime()}`,
  headers: { referer: `${site}/live` },
  ok: ['statusCode', 200, 'message'],
  rows: 'result',
  row: flash,
  item: ({ route, source, ...row }) => {
    const url = resolveLink(site, route)
    const [own, content] = [titleText(row.title), titleText(row.content)]
    const headed = splitHeadline(content)
    const [id, title] = [url && URL.parse(url)?.pathname, own || headed.title]
    const hover = headed.rest ?? (own && content)
    return { id, title, url, pubDate: unixTime(row.createTimestamp), info: source?.name, hover }
  },
})

export default defineFamily({
  name: '格隆汇',
  home: site,
  column: 'finance',
  color: '#3b82f6',
  lists: {
    gelonghui: { title: '事件', type: 'realtime', interval: 120, ask: (io) => io.firstOf([articles, flashes]) },
  },
})
