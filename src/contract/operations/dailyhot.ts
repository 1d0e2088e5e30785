// The DailyHotApi-compatible operations.
import { dailyHotItem, dailyHotList, dailyHotRequest, dailyHotRoutes } from '../dailyhot.ts'
import { fields, named, type Operation } from '../operation.ts'
import { busy, disabledListExample, failedOnce, tookTooLong, unchanged, weiboItem } from './hotlist-examples.ts'

const own = 'Of lists that are several under one name; others ignore it.'
const dailyHotFields = fields('DailyHotRequest', dailyHotRequest, 'Options of a list.', {
  limit: 'Maximum number of items.',
  rss: 'As an RSS 2.0 feed.',
  cache: '`false`: ask the site anew, whatever is kept.',
  type: `Which of its lists; \`params\` of an answer has the values. ${own}`,
  area: 'For nytimes: the same as `type`.',
  range: 'For acfun: the period of the ranking.',
  sort: 'For hellogithub: the order.',
  game: 'For miyoushe: the game.',
  province: 'For weatheralarm: the province.',
  month: 'For history, which only has today.',
  day: 'For history, which only has today.',
})

const dailyHotWeibo = {
  code: 200,
  name: 'weibo',
  title: '微博',
  type: '实时热搜',
  link: 'https://s.weibo.com/top/summary',
  total: 1,
  updateTime: '2026-11-21T07:59:10.000Z',
  fromCache: true,
  data: [
    {
      id: weiboItem.id,
      title: weiboItem.title,
      hot: weiboItem.hot,
      url: weiboItem.url,
      mobileUrl: weiboItem.url,
    },
  ],
} as const

/** The named schemas of these operations. */
export const dailyHotNames = [
  named('DailyHotList', dailyHotList, 'A list in the shape of DailyHotApi.', {
    name: 'The name as requested.',
    title: 'The name of the site.',
    type: 'Distinguishes it from other lists of the site.',
    params: 'Parameters that select another list under this name, each with its values.',
    link: 'The web page of the list.',
    total: 'Number of items returned.',
    updateTime: 'When the site returned the list.',
    fromCache: 'Whether it is from the cache.',
    message: 'Why the list is stale or incomplete.',
  }),
  named('DailyHotItem', dailyHotItem, 'An item in the shape of DailyHotApi.', {
    cover: 'An image: a cover, or a label.',
    desc: 'A summary.',
    hot: 'Its popularity, in the unit of the site.',
    timestamp: 'When it was published, in epoch milliseconds.',
    mobileUrl: 'Its address for phones.',
  }),
  named('DailyHotRoutes', dailyHotRoutes, 'All lists in the shape of DailyHotApi.', {
    count: 'Number of lists.',
    routes: 'Each with its path, or with the reason why it is disabled.',
  }),
]

/** The DailyHotApi-compatible operations. */
export const dailyHotOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/all',
    id: 'dailyHotRoutes',
    tag: 'other clients',
    summary: 'All lists, DailyHotApi-compatible',
    description: 'This path and `/{id}` are at the root unless `DAILYHOT_PREFIX` is set.',
    access: 'callers',
    answers: [{ status: 200, meaning: 'The lists.', schema: dailyHotRoutes }, unchanged],
    examples: [
      {
        name: 'routes',
        summary: 'Two lists',
        answer: {
          code: 200,
          count: 2,
          routes: [
            { name: 'weibo', path: '/weibo' },
            { name: 'jianshu', message: '简书 is disabled; add jianshu to ENABLED_SOURCES to enable it' },
          ],
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/{id}',
    id: 'dailyHotList',
    tag: 'other clients',
    summary: 'One list, DailyHotApi-compatible',
    access: 'callers',
    pathWords: {
      id: 'A name of DailyHotApi, or the id of a list. The same text may mean another list on other paths.',
    },
    query: dailyHotFields,
    answers: [
      { status: 200, meaning: 'The list.', schema: dailyHotList },
      { status: 200, meaning: 'The list as an RSS feed.', type: 'application/xml' },
      unchanged,
    ],
    errors: {
      400: [{ message: 'limit: must be a whole number from 1 up', details: { parameter: 'limit' } }],
      404: [{ message: 'path: there is no /nosuch; GET / lists what there is' }],
      502: [failedOnce],
      503: [disabledListExample, busy],
      504: [tookTooLong],
    },
    examples: [
      {
        name: 'list',
        summary: 'The list of Weibo',
        path: { id: 'weibo' },
        query: { limit: 1 },
        answer: dailyHotWeibo,
      },
      {
        name: 'feed',
        summary: 'The same as an RSS feed',
        path: { id: 'weibo' },
        query: { rss: true },
        type: 'application/xml',
      },
    ],
  },
]
