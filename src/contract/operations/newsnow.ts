// What clients of NewsNow ask, as operations.
import {
  enableLoginResponse,
  entireRequest,
  entireResponse,
  newsNowItem,
  newsNowList,
  newsNowRequest,
} from '../newsnow.ts'
import { fields, named, namedWhole, type Operation } from '../operation.ts'
import { busy, failedOnce, tookTooLong, turnedOff, unchanged, weiboItem } from './hotlist-examples.ts'

const newsNowFields = fields('NewsNowRequest', newsNowRequest, 'Which list is asked for.', {
  id: 'The id of a list, or of a site, which means its first list.',
  latest: 'Sent with any value but `false`: ask the site anew, whatever is kept.',
})
const entireFields = fields('EntireRequest', entireRequest, 'Which lists are asked for.', {
  sources: 'Ids of lists, or of sites, at most 200. What they do not mean is passed over.',
})

const { rank: _rank, hot: _hot, ...newsNowWeibo } = weiboItem
const kept = { status: 'success', id: 'weibo', updatedTime: 1795247950000, items: [newsNowWeibo] } as const
const noSuchId = {
  message: 'source: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources',
  code: 'SOURCE_NOT_FOUND',
} as const

/** What the description knows by name of what clients of NewsNow ask. */
export const newsNowNames = [
  entireFields,
  named('NewsNowList', newsNowList, 'A list as NewsNow has it.', {
    status: '`success`: no older than its interval. `cache`: older, or the last good one of a site that fails.',
    id: 'The id as it was asked for.',
    updatedTime: 'When the site gave the list, in epoch milliseconds.',
    items: 'The first 30.',
  }),
  named('NewsNowItem', newsNowItem, 'An item of a list as NewsNow has it.', {
    pubDate: 'When it was published, in epoch milliseconds.',
    extra: 'What only some sites tell. `diff` is how many places it gained since the list before.',
  }),
  namedWhole('NewsNowLists', entireResponse, 'What is kept of the lists, in the order in which they were asked for.'),
  named('NewsNowLogin', enableLoginResponse, 'Whether one can log in as NewsNow has it: never.'),
]

/** What clients of NewsNow ask. */
export const newsNowOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/s',
    id: 'newsNowList',
    tag: 'other clients',
    summary: 'One list, as NewsNow has it',
    access: 'callers',
    query: newsNowFields,
    answers: [{ status: 200, meaning: 'The list.', schema: newsNowList }, unchanged],
    errors: {
      400: [
        {
          message: 'id: is missing: must be the id of one source; GET /api/v1/sources lists them',
          details: { parameter: 'id' },
        },
      ],
      404: [noSuchId],
      502: [failedOnce],
      503: [turnedOff, busy],
      504: [tookTooLong],
    },
    examples: [
      { name: 'list', summary: 'What is hot on Weibo', query: { id: 'weibo' }, answer: kept },
      {
        name: 'latest',
        summary: 'The same, asked anew',
        query: { id: 'weibo', latest: 'true' },
        answer: kept,
      },
    ],
  },
  {
    method: 'post',
    path: '/api/s/entire',
    id: 'newsNowLists',
    tag: 'other clients',
    summary: 'What is kept of several lists, as NewsNow has it',
    description: 'No site is asked. Lists of which nothing is kept are left out.',
    access: 'callers',
    body: entireFields,
    answers: [{ status: 200, meaning: 'The lists.', schema: entireResponse }],
    errors: {
      400: [
        {
          message: 'sources: must be an array of at most 200 ids of sources',
          details: { parameter: 'sources' },
        },
      ],
    },
    examples: [
      {
        name: 'lists',
        summary: 'Of two lists, one of which is kept',
        body: { sources: ['weibo', 'zhihu'] },
        answer: [kept],
      },
    ],
  },
  {
    method: 'get',
    path: '/api/enable-login',
    id: 'newsNowLogin',
    tag: 'other clients',
    summary: 'Whether one can log in as NewsNow has it',
    access: 'open',
    answers: [{ status: 200, meaning: 'One cannot.', schema: enableLoginResponse }],
    examples: [{ name: 'login', summary: 'Whether one can log in', answer: { enable: false } }],
  },
]
