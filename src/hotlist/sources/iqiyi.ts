// 爱奇艺: the films and series that are watched most (upstreams/hot/iqiyi.md).
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { rows, word } from '../../reading/rows.ts'
import { amountOf } from '../../reading/texts.ts'
import { chinaTime } from '../../reading/times.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { enveloped } from '../sites/envelope.ts'

const film = z.object({
  // Past 2^53 a number is not the one they sent.
  entity_id: word().nullish().catch(null),
  title: z.string().nullish(),
  page_url: z.string().nullish(),
  desc: z.string().nullish(),
  description: z.string().nullish(),
  hot_score: word().nullish(),
  showDate: z.string().nullish(),
  date: z.object({ year: word(), month: word(), day: word() }).partial().nullish(),
})
const card = z.object({ video: z.tuple([z.object({ data: rows(film) })], z.unknown()) })
const reply = { code: 'code', success: 0, words: 'msg', holds: z.object({ items: z.tuple([card], z.unknown()) }) }

/** A device must be named, in the form of an MD5; this one is nobody's. */
const device = createHash('md5').update('trawl').digest('hex')
const query = `channelName=recommend&data_source=v7_rec_sec_hot_rank_list&tempId=85&count=30&block_id=hot_ranklist&device=${device}&from=webapp`

export default family({
  name: '爱奇艺',
  home: 'https://www.iqiyi.com',
  column: 'china',
  color: '#22c55e',
  lists: { 'iqiyi-hot-ranklist': { title: '热播榜', type: 'hottest', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = `https://mesh.if.iqiyi.com/portal/lw/v7/channel/card/videoTab?${query}`
  const { items } = await enveloped(io, address, reply, { headers: { referer: 'https://www.iqiyi.com' } })
  return items[0].video[0].data.map(itemOf)
}

function itemOf({ entity_id, title, page_url, showDate, date, ...row }: z.output<typeof film>): HotItem {
  const pubDate = chinaTime(showDate) ?? chinaTime(`${date?.year}-${date?.month}-${date?.day}`)
  return {
    id: entity_id ?? page_url,
    title,
    url: page_url,
    pubDate,
    date: pubDate ? undefined : showDate,
    hot: amountOf(row.hot_score),
    info: row.desc,
    hover: row.description,
  }
}
