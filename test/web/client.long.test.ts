// The API client in a browser: on a page of another origin, from the server's own file; and the example dashboard, opened from disk.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { soon } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'
import { started } from '../kit/scripted-server.ts'
import { launchChromium } from '../kit/servers.ts'

const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,bilibili*,36kr-quick' })
const held: { browser?: Browser } = {}

beforeAll(async () => {
  held.browser = await launchChromium()
})
afterAll(async () => {
  await held.browser?.close()
})

/** A page of another origin in a fresh browser, and its console errors. */
async function open(url: string, options: Parameters<Browser['newPage']>[0] = {}) {
  if (!held.browser) throw new Error('the browser is there while a test runs')
  const page = await held.browser.newPage({ locale: 'zh-CN', ...options })
  onTestFinished(() => page.close())
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, complaints }
}

/** Another origin, with an empty page. */
async function elsewhere(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>elsewhere</title>')
  })
  return `http://127.0.0.1:${(await started(server)).port}/`
}

const asking = `async (url) => {
  const { createClient, TrawlError } = await import(url + '/client.js')
  const client = createClient({ url, key: 'not needed' })
  const { data } = await client.search({ kw: '纸鹤' })
  const events = []
  for await (const { event } of client.searchEvents({ kw: '纸鹤' })) events.push(event)
  const lists = []
  for await (const { type } of client.listEvents(['weibo'], { follow: true, delay: 0, chunkSize: 50 })) {
    lists.push(type)
    if (type === 'end') break
  }
  const checked = await client.check([{ url: 'https://pan.quark.cn/s/0123456789ab' }])
  const wrong = await client.search({ kw: '' }).catch((error) => error)
  const away = await createClient({ url: 'http://127.0.0.1:1' }).health().catch((error) => error)
  const told = [wrong, away].map((error) => error instanceof TrawlError && [error.status, error.message])
  return { total: data.total, events, lists, checked: checked.results.length, told }
}`

const asked = z.object({
  total: z.number(),
  events: z.array(z.string()),
  lists: z.array(z.string()),
  checked: z.number(),
  told: z.array(z.tuple([z.number(), z.string()])),
})

describe('/client.js', () => {
  it('is the whole client, for pages of every origin, cached until it changes', async () => {
    const first = await fetch(`${trawl.url}/client.js`, { headers: { origin: 'http://elsewhere.example' } })
    expect(first.status).toBe(200)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      'content-encoding': expect.stringMatching(/\w/),
    })
    expect(await first.text()).toBe(
      readFileSync(join(import.meta.dirname, '../../dist/client/bundle/client.js'), 'utf8'),
    )
    // Node's own `fetch` would send `cache-control: no-cache`.
    const again = await request(`${trawl.url}/client.js`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(again.statusCode).toBe(304)
  })

  it('searches from a page of another origin, whole and as it goes, and says what is wrong', async () => {
    const { page, complaints } = await open(await elsewhere())
    // As a string, because vitest rewrites `import`.
    const found = asked.parse(await page.evaluate(`(${asking})('${trawl.url}')`))
    expect(found).toMatchObject({
      checked: 1,
      lists: ['start', 'data', 'end'],
      told: [
        [400, expect.stringMatching(/^kw: /)],
        [0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 could not be reached: Failed to fetch$/)],
      ],
    })
    expect(found.total).toBeGreaterThan(3)
    expect([found.events.at(0), found.events.at(-1)]).toEqual(['start', 'end'])
    expect(complaints).toEqual([])
    // The server has closed the stream.
    await soon(async () => (await fetch(`${trawl.url}/metrics`)).text()).toMatch(/^trawl_streams_following 0$/m)
  })
})

describe('the dashboard of the examples', () => {
  const file = pathToFileURL(join(import.meta.dirname, '../../docs/examples/dashboard.html'))

  function boardOf(lists: string): string {
    return `${file}?${new URLSearchParams({ trawl: trawl.url, lists })}`
  }

  function titles(page: Page): Promise<string[]> {
    return page.locator('article').first().locator('li a').allTextContents()
  }

  it.each([
    {
      place: 'a desk',
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light' as const,
      first: 'weibo',
      step: 40,
    },
    {
      place: 'a phone',
      viewport: { width: 360, height: 780 },
      colorScheme: 'dark' as const,
      first: 'zhihu',
      step: 80,
    },
  ])(
    'opened from disk on $place shows lists, and what changes in them',
    async ({ place: _place, first, step, ...options }) => {
      const { page, complaints } = await open(boardOf(`${first}, bilibili,36kr-quick，no-such`), options)
      await soon(() => page.locator('article').count()).toBe(4)
      await soon(async () => (await titles(page)).length).toBeGreaterThan(10)
      expect(await page.locator('#said').textContent()).toMatch(/^实时 · 4 个榜单$/)
      expect(await page.locator('article').last().textContent()).toMatch(/^no-such⚠ .*unknown source/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      const pictures = process.env.TRAWL_SCREENSHOTS
      if (pictures !== undefined)
        await page.screenshot({ path: join(pictures, `dashboard-${options.colorScheme}.png`) })
      const before = await titles(page)
      trawl.standin.setStep(step)
      await fetch(`${trawl.url}/api/v1/sources/${first}?force=1`)
      await soon(() => titles(page)).not.toEqual(before)
      expect(await page.locator('article').first().locator('li:not(.known)').count()).toBeGreaterThan(0)
      expect(complaints).toEqual([])
    },
  )

  it('says that it cannot reach the service, and asks another one when it is told to', async () => {
    const { page } = await open(`${file}?${new URLSearchParams({ trawl: 'http://127.0.0.1:1', lists: 'weibo' })}`)
    await soon(() => page.locator('#said').textContent()).toMatch(/^连不上 http:\/\/127\.0\.0\.1:1：/)
    await page.getByRole('textbox', { name: 'Trawl' }).fill(trawl.url)
    await page.getByRole('button', { name: '打开' }).click()
    await soon(async () => (await titles(page)).length).toBeGreaterThan(10)
  })
})
