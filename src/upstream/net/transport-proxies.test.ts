// Exchanges through proxies of every kind, and requests that never use one.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Certificate, makeCertificate } from '../../../test/kit/certificate.ts'
import { httpProxy, socksProxy } from '../../../test/kit/proxies.ts'
import { answers, rawServer, scriptedServer } from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeWire } from '../../../test/kit/wire.ts'
import { exchange, type ReceivedReply } from './exchange.ts'

function textOf({ bytes }: ReceivedReply) {
  return Buffer.from(bytes).toString()
}
function once() {
  return makeAsk({ attempts: 1 })
}

let certificate: Certificate
beforeAll(() => {
  certificate = makeCertificate()
})

describe('an HTTP proxy', () => {
  it('is asked in absolute form for http, and never connects the name itself here', async () => {
    const server = await scriptedServer([answers('by proxy')])
    const proxy = await httpProxy()
    const wire = makeWire({
      proxies: { upstreamProxy: `http://127.0.0.1:${proxy.port}` },
      lookup: (_host, done) => done(new Error('names are for the proxy to look up'), []),
    })
    const url = server.url('/a?b=1', 'far.site.test')
    expect(textOf(await exchange(url, {}, once(), wire))).toBe('by proxy')
    expect(proxy.asked).toEqual([`GET ${url}`])
    expect(server.heard[0]?.headers.host).toBe(new URL(url).host)
  })

  it.each([true, false])('is asked to connect for https, and sees nothing else (HTTP/2 offered: %s)', async (http2) => {
    const server = await scriptedServer([answers('by tunnel')], { ...certificate, http2 })
    const proxy = await httpProxy()
    const proxies = { upstreamProxy: `http://127.0.0.1:${proxy.port}` }
    const wire = makeWire({ proxies, ca: certificate.cert })
    for (let count = 0; count < 3; count += 1)
      expect(textOf(await exchange(server.url('/a', 'far.site.test'), {}, once(), wire))).toBe('by tunnel')
    expect(proxy.asked).toEqual([`CONNECT far.site.test:${server.port}`])
    expect(server.heard.map(({ httpVersion }) => httpVersion)).toEqual(Array(3).fill(http2 ? '2.0' : '1.1'))
  })

  it('gets the name and password of its address, for http and https', async () => {
    const plain = await scriptedServer([answers('ok')])
    const secure = await scriptedServer([answers('ok')], { ...certificate, http2: true })
    const proxy = await httpProxy()
    const proxies = { upstreamProxy: `http://me:p%40ss@127.0.0.1:${proxy.port}` }
    const wire = makeWire({ proxies, ca: certificate.cert })
    await exchange(plain.url('/', 'far.site.test'), {}, once(), wire)
    await exchange(secure.url('/', 'far.site.test'), {}, once(), wire)
    expect(proxy.credentials).toEqual(['me:p@ss', 'me:p@ss'])
    expect(plain.heard[0]?.headers['proxy-authorization']).toBeUndefined()
  })

  it.each(['http', 'https'])('that refuses is a network failure without its password (%s)', async (scheme) => {
    const proxy = await httpProxy(407)
    const wire = makeWire({ proxies: { upstreamProxy: `http://me:secret@127.0.0.1:${proxy.port}` } })
    const error = await failureOf(exchange(`${scheme}://far.site.test/`, {}, once(), wire))
    expect(error).toMatchObject({ name: 'UpstreamError', kind: 'network' })
    expect(String(error)).not.toContain('secret')
  })

  it('that is not there is a network failure', async () => {
    const wire = makeWire({ proxies: { upstreamProxy: 'http://127.0.0.1:1' } })
    const error = await failureOf(exchange('https://far.site.test/', {}, once(), wire))
    expect(error).toMatchObject({ kind: 'network', message: 'the connection was refused (ECONNREFUSED)' })
  })

  it('that hangs is cut off in time', async () => {
    const proxy = await rawServer(() => undefined)
    const wire = makeWire({ proxies: { upstreamProxy: `http://127.0.0.1:${proxy.port}` } })
    const ask = makeAsk({ attempts: 1, attemptMs: 150 })
    expect(await failureOf(exchange('https://far.site.test/', {}, ask, wire))).toMatchObject({ kind: 'timeout' })
  })
})

describe('a SOCKS5 proxy', () => {
  it.each([true, false])('is given the name, not an address (with name and password: %s)', async (password) => {
    const server = await scriptedServer([answers('by socks')])
    const proxy = await socksProxy(password)
    const upstreamProxy = `socks5h://${password ? 'me:p%40ss@' : ''}127.0.0.1:${proxy.port}`
    const wire = makeWire({ proxies: { upstreamProxy } })
    const url = server.url('/', 'far.site.test')
    for (let count = 0; count < 3; count += 1) expect(textOf(await exchange(url, {}, once(), wire))).toBe('by socks')
    expect(proxy.asked).toEqual([`SOCKS far.site.test:${server.port}`])
    expect(proxy.credentials).toEqual(password ? ['me:p@ss'] : [])
  })

  it('carries https', async () => {
    const server = await scriptedServer([answers('by socks')], { ...certificate, http2: true })
    const proxy = await socksProxy()
    const proxies = { upstreamProxy: `socks5://127.0.0.1:${proxy.port}` }
    const wire = makeWire({ proxies, ca: certificate.cert })
    expect(textOf(await exchange(server.url('/', 'far.site.test'), {}, once(), wire))).toBe('by socks')
  })

  it('that hangs is cut off in time', async () => {
    const proxy = await rawServer(() => undefined)
    const wire = makeWire({ proxies: { upstreamProxy: `socks5://127.0.0.1:${proxy.port}` } })
    const ask = makeAsk({ attempts: 1, attemptMs: 150 })
    expect(await failureOf(exchange('https://far.site.test/', {}, ask, wire))).toMatchObject({ kind: 'timeout' })
  })

  it('that refuses is a network failure', async () => {
    const proxy = await rawServer((socket) => socket.once('data', () => socket.end(Buffer.from([5, 0xff]))))
    const wire = makeWire({ proxies: { upstreamProxy: `socks5://127.0.0.1:${proxy.port}` } })
    const error = await failureOf(exchange('https://far.site.test/', {}, once(), wire))
    expect(error).toMatchObject({ name: 'UpstreamError', kind: 'network' })
  })
})

it('rules per host decide, and "direct" goes by no proxy', async () => {
  const server = await scriptedServer([answers('ok')])
  const first = await httpProxy()
  const second = await socksProxy()
  const upstreamProxy = `a.site.test=direct,*.site.test=http://127.0.0.1:${first.port},socks5://127.0.0.1:${second.port}`
  const wire = makeWire({ proxies: { upstreamProxy } })
  for (const host of ['a.site.test', 'far.site.test', 'far.other.test'])
    await exchange(server.url('/', host), {}, once(), wire)
  expect(server.heard).toHaveLength(3)
  expect(first.asked).toEqual([`GET ${server.url('/', 'far.site.test')}`])
  expect(second.asked).toEqual([`SOCKS far.other.test:${server.port}`])
})

it.each([
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'http://169.254.169.254/',
  'http://localhost/',
  'http://redis:6379/',
  'http://db.internal./',
])('no proxy is asked for what is private: %s', async (url) => {
  const proxy = await httpProxy()
  const wire = makeWire({ proxies: { upstreamProxy: `http://127.0.0.1:${proxy.port}` }, privateHosts: [] })
  expect(await failureOf(exchange(url, {}, once(), wire))).toMatchObject({ kind: 'mismatch' })
  expect(proxy.connections()).toBe(0)
})
