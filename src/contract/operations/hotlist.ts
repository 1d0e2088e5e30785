// The operations of single hot lists, and of search in hot lists.
import { hotListAnswers } from '../hotlist.ts'
import { findAnswer } from '../hotlist-find.ts'
import type { Operation } from '../operation.ts'
import {
  badLimit,
  busy,
  disabledListExample,
  failedOnce,
  fresh,
  head,
  tookTooLong,
  unchanged,
  weibo,
  weiboItem,
} from './hotlist-examples.ts'
import { hotListFields } from './hotlist-field-docs.ts'

/** Single lists. */
export const hotListOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/sources',
    id: 'sources',
    tag: 'lists',
    summary: 'All lists',
    access: 'callers',
    query: hotListFields.sources,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.sources }, unchanged],
    errors: {
      400: [
        {
          message: 'family: unknown family nosuch; GET /api/v1/sources lists the family of each source',
          details: { parameter: 'family' },
        },
      ],
    },
    examples: [
      { name: 'all', summary: 'All enabled lists', answer: { ...head, count: 1, sources: [weibo] } },
      {
        name: 'some',
        summary: 'Some lists, with statistics',
        query: {
          includeDisabled: true,
          metrics: true,
          column: ['china', 'world'],
          type: ['hottest'],
          family: ['weibo'],
        },
        answer: {
          ...head,
          count: 1,
          sources: [
            {
              ...weibo,
              metrics: {
                totalRequests: 42,
                successRate: 0.9762,
                avgResponseTime: 183.4,
                lastSuccess: 1795247950000,
                lastError: { kind: 'timeout', message: 'no answer within 8 s', at: 1795240000000 },
              },
              health: 'healthy',
            },
          ],
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/sources/{id}',
    id: 'list',
    tag: 'lists',
    summary: 'One list',
    description:
      'A cached list is returned at once, with its age; the site is asked at most once per interval. If the site fails, the last good list is returned with `error`.',
    access: 'callers',
    pathWords: { id: 'The id of a list, or of a site for its first list.' },
    query: hotListFields.source,
    answers: [{ status: 200, meaning: 'The list.', schema: hotListAnswers.source }, unchanged],
    errors: {
      400: [badLimit],
      404: [
        {
          message: 'source: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources',
          code: 'SOURCE_NOT_FOUND',
        },
      ],
      502: [failedOnce],
      503: [disabledListExample, busy],
      504: [tookTooLong],
    },
    examples: [
      {
        name: 'list',
        summary: 'The first twenty items',
        path: { id: 'weibo' },
        answer: { ...head, source: weibo, total: 50, data: [weiboItem], ...fresh },
      },
      {
        name: 'forced',
        summary: 'Forced refresh, answered with an old list',
        path: { id: 'zhihu' },
        query: { force: true, limit: 50 },
        answer: {
          ...head,
          source: { ...weibo, id: 'zhihu', name: '知乎', family: 'zhihu', home: 'https://www.zhihu.com/hot' },
          total: 1,
          data: [{ id: '1', title: '灯塔为什么要刷成红白相间？', url: 'https://www.zhihu.com/question/1', rank: 1 }],
          count: 1,
          cached: true,
          stale: true,
          updatedAt: 1795200000000,
          error: { kind: 'blocked', message: 'they answered 403', retryAt: 1795248300000 },
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/find',
    id: 'find',
    tag: 'lists',
    summary: 'Search the items of all lists',
    description: 'Searches the cached lists without asking any site.',
    access: 'callers',
    query: hotListFields.find,
    answers: [{ status: 200, meaning: 'The matching items.', schema: findAnswer }, unchanged],
    errors: {
      400: [{ message: 'q: is missing: must be one string of 1 to 100 characters', details: { parameter: 'q' } }],
    },
    examples: [
      {
        name: 'words',
        summary: 'Items about lighthouses',
        query: { q: '灯塔', limit: 10, column: ['china'] },
        answer: {
          ...head,
          count: 1,
          total: 1,
          searched: 143,
          lists: 147,
          results: [
            {
              id: 'weibo',
              name: '微博',
              title: '实时热搜',
              color: '#e6162d',
              column: 'china',
              updatedAt: 1795247950000,
              stale: false,
              item: weiboItem,
            },
          ],
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/hot-list',
    id: 'items',
    tag: 'lists',
    summary: 'The bare items of one list',
    access: 'callers',
    query: hotListFields.hotList,
    answers: [{ status: 200, meaning: 'The items, at most 50.', schema: hotListAnswers.hotList }, unchanged],
    errors: {
      400: [
        {
          message: 'id: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources',
          details: { parameter: 'id' },
        },
      ],
      502: [failedOnce],
      503: [disabledListExample, busy],
    },
    examples: [{ name: 'items', summary: 'The list of Weibo', query: { id: 'weibo' }, answer: [weiboItem] }],
  },
]
