// The operations of several hot lists in one answer or as a stream.
import { hotListAnswers, streamMessage } from '../hotlist.ts'
import type { Operation } from '../operation.ts'
import { badLimit, busy, fresh, head, unchanged, weiboItem } from './hotlist-examples.ts'
import { hotListFields, streamEvent } from './hotlist-field-docs.ts'

const ofWeibo = { id: 'weibo', name: '微博', success: true, data: [weiboItem], ...fresh }
const ofZhihu = {
  id: 'zhihu',
  name: '知乎',
  success: false,
  data: [],
  count: 0,
  cached: false,
  stale: false,
  updatedAt: null,
  error: { kind: 'timeout', message: 'no answer within 8 s' },
}
const noIds = {
  message: 'sources: is missing: must be a comma-separated list of source ids; GET /api/v1/sources lists them',
  details: { parameter: 'sources' },
}
const badTimeout = { message: 'timeout: must be an integer from 1000 to 60000', details: { parameter: 'timeout' } }
const tally = { total: 2, success: 1, failed: 1 }

const about = { sourceId: 'weibo', data: [], total: 1 }
const messages = [
  { type: 'start', ...about, cached: true, stale: false, updatedAt: 1795247950000 },
  { type: 'data', ...about, data: [weiboItem] },
  { type: 'end', ...about },
]
const unknown = {
  type: 'error',
  sourceId: 'nosuch',
  data: [],
  total: 0,
  error: { kind: 'unknown', message: 'unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources' },
}

/** Several lists at once. */
export const batchOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/batch',
    id: 'lists',
    tag: 'lists',
    summary: 'Several lists',
    description: 'In request order. A list that fails has an `error` and does not affect the others.',
    access: 'callers',
    query: hotListFields.batch,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.batch }, unchanged],
    errors: { 400: [noIds, badLimit], 503: [busy] },
    examples: [
      {
        name: 'two',
        summary: 'Two lists and an unknown id',
        query: { sources: ['weibo', 'zhihu', 'nosuch'], limit: 10 },
        answer: {
          ...head,
          summary: { total: 3, success: 1, failed: 1, invalid: 1 },
          invalidSources: ['nosuch'],
          results: [ofWeibo, ofZhihu],
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/sources/hot/batch',
    id: 'listsById',
    tag: 'lists',
    summary: 'Several lists, by their ids',
    access: 'callers',
    query: hotListFields.hotBatch,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.hotBatch }, unchanged],
    errors: { 400: [badLimit, badTimeout] },
    examples: [
      {
        name: 'two',
        summary: 'Two lists within five seconds',
        query: { ids: ['weibo', 'zhihu'], limit: 5, concurrency: 2, timeout: 5000 },
        answer: {
          ...head,
          data: {
            weibo: { id: 'weibo', success: true, items: [weiboItem], responseTime: 0, ...fresh },
            zhihu: {
              id: 'zhihu',
              success: false,
              items: [],
              count: 0,
              responseTime: 5000,
              cached: false,
              stale: false,
              updatedAt: null,
              error: { kind: 'timeout', message: 'no answer within 5 s' },
            },
          },
          meta: { ...tally, avgResponseTime: 2500 },
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/optimized/batch',
    id: 'listsByPriority',
    tag: 'lists',
    summary: 'Several lists, by priority',
    description:
      'Waiting requests of a higher priority are served first; within one request, lists of newest items before lists of hottest items.',
    access: 'callers',
    query: hotListFields.optimized,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.optimized }, unchanged],
    errors: {
      400: [{ message: 'priority: must be one of high, medium, low', details: { parameter: 'priority' } }, badTimeout],
    },
    examples: [
      {
        name: 'urgent',
        summary: 'Two lists with high priority',
        query: { sources: ['weibo', 'zhihu'], priority: 'high', limit: 5 },
        answer: {
          ...head,
          optimization: { priority: 'high', concurrency: 5, timeout: 30000, strategy: 'priority-queue' },
          summary: { ...tally, invalid: 0, avgResponseTime: 4000 },
          invalidSources: [],
          results: [
            { ...ofWeibo, responseTime: 0 },
            { ...ofZhihu, responseTime: 8000 },
          ],
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/stream',
    id: 'listEvents',
    tag: 'lists',
    summary: 'Several lists as a stream',
    description: `JSON lines, or server-sent events if the client accepts \`text/event-stream\`. Each list is sent as \`start\`, some \`data\` and \`end\`, or as \`error\`, as soon as
it is available. With \`follow\` the stream stays open, and a list is sent again when it changes; an idle stream gets an empty line or comment every 15 s.`,
    access: 'callers',
    query: hotListFields.stream,
    answers: [
      {
        status: 200,
        meaning: 'The messages.',
        type: 'application/x-ndjson',
        schema: streamMessage,
        stream: 'lines',
      },
      {
        status: 200,
        meaning: 'The messages.',
        type: 'text/event-stream',
        schema: streamEvent,
        stream: 'events',
      },
      { status: 204, meaning: 'The stream is complete: the client reconnected with `Last-Event-ID: end`.' },
    ],
    errors: {
      400: [noIds, { message: 'delay: must be an integer from 0 to 10000', details: { parameter: 'delay' } }],
      429: [
        {
          message: 'follow: at most 32 followed streams per client',
          details: { limit: 32, retryAfterS: 30 },
        },
      ],
      503: [
        {
          message: 'follow: too many followed streams; without follow the stream sends each list once',
          code: 'SERVICE_BUSY',
        },
      ],
    },
    examples: [
      {
        name: 'lines',
        summary: 'A list as JSON lines, and an unknown id',
        query: { sources: ['weibo', 'nosuch'], chunkSize: 20, delay: 0 },
        answer: [unknown, ...messages],
      },
      {
        name: 'events',
        summary: 'A list as server-sent events',
        query: { sources: ['weibo'], delay: 0 },
        headers: { accept: 'text/event-stream' },
        type: 'text/event-stream',
        answer: [...messages.map((data) => ({ data })), { event: 'end', data: {} }],
      },
      {
        name: 'again',
        summary: 'A browser reconnects after the end',
        query: { sources: ['weibo'], delay: 0 },
        headers: { accept: 'text/event-stream', 'last-event-id': 'end' },
        status: 204,
      },
    ],
  },
]
