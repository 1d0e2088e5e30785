// 腾讯视频: the most searched series (upstreams/hot/qqvideo.md).
import { z } from 'zod'
import { maybeText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'
import body from '../sites/qqvideo-request.json' with { type: 'json' }

const address =
  'https://pbaccess.video.qq.com/trpc.vector_layout.page_view.PageService/getCard?video_appid=3000010&vversion_platform=2'

const params = z
  .object({ title: maybeText, sub_title: maybeText, publish_date: maybeText, image_url: maybeText })
  .nullish()

const ask = jsonList({
  address,
  method: 'POST',
  headers: { referer: 'https://v.qq.com/' },
  // The page's request for a module; most fields concern the layout.
  body,
  ok: ['ret', 0, 'msg'],
  rows: 'data.card.children_list.list.cards',
  row: z.object({ id: maybeText, params }),
  item: ({ id, params }) => ({
    id,
    title: params?.title,
    url: `https://v.qq.com/x/cover/${id}.html`,
    pubDate: chinaTime(params?.publish_date),
    hover: params?.sub_title,
    icon: params?.image_url,
  }),
})

export default defineFamily({
  name: '腾讯视频',
  home: 'https://v.qq.com/channel/tv',
  column: 'entertainment',
  color: '#ff6022',
  lists: { 'qqvideo-tv-hotsearch': { title: '热搜榜', type: 'hottest', interval: 1800, ask } },
})
