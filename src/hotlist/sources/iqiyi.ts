// 爱奇艺: most-watched films and series (upstreams/hot/iqiyi.md).
import { z } from 'zod'
import { firstElement, lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'

const texts = { title: maybeText, page_url: maybeText, desc: maybeText, description: maybeText, showDate: maybeText }
const date = z.object({ year: nonEmptyText(), month: nonEmptyText(), day: nonEmptyText() }).partial().nullish()
// Numbers above 2^53 lose precision.
const film = z.object({ entity_id: maybeWord.catch(null), ...texts, hot_score: maybeWord, date })
const card = z.object({ video: firstElement(z.object({ data: lenientArray(film) })) })
const reply = { code: 'code', success: 0, words: 'msg', holds: z.object({ items: firstElement(card) }) }

/** The API requires a device id in MD5 form; this is the MD5 of `trawl`. */
const device = 'edc2516739bb298cc1942fdddeddd3d9'
const address = `https://mesh.if.iqiyi.com/portal/lw/v7/channel/card/videoTab?channelName=recommend&data_source=v7_rec_sec_hot_rank_list&tempId=85&count=30&block_id=hot_ranklist&device=${device}&from=webapp`

export default defineFamily({
  name: '爱奇艺',
  home: 'https://www.iqiyi.com',
  column: 'china',
  color: '#22c55e',
  lists: { 'iqiyi-hot-ranklist': { title: '热播榜', type: 'hottest', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const { items } = await unwrapEnvelope(io, address, reply, { headers: { referer: 'https://www.iqiyi.com' } })
  return items.video.data.map(itemOf)
}

function itemOf({ title, page_url: url, showDate, date, ...row }: z.output<typeof film>): HotItem {
  const pubDate = chinaTime(showDate) ?? chinaTime(`${date?.year}-${date?.month}-${date?.day}`)
  const when = pubDate ? { pubDate } : { date: showDate }
  const words = { info: row.desc, hover: row.description }
  return { id: row.entity_id ?? url, title, url, ...when, hot: amountOf(row.hot_score), ...words }
}
