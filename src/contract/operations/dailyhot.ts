// What clients of DailyHotApi ask, as operations.
import { dailyHotItem, dailyHotList, dailyHotRequest, dailyHotRoutes } from '../dailyhot.ts'
import { fields, named, type Operation } from '../operation.ts'
import { busy, failedOnce, tookTooLong, turnedOff, unchanged, weiboItem } from './hotlist-examples.ts'

const own = 'Of lists that are several under one name; others ignore it.'
const dailyHotFields = fields('DailyHotRequest', dailyHotRequest, 'How a list is asked for.', {
  limit: 'How many items; more than there are is all of them.',
  rss: 'As an RSS 2.0 feed.',
  cache: '`false`: ask the site anew, whatever is kept.',
  type: `Which of its lists; \`params\` of an answer has the values. ${own}`,
  area: 'The same as `type`, of nytimes.',
  range: 'The time of acfun’s ranking.',
  sort: 'The order of hellogithub.',
  game: 'The game of miyoushe.',
  province: 'The province of weatheralarm.',
  month: 'Of history, which has today only.',
  day: 'Of history, which has today only.',
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

/** What the description knows by name of what clients of DailyHotApi ask. */
export const dailyHotNames = [
  named('DailyHotList', dailyHotList, 'A list as DailyHotApi has it.', {
    name: 'The name as it was asked for.',
    title: 'The site.',
    type: 'Which of its lists.',
    params: 'What may be sent to get another of the lists under this name: each parameter with its values.',
    link: 'The page that the list stands on.',
    total: 'How many items are told.',
    updateTime: 'When the site gave the list.',
    fromCache: 'Was it kept from an earlier ask?',
    message: 'Why it is an old list, or not whole.',
  }),
  named('DailyHotItem', dailyHotItem, 'An item of a list as DailyHotApi has it.', {
    cover: 'A picture: a cover, or a label.',
    desc: 'A summary, or a few words.',
    hot: 'How hot it is, in whatever the site counts.',
    timestamp: 'When it was published, in epoch milliseconds.',
    mobileUrl: 'Where it is, for phones.',
  }),
  named('DailyHotRoutes', dailyHotRoutes, 'The lists there are, as DailyHotApi has them.', {
    count: 'How many there are.',
    routes: 'Each with its path, or with why it cannot be asked.',
  }),
]

/** What clients of DailyHotApi ask. */
export const dailyHotOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/all',
    id: 'dailyHotRoutes',
    tag: 'other clients',
    summary: 'The lists there are, as DailyHotApi has it',
    description: 'Here and below `/{id}` stand at the root unless `DAILYHOT_PREFIX` puts them elsewhere.',
    access: 'callers',
    answers: [{ status: 200, meaning: 'The lists.', schema: dailyHotRoutes }, unchanged],
    examples: [
      {
        name: 'routes',
        summary: 'The lists there are',
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
    summary: 'One list, as DailyHotApi has it',
    access: 'callers',
    pathWords: {
      id: 'A name of DailyHotApi’s, which may mean another list than the id of that name does elsewhere; or the id of a list.',
    },
    query: dailyHotFields,
    answers: [
      { status: 200, meaning: 'The list.', schema: dailyHotList },
      { status: 200, meaning: 'The same as a feed.', type: 'application/xml' },
      unchanged,
    ],
    errors: {
      400: [{ message: 'limit: must be a whole number from 1 up', details: { parameter: 'limit' } }],
      404: [{ message: 'path: there is no /nosuch; GET / lists what there is' }],
      502: [failedOnce],
      503: [turnedOff, busy],
      504: [tookTooLong],
    },
    examples: [
      {
        name: 'list',
        summary: 'What is hot on Weibo',
        path: { id: 'weibo' },
        query: { limit: 1 },
        answer: dailyHotWeibo,
      },
      {
        name: 'feed',
        summary: 'The same as a feed',
        path: { id: 'weibo' },
        query: { rss: true },
        type: 'application/xml',
      },
    ],
  },
]
