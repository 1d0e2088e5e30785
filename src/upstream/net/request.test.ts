// Redirects: followed where allowed, never into a private network, and without sending secrets to other sites; and Retry-After.
import { describe, expect, it } from 'vitest'
import { answers, type Reply, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeWire, textOf } from '../../../test/kit/wire.ts'
import { exchange } from './exchange.ts'
import { parseRetryAfter } from './request.ts'

function leads(location: string, code = 302): Reply {
  return answers('', { location }, code)
}

const secretHeaders = {
  Cookie: 'session=1',
  authorization: 'Bearer x',
  'Proxy-Authorization': 'Basic x',
  'X-Api-Key': 'k',
  'User-Agent': 'Mozilla/5.0',
  referer: 'https://a.site.test/?code=k3m9',
  origin: 'https://a.site.test',
  'Sec-Token': 'x',
} as const

describe('a redirect', () => {
  it('is not followed unless the source allows it, and is reported without its query', async () => {
    const server = await scriptedServer([leads('/elsewhere?token=secret'), answers('never')])
    const error = await failureOf(exchange(server.url('/'), {}, makeAsk(), makeWire()))
    expect(error).toMatchObject({ kind: 'mismatch', message: `redirected to ${server.url('/elsewhere')}` })
    expect(server.heard).toHaveLength(1)
  })

  it('is reported with whole parts of its path, up to 100 characters', async () => {
    const server = await scriptedServer([leads(`/search/${'%E4%B8%89'.repeat(20)}`)])
    const error = await failureOf(exchange(server.url('/'), {}, makeAsk(), makeWire()))
    expect(error).toMatchObject({ message: `redirected to ${server.url('/search/…')}` })
  })

  it.each([301, 302, 303, 307, 308])('is followed where allowed (%d), relative or absolute', async (code) => {
    const end = await scriptedServer([answers('the end')])
    const server = await scriptedServer([leads('../b?x=1', code), leads(end.url('/c'), code)])
    const received = await exchange(server.url('/a/a'), {}, makeAsk({ redirects: 2 }), makeWire())
    expect(textOf(received)).toBe('the end')
    expect(server.heard.map(({ path }) => path)).toEqual(['/a/a', '/b?x=1'])
    expect(end.heard[0]?.path).toBe('/c')
  })

  it('loop ends with the last of the redirects allowed', async () => {
    const server = await scriptedServer([leads('/again')])
    const error = await failureOf(exchange(server.url('/'), {}, makeAsk({ redirects: 3 }), makeWire()))
    expect(error).toMatchObject({ kind: 'mismatch', message: `redirected to ${server.url('/again')}` })
    expect(server.heard).toHaveLength(4)
  })

  it('with an endless body is not read, and does not hold its connection', async () => {
    const dribbles: Reply = (response) => {
      response.writeHead(302, { location: '/b', 'content-length': 10 })
      response.write('half')
    }
    const server = await scriptedServer([dribbles, answers('b')])
    expect(textOf(await exchange(server.url('/a'), {}, makeAsk({ redirects: 1 }), makeWire()))).toBe('b')
    await server.heard[0]?.over
  })

  it('to another origin takes along what any browser sends, and no cookie, authorisation, key or referrer', async () => {
    const other = await scriptedServer([answers('ok')])
    const server = await scriptedServer([leads(other.url('/'))])
    await exchange(server.url('/'), { headers: secretHeaders }, makeAsk({ redirects: 1 }), makeWire())
    const headers = other.heard[0]?.headers ?? {}
    expect(headers).toMatchObject({ 'user-agent': 'Mozilla/5.0' })
    const secrets = Object.keys(secretHeaders).filter((name) => name !== 'User-Agent')
    for (const secret of secrets) expect(headers).not.toHaveProperty(secret.toLowerCase())
  })

  it.each([307, 308])('to another origin does not take along what was sent (%d)', async (code) => {
    const other = await scriptedServer([answers('ok')])
    const server = await scriptedServer([leads(other.url('/'), code)])
    const init = { method: 'POST', body: { code: 'k3m9' } } as const
    const error = await failureOf(exchange(server.url('/'), init, makeAsk({ redirects: 1 }), makeWire()))
    expect(error).toMatchObject({
      kind: 'mismatch',
      message: expect.stringMatching(/^redirected to 127\.0\.0\.1:\d+ with a request body that is meant for /),
    })
    expect(other.heard).toEqual([])
  })

  it('within its origin takes them along', async () => {
    const server = await scriptedServer([leads('/b'), answers('ok')])
    const headers = { cookie: 'session=1' }
    await exchange(server.url('/'), { headers }, makeAsk({ redirects: 1 }), makeWire())
    expect(server.heard[1]?.headers).toMatchObject(headers)
  })

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"q":1}'],
    [308, 'POST', '{"q":1}'],
  ])('after a POST keeps or changes the method according to the status (%d: %s)', async (code, method, body) => {
    const server = await scriptedServer([leads('/b', code), answers('ok')])
    const init = { method: 'POST', body: { q: 1 }, headers: { 'Content-Type': 'application/json' } } as const
    await exchange(server.url('/'), init, makeAsk({ redirects: 1 }), makeWire())
    expect(server.heard[1]).toMatchObject({ method, body })
    expect(server.heard[1]?.headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined)
  })
})

