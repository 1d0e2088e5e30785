// The contract's table of the hot lists: each path, its parameters and its answer.
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { z } from 'zod'
import { hotListAnswers, type StreamMessage, streamMessage } from '../../src/contract/hotlist.ts'
import { type ErrorResponse, errorResponse } from '../../src/contract/hotlist-error.ts'
import { findAnswer } from '../../src/contract/hotlist-find.ts'
import { reports } from '../../src/contract/hotlist-reports.ts'
import { trendsAnswer } from '../../src/contract/hotlist-trends.ts'

const columns = 'china world tech finance sports entertainment game community science life'.split(' ')

/** An integer from `min` to `max`. */
interface Whole {
  readonly min: number
  readonly max: number
}

/** Some of these words, separated by commas. */
interface Some {
  readonly of: readonly string[]
}

/**
 * The type of a parameter: a flag (a `lasting` flag has no end, so it is not tested), ids, family names, one or several
 * of some words, an integer, or a text.
 */
type Taken = 'flag' | 'lasting' | 'ids' | 'some ids' | 'families' | 'id' | 'text' | readonly string[] | Some | Whole

interface HotPath {
  /** Contains an id where the contract has `[id]`. */
  readonly path: string
  /** The required query. */
  readonly needs?: string
  readonly takes: Readonly<Record<string, Taken>>
  readonly answer: z.ZodType
}

const limit = { min: 1, max: 50 }
const timeout = { min: 1_000, max: 60_000 }
const concurrency = { min: 1, max: 10 }
const since = { min: 0, max: 9_007_199_254_740 }
const lines = { min: 1, max: 200 }

/** Every public path that answers with one body. */
export const listPaths: readonly HotPath[] = [
  {
    path: '/api/v1/sources',
    takes: {
      includeDisabled: 'flag',
      metrics: 'flag',
      column: { of: columns },
      type: { of: ['hottest', 'realtime'] },
      family: 'families',
    },
    answer: hotListAnswers.sources,
  },
  { path: '/api/v1/sources/weibo', takes: { force: 'flag', limit }, answer: hotListAnswers.source },
  {
    path: '/api/v1/batch',
    needs: 'sources=weibo,zhihu',
    takes: { sources: 'ids', force: 'flag', limit },
    answer: hotListAnswers.batch,
  },
  { path: '/api/hot-list', needs: 'id=weibo', takes: { id: 'id', refresh: 'flag' }, answer: hotListAnswers.hotList },
  {
    path: '/api/v1/sources/hot/batch',
    takes: { ids: 'some ids', limit, concurrency, timeout },
    answer: hotListAnswers.hotBatch,
  },
  {
    path: '/api/v1/optimized/batch',
    takes: { sources: 'some ids', priority: ['high', 'medium', 'low'], concurrency, timeout, limit },
    answer: hotListAnswers.optimized,
  },
  { path: '/api/latest', takes: {}, answer: hotListAnswers.latest },
]

/** Word search, whose answers are not cached. */
const findPath: HotPath = {
  path: '/api/v1/find',
  needs: 'q=%E7%83%AD',
  takes: {
    q: 'text',
    limit: { min: 1, max: 200 },
    column: { of: columns },
  },
  answer: findAnswer,
}

/** Stories, which are joined from the cached lists. */
const trendsPath: HotPath = {
  path: '/api/v1/trends',
  takes: {
    window: ['10m', '30m', '1h', '3h', '6h', '12h', '24h'],
    limit: { min: 1, max: 100 },
    column: { of: columns },
  },
  answer: trendsAnswer,
}

/** The stream. */
const streamPath: Omit<HotPath, 'answer'> = {
  path: '/api/v1/stream',
  needs: 'sources=weibo,zhihu',
  takes: {
    sources: 'ids',
    chunkSize: { min: 1, max: 50 },
    delay: { min: 0, max: 10_000 },
    follow: 'lasting',
    since,
  },
}

