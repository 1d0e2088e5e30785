// Tests of the guard: who is let in, as whom a request is counted, and what is refused with which words.
import fastify, { type FastifyReply, type FastifyRequest, type InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { noRecordStore } from '../../store/records/records.ts'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from '../auth/api-keys.ts'
import type { AccessSettings } from '../auth/authentication.ts'
import { RequestError } from '../errors.ts'
import { createAccessControl } from './access-control.ts'
import { createAllowList } from './ip-allow-list.ts'
import { createRateLimits, parseRateRules } from './rate-limits.ts'
import type { RequestGuard } from './request-guard.ts'

const stranger = '192.0.2.7'
const adminToken = 'correct-horse-battery'
const admin = { authorization: `Bearer ${adminToken}` }
const key = encodeKey(Buffer.alloc(32, 7))
const slowKey = encodeKey(Buffer.alloc(32, 8))
const keys = createKeyVerifier(parseKeys(`bot:${hashKey(key)}, slow:${hashKey(slowKey)}@2/min`))

interface GuardOptions {
  readonly access?: AccessSettings
  readonly rates?: string
  /** The allow list. */
  readonly allowed?: readonly string[]
}

/** What a route does with the guard, by path; those that are open, and those without a limit, do nothing. */
const works: Record<string, (guard: RequestGuard, request: FastifyRequest, reply: FastifyReply) => unknown> = {
  '/list': () => 'a list',
  '/page': () => 'a page',
  '/livez': () => 'alive',
  '/allowed': () => 'the allow list',
  '/forced': (guard, request, reply) => guard.charge(request, reply, { name: 'force' }),
  '/as-list': (guard, request, reply) => guard.charge(request, reply, { name: '/list' }),
  '/none': (guard, request, reply) => guard.charge(request, reply, { more: 0, name: '/list' }),
  '/more': (guard, request, reply) => guard.charge(request, reply, { more: 3 }),
  '/more-of-list': (guard, request, reply) => guard.charge(request, reply, { more: 3, name: '/list' }),
  '/own-more': (guard, request, reply) =>
    guard.runOwn({ isIncluded: true, route: '/list' }, () => guard.charge(request, reply, { more: 9 })),
  '/client': (guard, request) => guard.rateLimitKey(request) ?? 'not limited',
}

/** A guarded service; its clients ask from another machine unless they say otherwise. */
function make({ access, rates = 'off', allowed = [] }: GuardOptions = {}) {
  const rejections: string[] = []
  const refused: string[] = []
  const { guard } = createAccessControl(
    { adminToken, ...access },
    {
      allowList: createAllowList(noRecordStore, allowed),
      metrics: { recordRejection: (reason) => void rejections.push(reason) },
      limits: createRateLimits(parseRateRules(rates), () => 0),
      refusals: { record: (credential, address) => void refused.push(`${credential} from ${address}`) },
      paths: {
        livenessPath: '/livez',
        allowListPath: '/allowed',
        publicPaths: new Set(['/page']),
        unlimitedPaths: new Set(['/livez']),
      },
    },
  )
  const answerError = (error: unknown, reply: FastifyReply) =>
    error instanceof RequestError
      ? reply.status(error.status).headers(error.headers).send(error.message)
      : reply.status(500).send(String(error))
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      try {
        guard.countRequest(request, reply)
        answerError(new RequestError(400, error.message), reply)
      } catch (rejection) {
        answerError(rejection, reply)
      }
    },
  })
  app.setErrorHandler((error, _request, reply) => answerError(error, reply))
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/fast') return
    guard.requireAddress(request)
    const { include, as: route } = request.headers
    const count = () => guard.countRequest(request, reply)
    if (include === undefined) count()
    else guard.runOwn({ isIncluded: include === 'yes', route: route?.toString() }, count)
    guard.requireRight(request)
  })
  for (const [path, work] of Object.entries(works))
    app.get(path, async (request, reply) => work(guard, request, reply) ?? 'done')
  app.get('/fast', async ({ raw }) => ({ headers: guard.admitCached(raw, '/list') }))
  const ask = async (url: string, headers: Record<string, string> = {}, more: InjectOptions = {}) => {
    const { statusCode, body, headers: sent } = await app.inject({ url, headers, remoteAddress: stranger, ...more })
    return { status: statusCode, text: body, headers: sent, left: sent['ratelimit-remaining'] }
  }
  return {
    ...{ ask, rejections, refused },
    /** The status of each of these requests, in sequence. */
    async statuses(urls: readonly string[], headers?: Record<string, string>) {
      const found: number[] = []
      for (const url of urls) found.push((await ask(url, headers)).status)
      return found
    },
    /** The headers that the fast path would add; undefined when it leaves the request to the framework. */
    async fast(headers?: Record<string, string>, more?: InjectOptions): Promise<unknown> {
      return JSON.parse((await ask('/fast', headers, more)).text).headers
    },
  }
}

