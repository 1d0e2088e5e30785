// Nowcoder: most discussed topics of programmers looking for jobs (upstreams/hot/nowcoder.md).
import { z } from 'zod'
import { lenientArray, maybeNumber, maybeText, maybeWord } from '../../parsing/lenient-schemas.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'

const topic = z.object({
  type: z.number(),
  id: maybeWord,
  uuid: maybeText,
  title: z.string(),
  hotValueFromDolphin: maybeNumber,
})
const holds = z.object({ success: z.literal(true), data: z.object({ result: lenientArray(topic) }) })
const reply = { code: 'code', success: 0, words: 'msg', holds }

export default defineFamily({
  name: '牛客',
  home: 'https://www.nowcoder.com',
  column: 'tech',
  color: '#25bb9b',
  lists: { nowcoder: { type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = `https://gw-c.nowcoder.com/api/sparta/hot-search/top-hot-pc?size=20&_=${io.now.getTime()}&t=`
  const { data } = await unwrapEnvelope(io, address, reply)
  return data.result.map((row) => ({ title: row.title, hot: row.hotValueFromDolphin, ...placeOf(row) }))
}

/** The URL of a topic: a post or a discussion. Rows of other types have no page and are dropped. */
function placeOf({ type, id, uuid }: z.output<typeof topic>) {
  if (type === 74 && uuid) return { id: uuid, url: `https://www.nowcoder.com/feed/main/detail/${uuid}` }
  if (type === 0 && id) return { id, url: `https://www.nowcoder.com/discuss/${id}` }
  return { id: null, url: null }
}