/** Every report; all but the first are for this machine and administrators only. */
export const reportPaths: readonly HotPath[] = [
  { path: '/api/v1/health', takes: {}, answer: reports.health },
  { path: '/api/v1/metrics', takes: { detailed: 'flag' }, answer: reports.metrics },
  { path: '/api/v1/errors', takes: { source: 'text', limit: lines, since }, answer: reports.errors },
  {
    path: '/api/v1/logs',
    takes: {
      limit: lines,
      level: ['debug', 'info', 'warn', 'error', 'fatal'],
      source: 'text',
      path: 'text',
      since,
      stats: 'flag',
    },
    answer: reports.logs,
  },
]

/** All paths. */
export const allPaths: readonly Omit<HotPath, 'answer'>[] = [
  ...listPaths,
  findPath,
  trendsPath,
  streamPath,
  ...reportPaths,
]

/** The address of a path with its required parameters, unless the given ones replace them. */
export function addressOf({ path, needs = '' }: Omit<HotPath, 'answer'>, ...text: readonly string[]): string {
  const names = new Set(text.map((pair) => pair.split(/=|\[/, 1).join('')))
  const needed = names.has(needs.split('=', 1).join('')) ? [] : [needs]
  return `${path}?${[...needed, ...text].filter((pair) => pair !== '').join('&')}`
}

/** A few of each kind: the spellings are tested in src/contract/fields.test.ts. */
const good: Readonly<Record<string, readonly string[]>> = {
  flag: ['true', 'OFF'],
  lasting: ['no'],
  id: ['zhihu', '36kr'],
  ids: ['zhihu,v2ex', 'nobody'],
  'some ids': ['zhihu,v2ex', ''],
  families: ['36kr,v2ex', ''],
  text: ['weibo', '/api'],
}

/** Valid values of a parameter, percent-encoded. */
export function goodValues(taken: Taken): readonly string[] {
  if (typeof taken === 'string') return good[taken] ?? []
  if ('min' in taken) return [`${taken.min}`, `${taken.max}`]
  return 'of' in taken ? [...taken.of, taken.of.join()] : taken
}

const bad: Readonly<Record<string, readonly string[]>> = {
  flag: ['2'],
  id: ['', 'nobody', 'weibo,zhihu'],
  ids: [',', '[1]', idsOf(201)],
  'some ids': ['[1]', idsOf(201)],
  families: ['nobody', idsOf(201)],
  text: ['', 'x'.repeat(201)],
}

/** `count` unknown ids. */
function idsOf(count: number): string {
  return Array.from({ length: count }, (_, at) => `nobody${at}`).join(',')
}

/** Invalid values, percent-encoded. */
export function badValues(name: string, taken: Taken): readonly string[] {
  if (typeof taken === 'string') {
    const both = isFlag(taken) ? [`1&${name}=0`] : [`weibo&${name}=v2ex`]
    return [...(bad[isFlag(taken) ? 'flag' : taken] ?? []), ...(/ids$|families/.test(taken) ? [] : both), '%zz']
  }
  if (!('min' in taken)) return ['urgent', '%zz']
  return ['x', `${taken.max + 1}`, `${taken.min - 1}`, `${taken.min}&${name}=${taken.max}`, '%zz']
}

function isFlag(taken: Taken): boolean {
  return taken === 'flag' || taken === 'lasting'
}

/** The text that an error about an invalid value must contain besides the name. */
export function allowedBy(taken: Taken): string {
  if (typeof taken === 'string') return isFlag(taken) ? 'one of true, 1, yes, on, false, 0, no, off' : ''
  if ('of' in taken) return 'must be a comma-separated'
  return 'min' in taken ? `an integer from ${taken.min} to ${taken.max}` : `one of ${taken.join(', ')}`
}

/** The error of a response. @throws when it is not in the envelope. */
export function errorOf(response: LightMyRequestResponse): ErrorResponse {
  const reported = errorResponse.parse(response.json())
  expect(reported.statusCode).toBe(response.statusCode)
  expect(reported.error.message).toBe(reported.message)
  return reported
}

/** The messages of a stream in either form. @throws when one of them breaks the contract. */
export function messagesIn(body: string): StreamMessage[] {
  const lines = body.split('\n').filter((line) => line.startsWith('{') || line.startsWith('data: {"'))
  return lines.map((line) => streamMessage.parse(JSON.parse(line.replace(/^data: /, ''))))
}