describe('an address that is not on the allow list', () => {
  const allowed = ['10.0.0.0/8']

  test('is refused by name, in its one spelling', async () => {
    const { ask, rejections } = make({ allowed })
    expect(await ask('/list', {}, { remoteAddress: `::ffff:${stranger}` })).toMatchObject({
      status: 403,
      text: `address: ${stranger} is not on the allow list of this service`,
    })
    expect((await ask('/list', {}, { remoteAddress: '10.1.2.3' })).status).toBe(200)
    expect(rejections).toEqual(['address'])
  })

  test('is none where the connection has no address any more', async () => {
    const { ask } = make({ allowed })
    const text = 'address: none is not on the allow list of this service'
    expect(await ask('/list', {}, { remoteAddress: 'gone' })).toMatchObject({ status: 403, text })
  })

  test('reaches the probe, whatever the method, and nothing else', async () => {
    const { ask, rejections, statuses } = make({ allowed })
    expect(await statuses(['/livez', '/livez/', '/livez?now'])).toEqual([200, 200, 200])
    expect((await ask('/livez?now', {}, { method: 'OPTIONS' })).status).toBe(404)
    expect(rejections).toEqual([])
    expect((await ask('/list', {}, { method: 'OPTIONS' })).status).toBe(403)
    expect((await ask('/nowhere')).status).toBe(403)
  })

  test('reaches the allow list as an administrator, and nothing else', async () => {
    const { ask } = make({ allowed })
    expect((await ask('/allowed', admin)).status).toBe(200)
    expect((await ask('/allowed')).status).toBe(403)
    expect((await ask('/list', admin)).status).toBe(403)
  })

  test('is not let in by the fast path', async () => {
    const { fast } = make({ allowed })
    expect([await fast(), await fast({}, { remoteAddress: '10.1.2.3' })]).toEqual([undefined, []])
  })
})

