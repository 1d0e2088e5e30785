// Exchanges through proxies of every kind, and requests that never use one.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  answers,
  type Certificate,
  httpProxy,
  makeCertificate,
  rawServer,
  scriptedServer,
  socksProxy,
} from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeWire, textOf, type WireOptions } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../errors.ts'
import { exchange } from './exchange.ts'

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

describe('a failure through a proxy names the proxy without its password, and says which half failed', () => {
  async function errorOf(address: string, url = 'https://far.site.test/', options: Partial<WireOptions> = {}) {
    const wire = makeWire({ proxies: { upstreamProxy: address }, ...options })
    const error = await failureOf(exchange(url, {}, once(), wire))
    if (!(error instanceof UpstreamError)) expect.fail('no upstream error')
    const proxy = address.replace('me:secret@', '')
    expect(error).toMatchObject({ kind: 'network', reason: { proxy } })
    expect(error.message.startsWith(`the proxy ${proxy} `)).toBe(true)
    expect(error.message).not.toContain('secret')
    return error
  }

  /** An HTTP proxy that answers `status`, and an address for it. */
  async function answering(status: number) {
    return `http://me:secret@127.0.0.1:${(await httpProxy(status)).port}`
  }

  /** A SOCKS5 proxy that answers with these bytes, one array to each message. */
  async function socksAnswering(...replies: readonly number[][]) {
    const { port } = await rawServer((socket) => {
      const left = [...replies]
      socket.on('data', () => socket.write(Buffer.from(left.shift() ?? [])))
    })
    return `socks5://me:secret@127.0.0.1:${port}`
  }

  /** What hangs up as soon as it is spoken to. */
  async function closing() {
    return `http://127.0.0.1:${(await rawServer((socket) => socket.once('data', () => socket.destroy()))).port}`
  }

  // A label of more than 63 letters is no name, so no name server is asked.
  const nowhere = `me:secret@${'x'.repeat(64)}.test:7890`
  const refused = [{ code: 'proxy_refused' }, / refused the connection$/] as const
  const notFound = [{ code: 'proxy_not_found' }, / was not found: .*\(E[A-Z_]+\)$/] as const
  const login = [
    { code: 'proxy_login' },
    / wants a login: put name:password@ into its address, or correct it$/,
  ] as const
  const unreached = [
    { code: 'behind_proxy', host: 'far.site.test' },
    / was reached, but not far\.site\.test through it: /,
  ] as const
  const another = [{ code: 'proxy_protocol' }, / does not answer as a proxy of this kind/] as const

  it.each<[string, () => string | Promise<string>, ...(readonly [object, RegExp])]>([
    ['http: it refused', () => 'http://me:secret@127.0.0.1:1', ...refused],
    ['socks5: it refused', () => 'socks5://me:secret@127.0.0.1:1', ...refused],
    ['http: it was not found', () => `http://${nowhere}`, ...notFound],
    ['socks5: it was not found', () => `socks5://${nowhere}`, ...notFound],
    ['http: it wants a login', () => answering(407), ...login],
    ['socks5: no method in common', () => socksAnswering([5, 0xff]), ...login],
    ['socks5: a wrong password', () => socksAnswering([5, 2], [1, 1]), ...login],
    ['http: the site was not reached', () => answering(502), ...unreached],
    ['socks5: the site was not reached', () => socksAnswering([5, 0], [5, 4, 0, 1, 0, 0, 0, 0, 0, 0]), ...unreached],
    ['http: a proxy of another kind', closing, ...another],
    ['socks5: a proxy of another kind', () => socksAnswering([...Buffer.from('HTTP/1.1 400 ')]), ...another],
  ])('%s', async (_what, addressOf, reason, message) => {
    const error = await errorOf(await addressOf())
    expect(error.reason).toMatchObject(reason)
    expect(error.message).toMatch(message)
  })

  it('and with what status the proxy answered', async () => {
    expect((await errorOf(await answering(502))).reason).toMatchObject({ status: 502 })
  })

  it('for a page without TLS too', async () => {
    const plain = 'http://far.site.test/'
    expect((await errorOf('socks5://me:secret@127.0.0.1:1', plain)).reason).toMatchObject({ code: 'proxy_refused' })
    expect((await errorOf(await answering(407), plain)).reason).toMatchObject({ code: 'proxy_login' })
  })

  it('http: the site closed the connection behind it', async () => {
    const site = await rawServer((socket) => socket.destroy())
    const { port } = await httpProxy()
    expect((await errorOf(`http://127.0.0.1:${port}`, `https://far.site.test:${site.port}/`)).message).toMatch(
      new RegExp(
        `^the proxy http://127\\.0\\.0\\.1:${port} was reached, but not far\\.site\\.test:${site.port} through it: `,
      ),
    )
  })

  it.each(['http', 'socks5'])('%s: it hangs', async (scheme) => {
    const proxy = await rawServer(() => undefined)
    const named = `${scheme}://127.0.0.1:${proxy.port}`
    const wire = makeWire({ proxies: { upstreamProxy: named.replace('//', '//me:secret@') } })
    const ask = makeAsk({ attempts: 1, attemptMs: 150 })
    const error = await failureOf(exchange('https://far.site.test/', {}, ask, wire))
    expect(error).toMatchObject({ kind: 'timeout', reason: { code: 'timeout', proxy: named } })
    expect(String(error)).toMatch(new RegExp(`\\(through the proxy ${named}\\)$`))
  })

  it.each(['http://127.0.0.1:1', 'http://localhost:1', 'http://[::1]:1', 'socks5://localhost:1'])(
    'in a container, %s is said to be the container itself',
    async (address) => {
      const scheme = new URL(address).protocol
      const hint = `; inside a container this is the container itself: use ${scheme}//host.docker.internal:1 and allow LAN in the proxy`
      const error = await errorOf(address, undefined, { isContainer: true })
      expect(error.message).toContain(hint)
      expect(error.reason).toMatchObject({ use: `${scheme}//host.docker.internal:1` })
      expect((await errorOf(address)).message).not.toContain('host.docker.internal')
    },
  )
})
