// What the examples of hot lists share: a list, its item, and how lists fail.
import type { Answer } from '../operation.ts'

/** What answers of hot lists begin with. */
export const head = { apiVersion: '1.0', timestamp: 1795248000000 } as const

/** An item of the list of the examples. */
export const weiboItem = {
  id: '51dd1b5ff0',
  title: '纸鹤与灯塔',
  url: 'https://s.weibo.com/weibo?q=%E7%BA%B8%E9%B9%A4',
  rank: 1,
  hot: 1204411,
  extra: { diff: 3 },
}

/** The list of the examples. */
export const weibo = {
  id: 'weibo',
  name: '微博',
  title: '实时热搜',
  pinyin: 'weibo shishiresou',
  family: 'weibo',
  home: 'https://s.weibo.com/top/summary',
  type: 'hottest',
  interval: 120,
  enabled: true,
  column: 'china',
  color: '#e6162d',
}

/** How the list of the examples stands. */
export const fresh = { count: 1, cached: true, stale: false, updatedAt: 1795247950000 } as const

/** What a client may be told that has the answer already. */
export const unchanged: Answer = { status: 304, meaning: 'The answer is still that of the ETag in `If-None-Match`.' }

/** What is wrong with limits that are. */
export const badLimit = { message: 'limit: must be an integer from 1 to 50', details: { parameter: 'limit' } }

/** What forced requests are told while there is too much to do. */
export const busy = {
  message: 'service: overloaded (the event loop is 80 ms late); retry in 5 s',
  code: 'SERVICE_BUSY',
} as const

/** What is told of a list that is turned off. */
export const turnedOff = {
  message:
    'source: weibo is disabled by ENABLED_SOURCES or DISABLED_SOURCES; its page is https://s.weibo.com/top/summary',
  code: 'SOURCE_DISABLED',
  details: { source: 'weibo' },
  fields: { source: { ...weibo, enabled: false } },
} as const

/** When the next try of the lists of the examples is due. */
const retryAt = 1795248060000

function unasked(kind: string, message: string) {
  const again = new Date(retryAt).toISOString()
  return {
    message: `source: weibo could not be fetched (${kind}: ${message}), and no earlier list is cached; next attempt at ${again}`,
    details: { source: 'weibo', kind, message, retryAt },
    fields: { source: weibo },
  }
}
/** What is told of a list whose site failed. */
export const failedOnce = unasked('unavailable', 'they answered 503')
/** The same of one whose site did not answer in time. */
export const tookTooLong = unasked('timeout', 'no answer within 8 s')