describe('a redirect never leads', () => {
  it.each([
    ['to a private address', 'http://127.0.0.1:1/'],
    ['to a local name', 'http://localhost:1/'],
    ['to a file', 'file:///etc/passwd?secret'],
    ['to a script', 'javascript:alert(1)'],
    ['to what is no address', 'http://[half?secret'],
  ])('%s', async (_where, location) => {
    const server = await scriptedServer([leads(location)])
    const wire = makeWire({ privateHosts: ['a.site.test'] })
    const url = server.url('/', 'a.site.test')
    const error = await failureOf(exchange(url, {}, makeAsk({ redirects: 5 }), wire))
    expect(error).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
    expect(String(error)).not.toContain('secret')
    expect(server.heard).toHaveLength(1)
  })

  it('to a name that resolves to a private address', async () => {
    const inside = await scriptedServer([answers('secret')])
    const server = await scriptedServer([leads(inside.url('/', 'b.site.test'))])
    const wire = makeWire({ privateHosts: ['a.site.test'] })
    const url = server.url('/', 'a.site.test')
    const error = await failureOf(exchange(url, {}, makeAsk({ redirects: 5, attempts: 1 }), wire))
    expect(error).toMatchObject({ kind: 'network', message: expect.stringMatching(/^b.site.test has no /) })
    expect(inside.connections()).toBe(0)
  })
})

describe('with a gateway', () => {
  it('everything goes there, path unchanged, with the real address in a header, redirects included', async () => {
    const gateway = await scriptedServer([leads('http://far.site.test:1/next?a=1'), answers('by gateway')])
    const wire = makeWire({ gateway: new URL(gateway.url('/')), privateHosts: [] })
    const received = await exchange('https://t.me/s/news?q=%E7%94%B5', {}, makeAsk({ redirects: 1 }), wire)
    expect(textOf(received)).toBe('by gateway')
    expect(gateway.heard.map(({ path, headers }) => [path, headers['x-upstream-url']])).toEqual([
      ['/s/news?q=%E7%94%B5', 'https://t.me/s/news?q=%E7%94%B5'],
      ['/next?a=1', 'http://far.site.test:1/next?a=1'],
    ])
  })

  it('a path that begins with two slashes goes there too, not to the host it looks like', async () => {
    const gateway = await scriptedServer([answers('by gateway')])
    const other = await scriptedServer([answers('never')])
    const wire = makeWire({ gateway: new URL(gateway.url('/')), privateHosts: [] })
    const received = await exchange(`https://t.me//${new URL(other.url('/')).host}/x`, {}, makeAsk(), wire)
    expect(textOf(received)).toBe('by gateway')
    expect(other.heard).toHaveLength(0)
  })

  it('proxies are not asked', async () => {
    const gateway = await scriptedServer([answers('by gateway')])
    const proxies = { upstreamProxy: 'http://127.0.0.1:1' }
    const wire = makeWire({ gateway: new URL(gateway.url('/')), proxies })
    expect(textOf(await exchange('https://t.me/', {}, makeAsk(), wire))).toBe('by gateway')
  })
})

it.each([
  ['seconds', '120', 120_000],
  ['no seconds', '0', 0],
  ['spaces around', ' 5 ', 5_000],
  ['a date', 'Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['a date in the old form', 'Friday, 20-Nov-26 12:00:30 GMT', 30_000],
  ['a date that is over', 'Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['nothing', undefined, undefined],
  ['an empty header', '', undefined],
  ['a word', 'soon', undefined],
  ['less than nothing', '-5', undefined],
  ['a fraction', '1.5', undefined],
  ['a year', '2099', 2_099_000],
  ['more digits than make sense', '99999999999', undefined],
])('a Retry-After is read: %s', (_what, header, ms) => {
  expect(parseRetryAfter(header, Date.UTC(2026, 10, 20, 12, 0, 0))).toBe(ms)
})
