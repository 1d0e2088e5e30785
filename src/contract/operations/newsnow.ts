// The NewsNow-compatible operations.
import {
  enableLoginResponse,
  entireRequest,
  entireResponse,
  newsNowItem,
  newsNowList,
  newsNowRequest,
} from '../newsnow.ts'
import { fields, named, namedWhole, type Operation } from '../operation.ts'
import { busy, disabledListExample, failedOnce, tookTooLong, unchanged, weiboItem } from './hotlist-examples.ts'

const newsNowFields = fields('NewsNowRequest', newsNowRequest, 'The requested list.', {
  id: 'The id of a list, or of a site for its first list.',
  latest: 'Any value but `false` forces a new request to the site.',
})
const entireFields = fields('EntireRequest', entireRequest, 'The requested lists.', {
  sources: 'Ids of lists or sites, at most 200. Unknown ids are ignored.',
})

const { rank: _rank, hot: _hot, ...newsNowWeibo } = weiboItem
const kept = { status: 'success', id: 'weibo', updatedTime: 1795247950000, items: [newsNowWeibo] } as const
const noSuchId = {
  message: 'source: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources',
  code: 'SOURCE_NOT_FOUND',
} as const

/** The named schemas of these operations. */
export const newsNowNames = [
  entireFields,
  named('NewsNowList', newsNowList, 'A list in the shape of NewsNow.', {
    status: '`success`: no older than its interval. `cache`: older, or the last good one of a site that fails.',
    id: 'The id as requested.',
    updatedTime: 'When the site returned the list, in epoch milliseconds.',
    items: 'The first 30 items.',
  }),
  named('NewsNowItem', newsNowItem, 'An item in the shape of NewsNow.', {
    pubDate: 'When it was published, in epoch milliseconds.',
    extra: 'Fields of some sites only. `diff` is the number of ranks gained since the previous list.',
  }),
  namedWhole('NewsNowLists', entireResponse, 'The cached lists, in request order.'),
  named('NewsNowLogin', enableLoginResponse, 'Whether login in the way of NewsNow is enabled: never.'),
]

/** The NewsNow-compatible operations. */
export const newsNowOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/s',
    id: 'newsNowList',
    tag: 'other clients',
    summary: 'One list, NewsNow-compatible',
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
      503: [disabledListExample, busy],
      504: [tookTooLong],
    },
    examples: [
      { name: 'list', summary: 'The list of Weibo', query: { id: 'weibo' }, answer: kept },
      {
        name: 'latest',
        summary: 'The same, with a forced refresh',
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
    summary: 'Several cached lists, NewsNow-compatible',
    description: 'No site is asked. Lists without a cache entry are omitted.',
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
        summary: 'Two lists, one of which is cached',
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
    summary: 'Whether login is enabled, NewsNow-compatible',
    access: 'open',
    answers: [{ status: 200, meaning: 'It is not.', schema: enableLoginResponse }],
    examples: [{ name: 'login', summary: 'Login is not enabled', answer: { enable: false } }],
  },
]
