// Tests rules for every path of the hot lists: shape, CORS, HEAD, OPTIONS, wrong methods, slashes.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startHotTrawl } from '../kit/hot-trawl.ts'
import { addressOf, allPaths, errorOf, listPaths, messagesIn, reportPaths } from './hotlist-paths.ts'

const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': expect.stringContaining('X-Request-Id, Retry-After, RateLimit-Limit'),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-request-id': 'made-here',
}
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
  test('is open to browsers of any origin, with answers and with errors', async () => {
    const { ask } = await startHotTrawl()
    const origin =
      path.startsWith('/api/v1/') && /metrics|errors|logs/.test(path) ? {} : { origin: 'https://example.com' }
    const answered = await ask({ url: addressOf(hotPath), headers: origin })
    expect([answered.statusCode, answered.headers]).toEqual([200, expect.objectContaining(openToAll)])
    const refused = await ask({ method: 'PUT', url: path, headers: origin })
    expect([refused.statusCode, refused.headers]).toEqual([405, expect.objectContaining(openToAll)])
    const names = Object.keys(hotPath.takes)
    for (const name of names) {
      const answer = await ask({ url: addressOf(hotPath, `${name}=%zz`), headers: origin })
      expect([answer.statusCode, answer.headers]).toEqual([400, expect.objectContaining(openToAll)])
    }
  })

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

  test('answers OPTIONS with the allowed methods', async () => {
    const { ask, standin } = await startHotTrawl()
    for (const url of [path, `${path}/`, addressOf(hotPath)]) {
      const headers = { origin: 'https://example.com', 'access-control-request-method': 'GET' }
      const response = await ask({ method: 'OPTIONS', url, headers })
      expect([response.statusCode, response.body, response.headers.allow]).toEqual([204, '', 'GET, HEAD, OPTIONS'])
      expect(response.headers).toMatchObject({
        ...openToAll,
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': '*, Authorization',
        'access-control-max-age': '86400',
      })
    }
    expect(standin.asked()).toEqual([])
  })

  test('refuses every other method in the envelope', async () => {
    const { ask, standin } = await startHotTrawl()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
      const response = await ask({ method, url: addressOf(hotPath) })
      const { error, message } = errorOf(response)
      expect([response.statusCode, error.code, response.headers.allow]).toEqual([
        405,
        'METHOD_NOT_ALLOWED',
        'GET, HEAD, OPTIONS',
      ])
      expect(message).toBe(`method: ${method} is not allowed here; allowed are GET, HEAD, OPTIONS`)
    }
    expect(standin.asked()).toEqual([])
  })

  test('is the same with a slash at the end', async () => {
    const { ask } = await startHotTrawl()
    await ask(addressOf(hotPath))
    const shapeOf = (body: string) =>
      path.includes('stream') ? messagesIn(body).map(({ type }) => type) : Object.keys(JSON.parse(body))
    const [plain, slashed] = [await ask(addressOf(hotPath)), await ask(addressOf(hotPath).replace('?', '/?'))]
    expect([slashed.statusCode, shapeOf(slashed.body)]).toEqual([200, shapeOf(plain.body)])
  })
})

test.each(allPaths.filter(({ path }) => path.startsWith('/api/v1/')).map(({ path }) => path))(
  'there is nothing below %s',
  async (path) => {
    const { ask } = await startHotTrawl()
    const response = await ask(`${path}/nothing/here`)
    const { error, message } = errorOf(response)
    expect([response.statusCode, error.code]).toEqual([404, 'NOT_FOUND'])
    expect(message).toBe(`path: there is no ${path}/nothing/here; GET / lists what there is`)
  },
)

test('the front page names every path', async () => {
  const { ask } = await startHotTrawl()
  const { endpoints } = z.object({ endpoints: z.record(z.string(), z.string()) }).parse((await ask('/')).json())
  const named = Object.keys(endpoints).map((line) => line.replace(/^GET |\?.*/g, ''))
  for (const { path } of allPaths) expect(named).toContain(path.replace('weibo', '{id}'))
})
