// What the fields of hot lists mean, requests and answers.
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
  'Ask the site anew, whatever is kept, once in 10 s at most; more requests get the same answer. A site that is left alone after failures is tried then, once in 10 s too.'
const limit = 'How many items of each list.'
const manyIds = 'Ids of lists, at most 200. The id of a site means its first list.'
const someIds = `${manyIds} Default: all that are on.`
const concurrency = 'How many lists are asked at once.'
const timeout =
  'How long to wait, in milliseconds. Lists that have not answered by then are failures of the kind `timeout`.'

/** Parameters, by operation. */
export const hotListFields = {
  sources: fields('SourcesRequest', sourcesRequest, 'Which lists are told of.', {
    includeDisabled: 'Lists that are turned off here too.',
    metrics: 'Tell of each list how asking it went.',
    column: 'Only lists of these groups.',
    type: 'Only lists of what is hottest, or of what is new.',
    family: 'Only lists of these sites.',
  }),
  source: fields('SourceRequest', sourceRequest, 'How a list is asked for.', { force, limit }),
  batch: fields('BatchRequest', batchRequest, 'Which lists are asked for.', { sources: manyIds, force, limit }),
  hotList: fields('HotListRequest', hotListRequest, 'Which list is asked for.', {
    id: 'The id of a list, or of a site, which means its first list.',
    refresh: force,
  }),
  hotBatch: fields('HotBatchRequest', hotBatchRequest, 'Which lists are asked for.', {
    ids: someIds,
    limit,
    concurrency,
    timeout,
  }),
  optimized: fields('OptimizedRequest', optimizedRequest, 'Which lists are asked for, and how urgently.', {
    sources: someIds,
    priority: 'Requests of a higher one are served first when many wait.',
    concurrency,
    timeout,
    limit,
  }),
  stream: fields('StreamRequest', streamRequest, 'Which lists are told, and how.', {
    sources: manyIds,
    chunkSize: 'How many items a message has at most.',
    delay: 'The pause between two messages about one list, in milliseconds.',
    follow: 'Stay, and tell a list again whenever it has changed.',
    since: 'With `follow`: lists no newer than this (epoch milliseconds) are not told at first; the client has them.',
  }),
  find: fields('FindRequest', findRequest, 'Which words are looked for.', {
    q: 'Words; an item must have all of them in its title. Pinyin and its initials find Chinese.',
    limit: 'How many items.',
    column: 'Only in lists of these groups.',
  }),
}

const updatedAt = 'When the site gave the list, in epoch milliseconds; null when there is none.'
const state = {
  count: 'How many items are told.',
  cached: 'Were they kept from an earlier ask?',
  stale: 'Are they older than the interval of the list, or the last good ones of a site that fails?',
  updatedAt,
  error: 'Why the site could not be asked; beside it the last good items, if there are any.',
}
const asked = 'The id as it was asked for.'
const success = 'Did it give a list, now or earlier?'

/** A message as server-sent events have it. */
export const streamEvent = z.union([
  z.strictObject({ data: streamMessage }),
  z.strictObject({ event: z.literal('end'), data: z.strictObject({}) }),
  z.strictObject({ event: z.literal('error'), data: z.strictObject({ code: z.literal(500), message: z.string() }) }),
])

/** What the description knows by name of hot lists. */
export const hotListNames = [
  named('HotItem', item, 'An item of a list.', {
    id: 'The same for this item in every answer of its list.',
    url: 'Where it is.',
    mobileUrl: 'Where it is, for phones.',
    pubDate: 'When it was published, in epoch milliseconds.',
    rank: 'Its place, from 1.',
    hot: 'How hot it is, in whatever the site counts.',
    extra: 'What only some sites tell. `diff` is how many places it gained since the list before.',
  }),
  named('HotSource', sourceRecord, 'A list.', {
    name: 'The site.',
    title: 'What tells it from other lists of the site.',
    pinyin: 'How name and title sound; absent where nothing in them is Chinese.',
    family: 'The site; as an id it means its first list.',
    home: 'The page that the list stands on.',
    type: 'What is hottest, or what is new.',
    interval: 'How often it changes, in seconds; it is asked no more often.',
    enabled: 'Is it on here?',
    column: 'The group it is shown in.',
    color: 'The colour of the site.',
  }),
  named('HotSourceMetrics', sourceMetrics, 'How asking a list went so far.', {
    totalRequests: 'Without those that were not made, because the site was left alone after failures.',
    successRate: 'From 0 to 1.',
    avgResponseTime: 'In milliseconds.',
    lastSuccess: 'In epoch milliseconds.',
  }),
  named('ListFailure', failure, 'Why a list could not be asked.', {
    message: 'A sentence for people.',
    retryAt: 'When the next try is due, in epoch milliseconds; absent where there is to be none.',
  }),
  named('SourcesAnswer', hotListAnswers.sources, 'The lists.'),
  named('SourceAnswer', hotListAnswers.source, 'A list.', { total: 'How many items the list has.', ...state }),
  named('BatchAnswer', hotListAnswers.batch, 'Lists, in the order in which they were asked for.', {
    invalidSources: 'What was asked for and is no list.',
  }),
  named('BatchResult', batchResult, 'A list of a batch.', { id: asked, success, ...state }),
  namedWhole('HotItems', hotListAnswers.hotList, 'The items of a list.'),
  named('HotBatchAnswer', hotListAnswers.hotBatch, 'Lists by their ids.', {
    data: 'The lists, by the ids as asked for.',
  }),
  named('HotResult', hotResult, 'A list of a batch by ids.', {
    id: asked,
    success,
    responseTime: 'How long it took, in milliseconds.',
    ...state,
  }),
  named('OptimizedAnswer', hotListAnswers.optimized, 'Lists, in the order in which they were asked for.', {
    invalidSources: 'What was asked for and is no list.',
    optimization: 'How it was gone about.',
  }),
  named('VersionAnswer', hotListAnswers.latest, 'The version.', { v: 'The version of the service.' }),
  named(
    'StreamMessage',
    streamMessage,
    'A message about a list: it begins, some of its items, it ends; or it failed.',
    {
      sourceId: 'The id as it was asked for; `*` when the service itself failed.',
      data: 'Items; only messages of the type `data` have some.',
      total: 'How many items the list has.',
      cached: state.cached,
      stale: state.stale,
      updatedAt,
      error: state.error,
    },
  ),
  namedWhole('StreamEvent', streamEvent, 'A message as a server-sent event; `end` is the last.'),
  named('FindAnswer', findAnswer, 'Items that have the words.', {
    count: 'How many are told.',
    total: 'How many there are.',
    searched: 'In how many lists was looked: those of which something is kept.',
    lists: 'How many lists are on.',
  }),
  named('FoundItem', foundItem, 'An item, and the list it is in.', {
    id: 'The id of the list.',
    updatedAt,
    stale: state.stale,
  }),
]
