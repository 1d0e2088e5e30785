// Shared parts of the hot-list examples: a list, its item, and failures.
import type { OperationAnswer } from '../operation.ts'

/** The first fields of hot-list answers. */
export const head = { apiVersion: '1.0', timestamp: 1795248000000 } as const

/** An item of the example list. */
export const weiboItem = {
  id: '51dd1b5ff0',
  title: '纸鹤与灯塔',
  url: 'https://s.weibo.com/weibo?q=%E7%BA%B8%E9%B9%A4',
  rank: 1,
  hot: 1204411,
  extra: { diff: 3 },
}

/** The example list. */
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

/** The freshness of the example list. */
export const fresh = { count: 1, cached: true, stale: false, updatedAt: 1795247950000 } as const

/** The 304 response. */
export const unchanged: OperationAnswer = {
  status: 304,
  meaning: 'Not modified: the ETag in `If-None-Match` still matches.',
}

/** The error for an invalid `limit`. */
export const badLimit = { message: 'limit: must be an integer from 1 to 50', details: { parameter: 'limit' } }

/** The error for forced requests while the service is overloaded. */
export const busy = {
  message: 'service: overloaded (the event loop is 80 ms late); retry in 5 s',
  code: 'SERVICE_BUSY',
} as const

/** The error for a disabled list. */
export const disabledListExample = {
  message:
    'source: weibo is disabled by ENABLED_SOURCES or DISABLED_SOURCES; its page is https://s.weibo.com/top/summary',
  code: 'SOURCE_DISABLED',
  details: { source: 'weibo' },
  fields: { source: { ...weibo, enabled: false } },
} as const

/** The time of the next attempt of the example list. */
const retryAt = 1795248060000

function unasked(kind: string, message: string) {
  const again = new Date(retryAt).toISOString()
  return {
    message: `source: weibo could not be fetched (${kind}: ${message}), and no earlier list is cached; next attempt at ${again}`,
    details: { source: 'weibo', kind, message, retryAt },
    fields: { source: weibo },
  }
}
/** The error for a list whose site failed. */
export const failedOnce = unasked('unavailable', 'they answered 503')
/** The error for a list whose site timed out. */
export const tookTooLong = unasked('timeout', 'no answer within 8 s')
