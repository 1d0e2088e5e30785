// Tests of running below a path of a reverse proxy: which requests are answered, and the addresses in the answers.
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { appOf } from '../../../test/kit/empty-app.ts'
import { buildPage, builtDocument } from '../../../test/kit/page-data.ts'
import { loadPage } from '../page/assets.ts'

/** Addresses of the service, and of others. */
const links =
  '<link rel="icon" href="/icon.svg"><form action="/"><a href="/hot?topic=tech">a</a></form><a href="//b.example/">b</a><a href="https://c.example/">c</a>'

async function startBelow(urlPrefix: string): Promise<string> {
  const folder = await buildPage()
  await writeFile(join(folder, 'index.html'), builtDocument + links)
  const app = appOf({ urlPrefix, page: loadPage(folder, urlPrefix) })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const html = { accept: 'text/html' }

describe('below a path', () => {
  it.each([
    ['/a/trawl/api/latest', 200],
    ['/a/trawl/', 200],
    ['/a/trawl/livez', 200],
    // Orchestrators ask the service itself.
    ['/livez', 200],
    ['/readyz', 200],
    ['/api/latest', 404],
    ['/', 404],
    ['/a/trawlapi/latest', 404],
    ['/a/trawl2/api/latest', 404],
    ['/a/%74rawl/api/latest', 404],
    ['/A/trawl/api/latest', 404],
  ])('%s is answered with %d', async (path, status) => {
    const answer = await fetch((await startBelow('/a/trawl')) + path)
    expect(answer.status).toBe(status)
    if (status === 404) expect(await answer.text()).toContain('this service runs below /a/trawl/ (BASE_PATH)')
  })

  it('the path without its slash leads to the page, with its query', async () => {
    const url = await startBelow('/trawl')
    const answer = await fetch(`${url}/trawl?kw=x`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/trawl/?kw=x'])
  })

  it('a whole address as request target is answered', async () => {
    const url = await startBelow('/trawl')
    const status = await new Promise((resolve, reject) => {
      const { hostname: host, port } = new URL(url)
      const sent = request({ host, port, path: `${url}/trawl/api/latest` }, ({ statusCode }) => resolve(statusCode))
      sent.on('error', reject).end()
    })
    expect(status).toBe(200)
  })

  it('an answer that is cached is given below the path only', async () => {
    const url = await startBelow('/trawl')
    const read = async (path: string) => {
      const answer = await fetch(url + path)
      await answer.text()
      return [answer.status, answer.headers.get('x-cache')]
    }
    await read('/trawl/api/v1/sources')
    expect(await read('/trawl/api/v1/sources')).toEqual([200, 'HIT'])
    expect(await read('/api/v1/sources')).toEqual([404, null])
  })

  it('the document of each view names addresses below it, and tells the script the path', async () => {
    const url = await startBelow('/trawl')
    for (const path of ['/', '/hot', '/nowhere', '/index.html']) {
      const text = await (await fetch(`${url}/trawl${path}`, { headers: html })).text()
      expect(text).toContain('data-base="/trawl"')
      expect(text).toContain(
        '<link rel="icon" href="/trawl/icon.svg"><form action="/trawl/"><a href="/trawl/hot?topic=tech">a</a></form><a href="//b.example/">b</a><a href="https://c.example/">c</a>',
      )
    }
  })

  it('descriptions and feeds name addresses below it', async () => {
    const url = await startBelow('/trawl')
    const read = async (path: string) => (await fetch(`${url}/trawl${path}`)).text()
    const { servers } = z
      .object({ servers: z.array(z.object({ url: z.string() })) })
      .parse(JSON.parse(await read('/openapi.json')))
    expect(servers.map((server) => server.url)).toEqual(['/trawl'])
    expect(await read('/')).toContain('"GET /trawl/api/health"')
    const opensearch = await read('/opensearch.xml')
    expect(opensearch.match(/http:[^"<\s]+/g)?.filter((address) => address.startsWith(url))).toEqual([
      `${url}/trawl/icon-192.png`,
      `${url}/trawl/icon.svg`,
      `${url}/trawl/?kw={searchTerms}`,
      `${url}/trawl/api/v1/suggest?q={searchTerms}&amp;format=opensearch`,
      `${url}/trawl/opensearch.xml`,
    ])
    expect(await read('/feeds/trends.atom')).toContain(`href="${url}/trawl/feeds/trends.atom"`)
  })

  it('what a view preloads is named below it', async () => {
    const url = await startBelow('/trawl')
    const link = (await fetch(`${url}/trawl/hot`, { headers: html })).headers.get('link') ?? ''
    const addresses = [...link.matchAll(/<([^>]*)>/g)].map(([, address]) => address)
    expect(addresses).toContain('/trawl/api/v1/sources')
    expect(addresses.filter((address) => !address?.startsWith('/trawl/'))).toEqual([])
  })
})

it('at the root nothing is removed from a path, and documents are as they were built', async () => {
  const url = await startBelow('')
  expect((await fetch(`${url}/api/latest`)).status).toBe(200)
  expect(await (await fetch(`${url}/index.html`, { headers: html })).text()).toBe(builtDocument + links)
})
