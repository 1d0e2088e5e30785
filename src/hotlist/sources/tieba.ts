// Baidu Tieba: the most discussed topics (upstreams/hot/tieba.md).
import { z } from 'zod'
import { lenientArray, maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'

const topic = z.object({
  topic_id: nonEmptyText(),
  topic_name: z.string(),
  topic_url: z.string(),
  topic_desc: maybeText,
  discuss_num: maybeNumber,
})
const holds = z.object({ data: z.object({ bang_topic: z.object({ topic_list: lenientArray(topic) }) }) })
const reply = { code: 'errno', success: 0, words: 'errmsg', holds }

export default defineFamily({
  name: '百度贴吧',
  home: 'https://tieba.baidu.com',
  column: 'china',
  color: '#3b82f6',
  lists: { tieba: { title: '热议', type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const { data } = await unwrapEnvelope(io, 'https://tieba.baidu.com/hottopic/browse/topicList', reply)
  return data.bang_topic.topic_list.map((row) => ({
    id: row.topic_id,
    title: row.topic_name,
    // URLs are HTML-escaped.
    url: row.topic_url.replaceAll('&amp;', '&'),
    hot: row.discuss_num,
    hover: row.topic_desc,
  }))
}
