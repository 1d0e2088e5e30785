// Tests rules for every path of the hot lists: shape and HEAD.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startHotTrawl } from '../kit/hot-trawl.ts'
import { addressOf, allPaths, listPaths, reportPaths } from './hotlist-paths.ts'

const json = 'application/json; charset=utf-8'
const head = z.object({ apiVersion: z.string(), timestamp: z.number() })

describe.each([...listPaths, ...reportPaths].map((one) => [one.path, one] as const))('%s', (path, hotPath) => {
  test('answers JSON as the contract says, with its version and the time unless it is an older path', async () => {
    const { ask, time } = await startHotTrawl()
    const started = time.epochMs()
    const isOlder = path === '/api/hot-list'
    const queries = path.includes('logs') ? ['', 'stats=1'] : ['', 'metrics=1&detailed=1', 'limit=1&force=1&refresh=1']
    for (const query of queries) {
      const response = await ask(addressOf(hotPath, query))
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, json])
      hotPath.answer.parse(response.json())
      const reported = head.safeParse(response.json()).data
      expect(reported?.apiVersion).toBe(isOlder ? undefined : '1.0')
      // The time when the answer was built, which may be before the second request.
      if (reported) expect([started, time.epochMs()]).toContain(reported.timestamp)
      time.advance(1_000)
    }
  })
})

describe.each(allPaths.map((one) => [one.path, one] as const))('%s', (path, hotPath) => {
  test('answers HEAD with the headers of GET and no body', async () => {
    const { ask, standin } = await startHotTrawl()
    const url = addressOf(hotPath)
    const asked = path.includes('stream') ? 0 : undefined
    const first = await ask({ method: 'HEAD', url })
    expect([first.statusCode, first.body]).toEqual([200, ''])
    expect(standin.asked().length).toBe(asked ?? standin.asked().length)
    await ask(url)
    const [got, headed] = [await ask(url), await ask({ method: 'HEAD', url })]
    // Framing is not a header of the answer; metrics and log lines grow with each request, and their length too.
    const { 'transfer-encoding': _framed, 'content-length': length, ...more } = got.headers
    const { 'content-length': headLength, ...same } = headed.headers
    const passing = { date: '', 'server-timing': '' }
    expect([headed.statusCode, headed.body, { ...same, ...passing }]).toEqual([200, '', { ...more, ...passing }])
    if (listPaths.some((one) => one.path === path)) expect(headLength).toBe(length)
  })
})
