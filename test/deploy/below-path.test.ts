// Tests the service below a path of the reverse proxies of docs/deploy: nginx and Caddy pass the path on, or remove it.
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadPage } from '../../src/http/page/assets.ts'
import { appOf } from '../kit/empty-app.ts'
import { frontsBelowPath, frontsRemovingPath, startFront } from './front.ts'

/** The output of `npm run build:page`. */
const pageFolder = join(import.meta.dirname, '../../web/dist')

/** A service below /trawl; returns its port. */
async function startTrawl(): Promise<number> {
  const urlPrefix = '/trawl'
  const app = appOf({ urlPrefix, page: loadPage(pageFolder, urlPrefix) })
  onTestFinished(() => app.close())
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

describe.each(['nginx', 'caddy'] as const)('%s', (name) => {
  it('that passes the path on shows the page below it, whose addresses are below it too', async () => {
    const url = await startFront(frontsBelowPath[name], await startTrawl())
    const page = await fetch(`${url}/trawl`, { headers: { accept: 'text/html' } })
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/trawl/'])
    const html = await page.text()
    const addresses = [...html.matchAll(/\s(?:href|src)="([^"#]*)"/g)].map(([, address]) => address)
    expect(addresses).not.toEqual([])
    for (const address of addresses) expect((await fetch(new URL(`${address}`, url))).status).toBe(200)
    const feed = await (await fetch(`${url}/trawl/feeds/trends.json`)).json()
    expect(feed).toMatchObject({ feed_url: `${url}/trawl/feeds/trends.json`, home_page_url: `${url}/trawl/hot` })
  })

  it('that removes the path is answered with a sentence that says so', async () => {
    const url = await startFront(frontsRemovingPath[name], await startTrawl())
    const answer = await fetch(`${url}/trawl/api/search?kw=x`)
    expect([answer.status, await answer.json()]).toEqual([
      404,
      {
        code: 404,
        message:
          'path: this service runs below /trawl/ (BASE_PATH); a reverse proxy must pass requests on without removing /trawl',
      },
    ])
  })
})
