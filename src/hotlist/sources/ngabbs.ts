// NGA: today's threads with the most replies, from the app's API (upstreams/hot/b-ngabbs.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { firstElement, lenientArray, maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { checkShape } from '../sites/embedded-json.ts'

const address = 'https://ngabbs.com/nuke.php?__lib=load_topic&__act=load_topic_reply_ladder2&opt=1&all=1'
const headers = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'x-user-agent': 'NGA_skull/7.3.1(iPhone13,2;iOS 17.2.1)',
  referer: 'https://ngabbs.com/',
  'content-type': 'application/x-www-form-urlencoded',
}

const error = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish()
const envelope = z.looseObject({ code: z.number().optional(), msg: maybeText, error })
/** A hidden thread has no URL, or `false` as its subject. */
const subject = z.union([z.string(), z.boolean()]).nullish()
const optional = { tpcurl: maybeText, author: maybeText, postdate: maybeNumber, replies: maybeNumber }
const thread = z.object({ tid: z.number(), subject, ...optional })
const threads = z.object({ result: firstElement(lenientArray(thread)) })

export default defineFamily({
  name: 'NGA',
  home: 'https://bbs.nga.cn/',
  column: 'game',
  color: '#591804',
  lists: { ngabbs: { title: '论坛热帖', type: 'hottest', interval: 900, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const reply = await io.json(address, envelope, { method: 'POST', headers, body: '__output=14' })
  const said = Object.values(reply.error ?? {}).join(' ')
  if (said !== '' || reply.code !== 0) throw apiRefusal(said || (reply.msg ?? ''), reply.code)
  return checkShape(reply, threads).result.flatMap(
    ({ tid: id, subject: title, tpcurl: path, author: info, ...row }) => {
      if (id <= 0 || typeof title !== 'string' || !path?.startsWith('/')) return []
      const url = `https://bbs.nga.cn${path}`
      return articleItem({ id, title, url, pubDate: unixTime(row.postdate), hot: row.replies, info })
    },
  )
}
