// 网易新闻: most-read news (upstreams/hot/b-netease-news.md).
import { z } from 'zod'
import { maybeText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import { resolveLink } from '../../parsing/web-links.ts'
import { defineFamily } from '../list-definition.ts'
import { articleItem, jsonList } from '../sites/json-list.ts'

const place = { docid: maybeText, skipID: maybeText, skipType: maybeText, url: maybeText }
const told = { title: maybeText, source: maybeText, imgsrc: maybeText, _keyword: maybeText.catch(null) }
const story = z.object({ ...place, ...told, ptime: maybeText, publishTime: maybeText })

const ask = jsonList({
  address: 'https://m.163.com/fe/api/hot/news/flow',
  ok: ['code', 200, 'msg'],
  rows: 'data.list',
  row: story,
  item: ({ title, source: info, imgsrc: icon, _keyword: hover, ...row }) => {
    const pubDate = chinaTime(row.ptime || row.publishTime)
    return { ...articleItem({ ...placeOf(row), title, pubDate, info, icon }), hover }
  },
})

export default defineFamily({
  name: '网易新闻',
  home: 'https://m.163.com/hot',
  column: 'china',
  color: '#dd1b21',
  lists: { 'netease-news': { title: '热点榜', type: 'hottest', interval: 600, ask } },
})

/** The URL of a story. Videos, and ids with lower-case letters, are not articles and have their own URL. */
function placeOf({ docid, skipID, skipType: type, url }: Omit<z.output<typeof story>, keyof typeof told>) {
  const id = docid || skipID || ''
  const page = `163.com/dy/article/${id}.html`
  if (type !== 'video' && !/[a-z]/.test(id)) return { id, url: `https://www.${page}`, mobileUrl: `https://m.${page}` }
  const video = type === 'video' && skipID ? `https://www.163.com/v/video/${skipID}.html` : undefined
  return { id, url: resolveLink('https://m.163.com/', url) ?? video }
}
