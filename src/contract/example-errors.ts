// Errors that several operations describe.
import type { ErrorExample } from './operation.ts'

const weibo = {
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

export const overloaded: ErrorExample = { message: 'service: overloaded (131 asks of sites are running); retry in 5 s' }

/** The error of a parameter, whose name begins the message. */
export function wrongParameter(message: string): ErrorExample {
  return { message, details: { parameter: message.split(':', 1).join() } }
}

export const unknownFormat: ErrorExample = { message: 'path: a feed ends in .rss, .atom or .json' }

export const wrongLimit = wrongParameter('limit: must be an integer from 1 to 50')

export const unknownList: ErrorExample = {
  message: 'source: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources',
  code: 'SOURCE_NOT_FOUND',
}

const failedOnce: ErrorExample = {
  message:
    'source: weibo could not be fetched (unavailable: they answered 503), and no earlier list is cached; next attempt at 2026-11-21T08:01:00.000Z',
  details: { source: 'weibo', kind: 'unavailable', message: 'they answered 503', retryAt: 1_795_248_060_000 },
  fields: { source: weibo },
}

export const disabledList: ErrorExample = {
  message:
    'source: weibo is off, by ENABLED_SOURCES, DISABLED_SOURCES or an administrator; its page is https://s.weibo.com/top/summary',
  code: 'SOURCE_DISABLED',
  details: { source: 'weibo' },
  fields: { source: { ...weibo, enabled: false } },
}

export const busy: ErrorExample = {
  message: 'service: overloaded (the event loop is 80 ms late); retry in 5 s',
  code: 'SERVICE_BUSY',
}

const timedOut: ErrorExample = {
  message:
    'source: weibo could not be fetched (timeout: no answer within 8 s), and no earlier list is cached; next attempt at 2026-11-21T08:01:00.000Z',
  details: { source: 'weibo', kind: 'timeout', message: 'no answer within 8 s', retryAt: 1_795_248_060_000 },
  fields: { source: weibo },
}

/** The errors of one list that a site, an operator or the load causes. */
export const listErrors = { 502: [failedOnce], 503: [disabledList, busy], 504: [timedOut] }

export const missingSources = wrongParameter(
  'sources: is missing: must be a comma-separated list of source ids; GET /api/v1/sources lists them',
)

export const wrongTimeout = wrongParameter('timeout: must be an integer from 1000 to 60000')

/** The error of a parameter that must be a time. */
export function wrongTime(start: string): ErrorExample {
  return wrongParameter(
    `${start}: must be a time: epoch milliseconds, or ISO 8601 with its zone, like 2026-11-21T08:00:00Z`,
  )
}

export const wrongWindow = wrongParameter('window: must be one of 10m, 30m, 1h, 3h, 6h, 12h, 24h')

export const noHistory: ErrorExample = {
  message: 'history: not kept by this service; it needs HISTORY=on, and DATA_DIR or DATABASE_URL',
  code: 'HISTORY_UNAVAILABLE',
}

export const onlyLocal: ErrorExample = {
  message: 'address: only programs on this machine may do this; to allow others, set ADMIN_TOKEN and let them send it',
}
