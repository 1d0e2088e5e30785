// Toutiao: the hot board (upstreams/hot/toutiao.md).
import { z } from 'zod'
import { lenientArray, maybeText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'

const event = z.object({
  // The numeric field has lost its last digits.
  ClusterIdStr: z.string(),
  Title: z.string(),
  HotValue: z.union([z.string(), z.number()]).nullish(),
  LabelUri: z.object({ url: maybeText }).nullish(),
})
const reply = { code: 'status', success: 'success', words: 'message', holds: z.object({ data: lenientArray(event) }) }

export default defineFamily({
  name: '今日头条',
  home: 'https://www.toutiao.com',
  column: 'china',
  color: '#ef4444',
  lists: { toutiao: { type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://www.toutiao.com/hot-event/hot-board/?origin=toutiao_pc'
  const { data } = await unwrapEnvelope(io, address, reply)
  return data.map(({ ClusterIdStr, Title, HotValue, LabelUri }) => ({
    id: ClusterIdStr,
    title: Title,
    url: `https://www.toutiao.com/trending/${ClusterIdStr}/`,
    hot: amountOf(HotValue),
    icon: LabelUri?.url,
  }))
}