describe('where keys are needed', () => {
  const hint = 'send an API key as X-API-Key or as Authorization: Bearer'
  const access = { keys }

  test('a request without one is refused and counted, and nobody is suspected', async () => {
    const { ask, rejections, refused } = make({ access })
    expect(await ask('/list')).toMatchObject({ status: 401, text: `authorization: is missing: ${hint}` })
    expect((await ask('/list')).headers['www-authenticate']).toBe('Bearer')
    expect([rejections, refused]).toEqual([['key', 'key'], []])
  })

  test.each([
    ['a wrong key', { 'x-api-key': 'guess' }, [`token from ${stranger}`]],
    ['a wrong token', { authorization: 'Bearer guess' }, [`token from ${stranger}`]],
    ['another scheme', { authorization: 'Basic Z3Vlc3M=' }, [`token from ${stranger}`]],
    ['a key beside a login', { 'x-api-key': 'guess', authorization: 'Bearer a.b.c' }, [`token from ${stranger}`]],
    ['a login, which may have expired', { authorization: 'Bearer a.b.c' }, []],
  ])('%s is refused as invalid, and noted where it was never valid', async (_what, headers, expected) => {
    const { ask, refused } = make({ access })
    const text = `authorization: invalid or expired API key or token: ${hint}`
    expect(await ask('/list', headers)).toMatchObject({ status: 401, text })
    expect(refused).toEqual(expected)
  })

  test('what is open, what does not exist and what a browser asks beforehand need none', async () => {
    const { ask, statuses, rejections } = make({ access })
    expect(await statuses(['/page', '/livez', '/nowhere'])).toEqual([200, 200, 404])
    expect((await ask('/list', {}, { method: 'OPTIONS' })).status).toBe(404)
    expect(rejections).toEqual([])
  })

  test('the fast path lets in keys and administrators only', async () => {
    const { fast } = make({ access })
    const ways = [{}, { 'x-api-key': 'guess' }, { 'x-api-key': key }, { authorization: `Bearer ${key}` }, admin]
    expect(await Promise.all(ways.map((headers) => fast(headers)))).toEqual([undefined, undefined, [], [], []])
  })
})

describe('a request over its rate', () => {
  test.each([
    ['*=1/min', '/list', 'all requests of one client together'],
    ['/list=1/min', '/list', '/list'],
    ['force=1/min', '/forced', 'force=1 and refresh=true'],
  ])('%s is refused with what it is for and when to come again', async (rates, path, name) => {
    const { ask, rejections } = make({ rates })
    expect(await ask(path)).toMatchObject({ status: 200, left: '0' })
    const refused = await ask(path)
    expect(refused).toMatchObject({
      status: 429,
      text: `rate: at most 1 in 60 s for ${name}; retry in 60 s`,
      left: '0',
      headers: { 'retry-after': '60', 'ratelimit-limit': '1' },
    })
    expect(rejections).toEqual(['rate'])
  })

  test('is refused to a key by its own, in whole seconds', async () => {
    const { ask, statuses } = make({ access: { keys }, rates: '*=1/min' })
    const headers = { 'x-api-key': slowKey }
    expect(await statuses(['/list', '/list'], headers)).toEqual([200, 200])
    expect((await ask('/list', headers)).text).toBe('rate: at most 2 in 60 s for this key; retry in 30 s')
  })

  test('is refused on the fast path by the framework, and is told there what is left before', async () => {
    for (const rates of ['*=9/min,/list=1/min', '*=1/min,/list=9/min']) {
      const { fast } = make({ rates })
      const told = ['ratelimit-limit', '1', 'ratelimit-remaining', '0', 'ratelimit-reset', '60']
      expect(await fast()).toEqual([...told, 'ratelimit-policy', '1;w=60'])
      expect(await fast()).toBeUndefined()
    }
  })

  test('cannot be read, or has no route: it counts as one of all', async () => {
    expect(await make({ rates: '*=1/min' }).statuses(['/%zz', '/%zz', '/list'])).toEqual([400, 429, 429])
    expect(await make({ rates: '*=1/min' }).statuses(['/nowhere', '/nowhere'])).toEqual([404, 429])
  })
})

