// 爱奇艺: most-watched films and series (upstreams/hot/iqiyi.md).
import { z } from 'zod'
import { maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

const texts = {
  title: maybeText,
  page_url: maybeText,
  desc: maybeText,
  description: maybeText,
  showDate: maybeText,
  image_url_normal: maybeText,
}
const date = z.object({ year: nonEmptyText(), month: nonEmptyText(), day: nonEmptyText() }).partial().nullish()

/** The API requires a device id in MD5 form; this is the MD5 of `trawl`. */
const device = 'edc2516739bb298cc1942fdddeddd3d9'

const ask = jsonList({
  address: `https://mesh.if.iqiyi.com/portal/lw/v7/channel/card/videoTab?channelName=recommend&data_source=v7_rec_sec_hot_rank_list&tempId=85&count=30&block_id=hot_ranklist&device=${device}&from=webapp`,
  headers: { referer: 'https://www.iqiyi.com' },
  ok: ['code', 0, 'msg'],
  rows: 'items.0.video.0.data',
  // Numbers above 2^53 lose precision.
  row: z.object({ entity_id: maybeWord.catch(null), ...texts, hot_score: maybeWord, date }),
  item: ({ title, page_url: url, showDate, date, ...row }) => {
    const pubDate = chinaTime(showDate) ?? chinaTime(`${date?.year}-${date?.month}-${date?.day}`)
    const when = pubDate ? { pubDate } : { date: showDate }
    const words = { info: row.desc, hover: row.description, icon: row.image_url_normal }
    return { id: row.entity_id ?? url, title, url, ...when, hot: amountOf(row.hot_score), ...words }
  },
})

export default defineFamily({
  name: '爱奇艺',
  home: 'https://www.iqiyi.com',
  column: 'entertainment',
  color: '#00be06',
  lists: { 'iqiyi-hot-ranklist': { title: '热播榜', type: 'hottest', interval: 1800, ask } },
})
