// Tests of serving the page: content negotiation at `/`, headers, and preloads.
import { hash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/contract/app-parts.ts'
import { buildPage, builtDocument, builtPicture, builtScript, documentWith } from '../../test/kit/page-data.ts'
import { createKeyVerifier, encodeKey, hashKey, parseKeys } from './auth/api-keys.ts'
import { loadPage } from './page/assets.ts'

type Parts = NonNullable<Parameters<typeof testApp>[0]>

const keys = createKeyVerifier(parseKeys(`bot:${hashKey(encodeKey(Buffer.alloc(32, 7)))}`))
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** An app that serves the small page. */
async function served(own: Parts = {}) {
  const { app } = testApp({ page: loadPage(await buildPage()), ...own })
  return (url: string, headers: Record<string, string> = {}, method: InjectOptions['method'] = 'GET') =>
    app.inject({ method: method ?? 'GET', url, headers })
}

describe('who asks at /', () => {
  test.each([
    ['a browser', browser, 'page'],
    ['who takes HTML only', 'text/html', 'page'],
    ['who would rather have HTML', 'application/json;q=0.5, text/html', 'page'],
    ['a program that takes anything', '*/*', 'list'],
    ['a program that takes JSON', 'application/json', 'list'],
    ['who would rather have JSON', 'text/html;q=0.5, application/json', 'list'],
    ['who takes neither', 'image/png', 'list'],
    ['who does not take HTML', 'text/html;q=0, */*', 'list'],
    ['who says nothing', undefined, 'list'],
  ] as const)('%s (%s) is given the %s', async (_who, accept, expected) => {
    const ask = await served()
    const { statusCode, headers, body } = await ask('/?kw=a', accept === undefined ? {} : { accept })
    expect([statusCode, headers.vary]).toEqual([200, 'accept, accept-encoding, accept-language'])
    if (expected === 'page') {
      expect([headers['content-type'], body]).toEqual(['text/html; charset=utf-8', documentWith('en /?kw $& ½')])
      return
    }
    expect(JSON.parse(body)).toMatchObject({ name: 'trawl', version: '0.0.0-test' })
    expect(headers.link).toBeUndefined()
  })

  test('everybody is told what there is where no page was built, and other views are not there', async () => {
    const { app } = testApp()
    const answer = await app.inject({ url: '/', headers: { accept: browser } })
    expect(answer.json()).toMatchObject({ name: 'trawl' })
    for (const url of ['/hot', '/sw.js', '/nothing'])
      expect((await app.inject({ url, headers: { accept: browser } })).json()).toMatchObject({ code: 404 })
  })
})

describe('views', () => {
  test.each([
    ['/hot', '/hot'],
    ['/status', '/status'],
    ['/settings', '/settings'],
    ['/hot?topic=tech', '/hot'],
    ['/status?show=errors', '/status'],
  ])('%s is the document with the frame of its view, whatever one takes', async (url, view) => {
    const ask = await served()
    const answer = await ask(url, { accept: '*/*' })
    expect([answer.statusCode, answer.body]).toEqual([200, documentWith(`en ${view} $& ½`)])
  })

  test.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['zh-TW', 'zh'],
    ['en-GB,zh;q=0.9', 'en'],
    ['de,zh;q=0.5', 'zh'],
    ['de', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [';;=,', 'en'],
  ] as const)('for Accept-Language %s come in %s, with a tag of their own', async (accepted, language) => {
    const ask = await served()
    const answer = await ask('/?kw=a', { accept: browser, 'accept-language': accepted })
    expect(answer.body).toBe(documentWith(`${language} /?kw $& ½`, language === 'zh' ? 'zh-CN' : 'en'))
    expect(answer.headers.etag).not.toBe(
      (await ask('/', { accept: browser, 'accept-language': accepted })).headers.etag,
    )
  })

  test.each([
    ['/hot', ['/api/v1/sources', '/api/v1/trends?window=24h&limit=60']],
    ['/hot?topic=all', ['/api/v1/sources']],
    ['/hot?window=6h', ['/api/v1/sources']],
    ['/watched', []],
    ['/status', ['/api/v1/health']],
  ])('names the answers that %s asks for at once, unless they need a credential', async (url, paths) => {
    const preloads = paths.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`)
    const linksOf = (header: unknown) =>
      String(header ?? '')
        .split(', ')
        .filter((link) => link.includes('as=fetch'))
    const ask = await served()
    expect(linksOf((await ask(url)).headers.link)).toEqual(preloads)
    const askWithKey = await served({ access: { rules: { keys } } })
    expect(linksOf((await askWithKey(url)).headers.link)).toEqual([])
  })

  const results = ['search-view-def', 'results-def', 'index-abc', 'rows-def']
  test.each([
    ['/?kw=%E7%BA%B8%E9%B9%A4', results],
    ['/?tab=quark&kw=a+b', results],
    ['/?work=a', results],
    ...['/', '/?kw=', '/?kw=%20', '/?tab=quark'].map((url): [string, string[]] => [url, ['search-view-def']]),
    ['/hot', ['hot-view-def', 'index-abc']],
    ['/hot?kw=a', ['hot-view-def', 'index-abc']],
  ])('names the scripts of %s, and of the results where something is searched, each once', async (url, scripts) => {
    const ask = await served()
    const links = String((await ask(url, { accept: browser })).headers.link).split(', ')
    expect(links.filter((link) => link.endsWith('modulepreload'))).toEqual(
      scripts.map((name) => `</assets/${name}.js>; rel=modulepreload`),
    )
  })

  test('a document with a frame may run and apply what stands in its head, and nothing else inline', async () => {
    const ask = await served()
    const policyOf = async (url: string) =>
      String((await ask(url, { accept: browser })).headers['content-security-policy'])
    const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
    const inline = `; script-src 'self' ${hashOf('short()')}; style-src 'self' ${hashOf('body{}')}`
    expect(await policyOf('/hot')).toBe((await policyOf('/index.html')) + inline)
    expect(await policyOf('/index.html')).not.toContain('sha256')
  })

  test.each(['/', '/hot', '/status', '/index.html'])(
    '%s comes with a policy that lets in nothing foreign',
    async (url) => {
      const ask = await served()
      const { headers } = await ask(url, { accept: browser })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      // Users send links to services of their own; nothing else leaves or comes.
      expect(policy.replace("connect-src 'self' http: https:;", '')).not.toMatch(/unsafe|https?:|\*/)
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
    },
  )
})

test.each([
  ['http on the machine itself', { host: '127.0.0.1:4000' }, true],
  ['http in the network at home', { host: '192.168.1.5:4000' }, false],
  ['https of a proxy', { host: 'trawl.example.org', 'x-forwarded-proto': 'https' }, true],
])('the policy on openers is sent where browsers follow it: %s', async (_where, headers, isSent) => {
  const ask = await served()
  for (const url of ['/', '/index.html', '/nothing'])
    expect('cross-origin-opener-policy' in (await ask(url, { accept: browser, ...headers })).headers, url).toBe(isSent)
})

describe('an unknown address', () => {
  test.each(['/preferences', '/nothing/here', '/hot/weibo', '/docs/nothing', '/assets/index-old.js', '/apis'])(
    'opened by a browser, %s is the page with status 404, which nobody keeps',
    async (url) => {
      const ask = await served()
      const { etag } = (await ask('/hot')).headers
      const answer = await ask(url, { accept: browser, 'if-none-match': String(etag) })
      expect([answer.statusCode, answer.body]).toEqual([404, builtDocument])
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'accept, accept-encoding',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      })
      expect([answer.headers.etag, answer.headers.link]).toEqual([undefined, undefined])
    },
  )

  test('has no body for HEAD', async () => {
    const ask = await served()
    const head = await ask('/nothing', { accept: browser }, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([404, '', 'text/html; charset=utf-8'])
  })

  test.each([
    ['/nothing', '*/*', 'GET'],
    ['/nothing', 'application/json', 'GET'],
    ['/nothing', undefined, 'GET'],
    ['/nothing', browser, 'POST'],
    ['/api', browser, 'GET'],
    ['/api/nothing', browser, 'GET'],
    ['/api/v1/nothing?a=b', browser, 'GET'],
  ] as const)('%s with Accept %s and %s is told as to programs', async (url, accept, method) => {
    const ask = await served()
    const answer = await ask(url, accept === undefined ? {} : { accept }, method)
    const path = url.replace(/\?.*/, '')
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers.vary]).toEqual([
      404,
      undefined,
      undefined,
    ])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.body).toContain(`"path: there is no ${path}; GET / lists what there is"`)
  })
})

describe('files', () => {
  test('are looked at again each time unless their names change with them', async () => {
    const ask = await served()
    expect((await ask('/assets/index-abc.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const url of ['/sw.js', '/theme.js', '/manifest.webmanifest', '/icon-192.png', '/index.html', '/hot'])
      expect([url, (await ask(url)).headers['cache-control']]).toEqual([url, 'no-cache'])
  })

  test('have their types, and a policy under which a worker of the page may ask this service', async () => {
    const ask = await served()
    const { headers } = await ask('/sw.js')
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'self'",
    })
    const picture = await ask('/icon-192.png', { 'accept-encoding': 'gzip, br' })
    expect([picture.headers['content-type'], picture.headers['content-encoding']]).toEqual(['image/png', undefined])
    expect(picture.rawPayload).toEqual(builtPicture)
  })

  test('come compressed to who takes that, with a length that is true', async () => {
    const ask = await served()
    const answer = await ask('/sw.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    expect(gunzipSync(answer.rawPayload).toString()).toBe(builtScript)
    expect((await ask('/sw.js', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
    expect((await ask('/sw.js')).body).toBe(builtScript)
  })

  test.each(['/assets/index-old.js', '/assets/', '/assets', '/chunks.json', '/.built-of', '/assets/..%2fchunks.json'])(
    '%s is not there',
    async (url) => {
      const ask = await served()
      expect((await ask(url)).statusCode).toBe(404)
    },
  )

  test.each(['/hot', '/sw.js', '/assets/index-abc.js'])('%s is not sent again to who has it', async (url) => {
    const ask = await served()
    const { headers } = await ask(url)
    const { etag } = headers
    const again = await ask(url, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    for (const name of ['cache-control', 'vary']) expect(again.headers[name]).toBe(headers[name])
    expect((await ask(url, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  })
})

test.each(['/', '/hot', '/sw.js', '/icon-192.png'])('HEAD %s has the headers of GET and no body', async (url) => {
  const ask = await served()
  const [head, got] = [await ask(url, { accept: browser }, 'HEAD'), await ask(url, { accept: browser })]
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'])
    expect([name, head.headers[name]]).toEqual([name, got.headers[name]])
})

test('the page is open where keys are needed, for it is where one gives them; what it asks for is not', async () => {
  const ask = await served({ access: { rules: { keys } } })
  for (const url of ['/', '/hot', '/status', '/sw.js', '/assets/index-abc.js', '/manifest.webmanifest'])
    expect([url, (await ask(url, { accept: browser })).statusCode]).toEqual([url, 200])
  for (const url of ['/api/search?kw=a', '/api/v1/health', '/metrics'])
    expect([url, (await ask(url, { accept: browser, host: 'trawl.example' })).statusCode]).not.toEqual([url, 200])
  expect((await ask('/nothing', { accept: browser, host: 'trawl.example' })).body).toBe(builtDocument)
})