describe('nobody limits', () => {
  const rates = '*=1/h'
  const twice = ['/list', '/list']

  test('probes, administrators and programs on this machine', async () => {
    const { ask, fast, statuses } = make({ rates })
    expect(await statuses(['/livez', '/livez'])).toEqual([200, 200])
    expect(await statuses(twice, admin)).toEqual([200, 200])
    expect([await fast(admin), await fast(admin)]).toEqual([[], []])
    expect((await ask('/list')).left).toBe('0')
    const here = { remoteAddress: '127.0.0.1' }
    for (const _time of twice) expect(await ask('/list', {}, here)).toMatchObject({ status: 200, left: undefined })
    expect((await ask('/client', {}, here)).text).toBe('not limited')
    expect((await ask('/client', admin)).text).toBe('not limited')
  })

  test('an administrator where keys are needed', async () => {
    const { statuses } = make({ access: { keys }, rates })
    expect(await statuses(twice, admin)).toEqual([200, 200])
  })

  test('but a key on this machine, and who sends a wrong token', async () => {
    const { ask, statuses } = make({ access: { keys }, rates })
    const here = { remoteAddress: '127.0.0.1', headers: { 'x-api-key': key } }
    expect((await ask('/list', {}, here)).left).toBe('0')
    expect((await ask('/list', {}, here)).status).toBe(429)
    expect(await make({ rates }).statuses(twice, { authorization: 'Bearer guess' })).toEqual([200, 429])
    expect(await statuses(twice, { authorization: 'Bearer guess' })).toEqual([401, 429])
  })
})

describe('work beyond the request itself', () => {
  test('is counted as the client of the request: its key, or its network', async () => {
    const { ask } = make({ access: { keys } })
    expect((await ask('/client', { 'x-api-key': key })).text).toBe('key bot')
    const open = make()
    expect((await open.ask('/client')).text).toBe(stranger)
    expect((await open.ask('/client', {}, { remoteAddress: '2001:db8:1:2:3::4' })).text).toBe('2001:db8:1:2::')
  })

  test('is counted for the route that it stands for, and once for all routes', async () => {
    const { ask, statuses } = make({ rates: '*=10/min,/list=3/min' })
    expect((await ask('/as-list')).left).toBe('2')
    expect((await ask('/page')).left).toBe('8')
    expect(await statuses(['/as-list', '/as-list', '/as-list'])).toEqual([200, 200, 429])
  })

  test('that the service sends to itself counts as it says: of another route, and not again for all routes', async () => {
    const { ask } = make({ rates: '*=10/min,/list=9/min' })
    expect((await ask('/page', { include: 'yes', as: '/list' })).left).toBe('8')
    expect((await ask('/page')).left).toBe('9')
    expect((await ask('/page', { include: 'no', as: '/list' })).left).toBe('7')
    expect((await ask('/list', { include: 'no' })).left).toBe('6')
    expect((await ask('/own-more')).left).toBe('0')
    expect((await ask('/list')).status).toBe(429)
  })

  test('counts each further unit, and neither what it stands for nor a forced one, against a rate of one’s own', async () => {
    const ownRate = (urls: readonly string[]) =>
      make({ access: { keys }, rates: '/list=1/h,force=1/h' }).statuses(urls, { 'x-api-key': slowKey })
    expect(await ownRate(['/as-list', '/as-list', '/as-list'])).toEqual([200, 200, 429])
    expect(await ownRate(['/forced', '/forced', '/forced'])).toEqual([200, 200, 429])
    expect(await ownRate(['/more', '/page'])).toEqual([200, 429])
  })

  test('that is done already becomes debt of its route, which is the route of the request by default', async () => {
    const { ask, statuses } = make({ rates: '*=20/min,/list=4/min,/more=4/min' })
    expect(await ask('/more')).toMatchObject({ status: 200, left: '0' })
    expect(await ask('/more-of-list')).toMatchObject({ status: 200, left: '1' })
    expect(await ask('/more-of-list')).toMatchObject({ status: 200, left: '0' })
    expect(await statuses(['/more', '/list', '/page'])).toEqual([429, 429, 200])
    expect((await ask('/page')).left).toBe('6')
  })

  test('changes nothing that is said where there is none, or where nobody is limited', async () => {
    const { ask } = make({ rates: '*=9/min,/list=1/min' })
    expect((await ask('/none')).left).toBe('8')
    for (const path of ['/more', '/forced', '/as-list'])
      expect(await ask(path, admin)).toMatchObject({ status: 200, left: undefined })
    expect(await make().ask('/more')).toMatchObject({ status: 200, left: undefined })
  })
})
