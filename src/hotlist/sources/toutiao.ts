// Toutiao: the hot board (upstreams/hot/toutiao.md).
import { z } from 'zod'
import { maybeText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

const HotValue = z.union([z.string(), z.number()]).nullish()
const LabelUri = z.object({ url: maybeText }).nullish()

const ask = jsonList({
  address: 'https://www.toutiao.com/hot-event/hot-board/?origin=toutiao_pc',
  ok: ['status', 'success', 'message'],
  rows: 'data',
  // The numeric id has lost its last digits.
  row: z.object({ ClusterIdStr: z.string(), Title: z.string(), HotValue, LabelUri }),
  item: ({ ClusterIdStr: id, Title: title, HotValue, LabelUri }) => ({
    id,
    title,
    url: `https://www.toutiao.com/trending/${id}/`,
    hot: amountOf(HotValue),
    icon: LabelUri?.url,
  }),
})

export default defineFamily({
  name: '今日头条',
  home: 'https://www.toutiao.com',
  column: 'china',
  color: '#f04142',
  lists: { toutiao: { type: 'hottest', interval: 600, ask } },
})
