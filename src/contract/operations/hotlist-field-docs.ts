// Descriptions of the fields of hot-list requests and answers.
import { z } from 'zod'
import {
  batchRequest,
  batchResult,
  failure,
  hotBatchRequest,
  hotListAnswers,
  hotListRequest,
  hotResult,
  item,
  optimizedRequest,
  sourceMetrics,
  sourceRecord,
  sourceRequest,
  sourcesRequest,
  streamMessage,
  streamRequest,
} from '../hotlist.ts'
import { findAnswer, findRequest, foundItem } from '../hotlist-find.ts'
import { fields, named, namedWhole } from '../operation.ts'

const force =
  'Ask the site again even if a cached list is fresh, or after failures; at most once in 10 s. Further requests get the same answer.'
const limit = 'Maximum number of items of each list.'
const manyIds = 'Ids of lists, at most 200. The id of a site means its first list.'
const someIds = `${manyIds} Default: all enabled lists.`
const concurrency = 'Maximum number of lists asked concurrently.'
const timeout = 'Deadline in milliseconds. Lists that have not answered by then fail with `timeout`.'

/** Parameters, by operation. */
export const hotListFields = {
  sources: fields('SourcesRequest', sourcesRequest, 'A selection of lists.', {
    includeDisabled: 'Include disabled lists.',
    metrics: 'Include statistics of each list.',
    column: 'Only lists of these groups.',
    type: 'Only lists of these types: hottest or newest items.',
    family: 'Only lists of these sites.',
  }),
  source: fields('SourceRequest', sourceRequest, 'Options of a list.', { force, limit }),
  batch: fields('BatchRequest', batchRequest, 'The requested lists.', { sources: manyIds, force, limit }),
  hotList: fields('HotListRequest', hotListRequest, 'The requested list.', {
    id: 'The id of a list, or of a site for its first list.',
    refresh: force,
  }),
  hotBatch: fields('HotBatchRequest', hotBatchRequest, 'The requested lists.', {
    ids: someIds,
    limit,
    concurrency,
    timeout,
  }),
  optimized: fields('OptimizedRequest', optimizedRequest, 'The requested lists, and their priority.', {
    sources: someIds,
    priority: 'Waiting requests of a higher priority are served first.',
    concurrency,
    timeout,
    limit,
  }),
  stream: fields('StreamRequest', streamRequest, 'The requested lists, and how to stream them.', {
    sources: manyIds,
    chunkSize: 'Maximum number of items per message.',
    delay: 'Pause between two messages about one list, in milliseconds.',
    follow: 'Keep the stream open and send a list again whenever it changes.',
    since:
      'With `follow`: skip lists not newer than this (epoch milliseconds) in the first round; the client has them.',
  }),
  find: fields('FindRequest', findRequest, 'A search in lists.', {
    q: 'Words that must all occur in the title of an item. Pinyin and its initials match Chinese.',
    limit: 'Maximum number of items.',
    column: 'Only lists of these groups.',
  }),
}

const updatedAt = 'When the site returned the list, in epoch milliseconds; null if there is none.'
const state = {
  count: 'Number of items returned.',
  cached: 'Whether they are from the cache.',
  stale: 'Whether they are older than the interval of the list, or the site has failed since.',
  updatedAt,
  error: 'Why the site could not be asked. The last good items are returned with it, if there are any.',
}
const asked = 'The id as requested.'
const success = 'Whether there is a list, new or cached.'

/** Schema of the server-sent events. */
export const streamEvent = z.union([
  z.strictObject({ data: streamMessage }),
  z.strictObject({ event: z.literal('end'), data: z.strictObject({}) }),
  z.strictObject({ event: z.literal('error'), data: z.strictObject({ code: z.literal(500), message: z.string() }) }),
])

/** The named schemas of hot lists. */
export const hotListNames = [
  named('HotItem', item, 'An item of a list.', {
    id: 'Identifies the item within its list.',
    url: 'Its address.',
    mobileUrl: 'Its address for phones.',
    pubDate: 'When it was published, in epoch milliseconds.',
    rank: 'Its rank, from 1.',
    hot: 'Its popularity, in the unit of the site.',
    extra: 'Fields of some sites only. `diff` is the number of ranks gained since the previous list.',
  }),
  named('HotSource', sourceRecord, 'A list.', {
    name: 'The name of the site.',
    title: 'Distinguishes it from other lists of the site.',
    pinyin: 'The pinyin of name and title; absent without Chinese characters.',
    family: 'The site; used as an id it means its first list.',
    home: 'The web page of the list.',
    type: 'Whether it lists the hottest or the newest items.',
    interval: 'The minimum time between two requests to the site, in seconds.',
    enabled: 'Whether the list is enabled.',
    column: 'The group of the list on the page.',
    color: 'The colour of the site.',
  }),
  named('HotSourceMetrics', sourceMetrics, 'Statistics of a list.', {
    totalRequests: 'Requests made; those rejected by the circuit breaker are not counted.',
    successRate: 'From 0 to 1.',
    avgResponseTime: 'In milliseconds.',
    lastSuccess: 'In epoch milliseconds.',
  }),
  named('ListFailure', failure, 'The failure of a list.', {
    message: 'A description for users.',
    retryAt: 'The time of the next attempt, in epoch milliseconds; absent if there will be none.',
  }),
  named('SourcesAnswer', hotListAnswers.sources, 'The lists.'),
  named('SourceAnswer', hotListAnswers.source, 'A list.', { total: 'Number of items of the list.', ...state }),
  named('BatchAnswer', hotListAnswers.batch, 'Lists, in request order.', {
    invalidSources: 'Requested ids that are not lists.',
  }),
  named('BatchResult', batchResult, 'A list of a batch.', { id: asked, success, ...state }),
  namedWhole('HotItems', hotListAnswers.hotList, 'The items of a list.'),
  named('HotBatchAnswer', hotListAnswers.hotBatch, 'Lists by their ids.', {
    data: 'The lists, by requested id.',
  }),
  named('HotResult', hotResult, 'A list of a batch by ids.', {
    id: asked,
    success,
    responseTime: 'Duration in milliseconds.',
    ...state,
  }),
  named('OptimizedAnswer', hotListAnswers.optimized, 'Lists, in request order.', {
    invalidSources: 'Requested ids that are not lists.',
    optimization: 'The priority, concurrency and timeout applied.',
  }),
  named('VersionAnswer', hotListAnswers.latest, 'The version.', { v: 'The version of the service.' }),
  named('StreamMessage', streamMessage, 'A message about a list: its start, some items, its end, or its failure.', {
    sourceId: 'The id as requested; `*` for an internal error.',
    data: 'Items; empty except in messages of type `data`.',
    total: 'Number of items of the list.',
    cached: state.cached,
    stale: state.stale,
    updatedAt,
    error: state.error,
  }),
  namedWhole('StreamEvent', streamEvent, 'A message as a server-sent event; `end` is the last.'),
  named('FindAnswer', findAnswer, 'The matching items.', {
    count: 'Number of items returned.',
    total: 'Number of matching items.',
    searched: 'Number of lists searched: those with a cached list.',
    lists: 'Number of enabled lists.',
  }),
  named('FoundItem', foundItem, 'An item and its list.', {
    id: 'The id of the list.',
    updatedAt,
    stale: state.stale,
  }),
]
