// The wire of the hot-list service: defaults, bounds and refusals of its requests, and answers that are strict.
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  batchRequest,
  hotBatchRequest,
  hotListAnswers,
  hotListRequest,
  optimizedRequest,
  sourceRequest,
  sourcesRequest,
  streamMessage,
  streamRequest,
} from './hotlist.ts'
import { findRequest } from './hotlist-find.ts'
import { errorsRequest, logsRequest, metricsRequest } from './hotlist-reports.ts'
import { trendsRequest } from './hotlist-trends.ts'

/** Parameter and message of the first thing that is wrong. */
function refusal(schema: z.ZodType, sent: Readonly<Record<string, unknown>>): string {
  const { error } = schema.safeParse(sent)
  const [issue] = error?.issues ?? []
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'accepted'
}

describe('a request that says nothing', () => {
  it.each([
    ['sources', sourcesRequest, { includeDisabled: false, metrics: false }],
    ['sources/[id]', sourceRequest, { force: false, limit: 20 }],
    ['sources/hot/batch', hotBatchRequest, { limit: 10, concurrency: 5, timeout: 30_000 }],
    ['optimized/batch', optimizedRequest, { priority: 'medium', concurrency: 5, timeout: 30_000, limit: 20 }],
    ['metrics', metricsRequest, { detailed: false }],
    ['errors', errorsRequest, { limit: 50 }],
    ['logs', logsRequest, { limit: 50, stats: false }],
    ['stream', streamRequest, { chunkSize: 5, delay: 500, follow: false }],
    ['batch', batchRequest, { force: false, limit: 20 }],
    ['find', findRequest, { limit: 50 }],
    ['trends', trendsRequest, { window: '24h', limit: 20 }],
  ])('gets the defaults of %s besides what it must name', (_path, schema, defaults) => {
    const { sources: _sources, q: _q, ...others }: Record<string, unknown> = schema.parse({ sources: 'weibo', q: 'x' })
    expect(others).toEqual(defaults)
  })

  it.each([
    ['batch', batchRequest, 'sources'],
    ['stream', streamRequest, 'sources'],
  ])('is refused by %s, which must be told what to ask', (_path, schema, parameter) => {
    const sentence = `${parameter}: is missing: must be a comma-separated list of source ids; GET /api/v1/sources lists them`
    for (const sent of [undefined, '', ' , ', '，']) expect(refusal(schema, { [parameter]: sent })).toBe(sentence)
  })

  it('is refused by hot-list', () => {
    expect(refusal(hotListRequest, {})).toMatch(/^id: is missing/)
    expect(refusal(hotListRequest, { id: '  ' })).toMatch(/^id: is empty/)
    expect(refusal(hotListRequest, { id: ['a', 'b'] })).toMatch(/^id: .*one source/)
  })
})

describe('a list of ids', () => {
  it('may use either comma and repeated keys; blanks, empties and repeats are dropped, the order stays', () => {
    expect(batchRequest.parse({ sources: ['b，a', ' c ,, b '] }).sources).toEqual(['b', 'a', 'c'])
  })

  it('is no more than 200 ids of 60 characters', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `id${at}`).join(',')
    expect(refusal(batchRequest, { sources: ids(200) })).toBe('accepted')
    expect(refusal(batchRequest, { sources: ids(201) })).toBe('sources: has 201 entries: at most 200 are allowed')
    expect(refusal(hotBatchRequest, { ids: ids(201) })).toBe('ids: has 201 entries: at most 200 are allowed')
    expect(refusal(streamRequest, { sources: 'x'.repeat(60) })).toBe('accepted')
    expect(refusal(streamRequest, { sources: 'x'.repeat(61) })).toMatch(/^sources: has an entry that is too long/)
  })

  it('that is empty means all where all are meant by default', () => {
    expect(hotBatchRequest.parse({ ids: ' , ' }).ids).toBeUndefined()
    expect(optimizedRequest.parse({ sources: '' }).sources).toBeUndefined()
  })
})

describe('an answer', () => {
  const item = { id: '1', title: 'a', url: 'https://a.site.test/', rank: 1 }
  const state = { data: [item], count: 1, cached: false, stale: false, updatedAt: 1 }
  const batch = (result: object) => ({
    apiVersion: '1.0',
    timestamp: 1,
    summary: { total: 1, success: 1, failed: 0, invalid: 0 },
    invalidSources: [],
    results: [{ id: 'a', name: 'A', success: true, ...state, ...result }],
  })

  it('is taken with what it must have and what it may have', () => {
    expect(hotListAnswers.batch.safeParse(batch({})).success).toBe(true)
    const extra = { hover: 'x', info: 'x', date: 'x', icon: 'https://a.site.test/i', diff: -3 }
    const full = { ...item, mobileUrl: 'https://m.site.test/', pubDate: 1, hot: 0.5, extra }
    const failed = { updatedAt: null, error: { kind: 'timeout', message: 'late' } }
    expect(hotListAnswers.batch.safeParse(batch({ data: [full], ...failed })).success).toBe(true)
  })

  it.each([
    ['a field that nobody promised', { surprise: 1 }],
    ['a rank of 0', { data: [{ ...item, rank: 0 }] }],
    ['an item without an address', { data: [{ ...item, url: '' }] }],
    ['a failure of no known kind', { error: { kind: 'odd', message: 'x' } }],
    ['a failure without a word', { error: { kind: 'timeout', message: '' } }],
    ['no age', { updatedAt: undefined }],
  ])('with %s is none', (_what, result) => {
    expect(hotListAnswers.batch.safeParse(batch(result)).success).toBe(false)
  })

  it('in a stream is one of four kinds of messages', () => {
    const message = { sourceId: 'a', data: [], total: 0 }
    for (const type of ['start', 'data', 'end', 'error'])
      expect(streamMessage.safeParse({ type, ...message }).success).toBe(true)
    expect(streamMessage.safeParse({ type: 'stop', ...message }).success).toBe(false)
  })
})
