// Installed page: manifest, service worker, offline use.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll()

const manifest = z.object({
  name: z.string().min(1),
  start_url: z.literal('./'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), type: z.string(), sizes: z.string() })).min(1),
})

/** Waits until the service worker has cached everything and controls the page. */
function untilKept(): Promise<string> {
  return navigator.serviceWorker.ready.then(({ active, scope }) => `${active?.scriptURL} for ${scope}`)
}

describe('what a browser needs to install it', () => {
  it('is told by its manifest, and every picture named there is one', async () => {
    const { page } = await readers.open(trawl.url)
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const { icons } = manifest.parse(await (await page.request.get(`${trawl.url}${href}`)).json())
    for (const { src, type } of icons) {
      const answer = await page.request.get(new URL(src, trawl.url).href)
      expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type])
    }
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  })
})

describe('without a network', () => {
  it('the page is there when it is loaded again, at each of its addresses', async () => {
    const { page, context } = await readers.open(trawl.url, {
      keepsPage: true,
      // An answer that the service worker does not keep fails too.
      mayComplain: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
    })
    expect(await page.evaluate(untilKept)).toBe(`${trawl.url}/sw.js for ${trawl.url}/`)
    await context.setOffline(true)
    for (const path of ['/', '/hot', '/status']) {
      await page.goto(`${trawl.url}${path}`)
      await page.getByRole('link', { name: '热榜' }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })

  it('a search says that one is offline, and goes on when one is not', async () => {
    const { page, context } = await readers.open(trawl.url, {
      keepsPage: true,
      mayComplain: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
    })
    await page.evaluate(untilKept)
    await context.setOffline(true)
    await page.goto(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`)
    await page.getByText('你已离线').first().waitFor()
    await context.setOffline(false)
    await page.getByText('你已离线').first().waitFor({ state: 'detached' })
    await page
      .getByText(/^共 [1-9]\d* 条$/)
      .first()
      .waitFor()
  })

  it('the board shows its last stories with their age', async () => {
    const { page, context } = await readers.open(`${trawl.url}/hot`, {
      keepsPage: true,
      mayComplain: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
    })
    await page.evaluate(untilKept)
    await page.reload()
    const story = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
      .first()
    await story.waitFor()
    const title = await story.getByRole('heading').innerText()
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: title }).first().waitFor()
    await page.getByText(/^无法更新，显示的是.+的内容$/).waitFor()
  })

  it('no other answer of the service is cached by the worker', async () => {
    const { page, context } = await readers.open(trawl.url, {
      keepsPage: true,
      mayComplain: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
    })
    await page.evaluate(untilKept)
    await page.reload()
    const ask = () =>
      fetch('/api/health').then(
        ({ status }) => status,
        () => 'no answer',
      )
    expect(await page.evaluate(ask)).toBe(200)
    await context.setOffline(true)
    expect(await page.evaluate(ask)).toBe('no answer')
  })
})
