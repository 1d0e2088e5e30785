// Tests generated requests on every path of the hot lists: each gets an answer of the contract or an error in its envelope.
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { caseCount } from '../kit/case-count.ts'
import { type HotTrawl, startHotTrawl } from '../kit/hot-trawl.ts'
import {
  allPaths,
  errorOf,
  findPath,
  goodValues,
  listPaths,
  messagesIn,
  reportPaths,
  trendsPath,
} from './hotlist-paths.ts'
import { oddTexts } from './odd-texts.ts'

const odd = fc.constantFrom(
  ...oddTexts,
  ...['weibo', 'zhihu', '36kr', 'smzdm', 'weibo，zhihu', 'ithome,ithome', '["weibo"]', '[weibo', 'high', 'debug'],
)
const value = fc.oneof(
  { weight: 3, arbitrary: odd },
  { weight: 2, arbitrary: fc.array(odd, { maxLength: 6 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 5 }).map((json) => JSON.stringify(json)) },
)
const names = new Set(allPaths.flatMap(({ takes }) => Object.keys(takes)))
// A followed stream does not end.
names.delete('follow')
const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: value })

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** A query of a path: required, allowed, invalid and arbitrary parameters, sometimes truncated. */
function queryOf({ needs = '', takes, path }: (typeof allPaths)[number]) {
  const fine = Object.entries(takes).flatMap(([name, taken]) => goodValues(taken).map((sent) => `${name}=${sent}`))
  // The longest allowed pause is valid, but too long for this test.
  const short = path.includes('stream') ? ['delay=0'] : ['']
  const rest = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...fine.filter((pair) => !pair.startsWith('delay=')), 'x=1') },
    { weight: 3, arbitrary: fc.tuple(key, value).map(([name, sent]) => `${encoded(name)}=${encoded(sent)}`) },
  )
  return fc
    .tuple(fc.constantFrom(needs, needs, ''), fc.array(rest, { maxLength: 4 }), fc.option(fc.nat(), { freq: 6 }))
    .map(([first, others, cut]) => {
      const whole = [...short, first, ...others].filter((pair) => pair !== '').join('&')
      return cut === null ? whole : whole.slice(0, Math.max('delay=0'.length, cut % (whole.length + 1)))
    })
}

const answers = new Map([...listPaths, findPath, trendsPath, ...reportPaths].map(({ path, answer }) => [path, answer]))

/** Expects an answer of the contract or an error in its envelope. */
function expectSane(response: LightMyRequestResponse, path: string, what: string): void {
  expect([200, 400, 404, 414, 503], what).toContain(response.statusCode)
  expect(response.headers['access-control-allow-origin'], what).toBe('*')
  if (response.statusCode !== 200) {
    const { error, message } = errorOf(response)
    expect(['VALIDATION_ERROR', 'SOURCE_NOT_FOUND', 'SOURCE_DISABLED', 'NOT_FOUND'], what).toContain(error.code)
    expect(message.length, what).toBeLessThan(400)
    expect(message.isWellFormed(), what).toBe(true)
    return
  }
  const answer = answers.get(path)
  if (answer) answer.parse(response.json())
  else expect(messagesIn(response.body).length, what).toBeGreaterThan(0)
}

const seed = 20_261_121

/** Sends a generated request and returns the result. */
async function tried(
  { ask, errors }: HotTrawl,
  urls: fc.Arbitrary<readonly [path: string, url: string]>,
  numRuns: number,
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>()
  const check = fc.asyncProperty(urls, async ([path, url]) => {
    const response = await ask({ url, headers: { accept: 'application/json' } })
    expectSane(response, path, url)
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
  })
  await fc.assert(check, { numRuns, seed })
  console.info(`${numRuns} generated requests`, statuses)
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(numRuns)
  expect(errors).toEqual([])
  return statuses
}

describe('generated requests', () => {
  test.each(allPaths.map((one) => [one.path, one] as const))(
    'for %s are answered as the contract says',
    async (path, one) => {
      const service = await startHotTrawl()
      const cases = caseCount(400)
      const urls = queryOf(one).map((query) => [path, `${path}?${query}`] as const)
      const statuses = await tried(service, urls, cases)
      const takesAny = Object.keys(one.takes).length > 0
      expect(statuses.get(200) ?? 0).toBeGreaterThan(cases / 8)
      expect(statuses.get(400) ?? 0).toBeGreaterThanOrEqual(takesAny ? cases / 20 : 0)
    },
  )

  test('for generated ids of a source are answered as the contract says', async () => {
    const service = await startHotTrawl()
    // An empty id is the path of all sources, dots address another path, and `?` begins the query.
    const ids = fc.oneof(value, fc.string()).filter((id) => !/^[./]*$/.test(id))
    const spelled = fc.tuple(ids, fc.boolean()).map(([id, isRaw]) => {
      const part = isRaw ? id.toWellFormed().replaceAll(/[^!-~]|[?#/]/g, '%') : encoded(id)
      return ['/api/v1/sources/weibo', `/api/v1/sources/${part}`] as const
    })
    const cases = caseCount(1_000)
    const statuses = await tried(service, spelled, cases)
    expect([...statuses.keys()].toSorted()).toEqual([200, 400, 404, 414, 503].filter((status) => statuses.has(status)))
    expect(statuses.get(404) ?? 0).toBeGreaterThan(cases / 5)
  })

  test('for generated paths below the root are told that there is nothing', async () => {
    const service = await startHotTrawl()
    const paths = fc.array(fc.oneof(value, fc.string()), { minLength: 1, maxLength: 4 }).map((parts) => {
      return ['', `/api/v1/no-such-${parts.map(encoded).join('/')}`] as const
    })
    const cases = caseCount(500)
    const statuses = await tried(service, paths, cases)
    expect(statuses.get(404)).toBe(cases)
  })
})
