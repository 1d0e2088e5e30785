// Search failures: every source down, offline, rate limited, server gone. Each shows its own message and next step.
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { searchMessages } from '../../web/src/search/messages.ts'
import { headerLoaded, useBrowser } from '../kit/browser.ts'
import { type Served, startServed } from '../kit/process.ts'

const readers = useBrowser()
const words = searchMessages.zh

/** One server per test, because failures of upstreams are remembered. */
async function start(settings: Readonly<Record<string, string>> = {}): Promise<Served> {
  const served = await startServed(settings)
  onTestFinished(served.stop)
  return served
}

function rowsOf(page: Page) {
  return page.getByRole('region', { name: words.results }).getByRole('listitem')
}

function searchOf(url: string, kw: string) {
  return `${url}/?view=links&kw=${encodeURIComponent(kw)}`
}

it('says that all sources failed, why, and searches again on demand', async () => {
  const { url, standin } = await start()
  standin.setFaults({ kind: 'shell' })
  const { page } = await readers.open(searchOf(url, '纸鹤'))
  await page.getByRole('heading', { name: '所有来源都失败了' }).waitFor()
  await page.getByRole('button', { name: words.failed(3) }).click()
  await page.getByRole('dialog').getByText('频道 @demo_share').waitFor()
  await page.keyboard.press('Escape')
  standin.setFaults()
  await page.getByRole('button', { name: '再搜一次' }).click()
  await page.getByText('共 9 条', { exact: true }).waitFor()
})

it('says above the results that Telegram cannot be reached, and what to set', async () => {
  const channels = 'demo_one,demo_two,demo_three,demo_four,demo_five'
  const { url, standin } = await start({ CHANNELS: channels, ENABLED_PLUGINS: 'labi' })
  standin.setFaults({ kind: 'reset', host: 't.me' })
  const { page } = await readers.open(searchOf(url, '灯塔'))
  const notice = page.getByRole('status').filter({ hasText: '服务器连不上 Telegram' })
  await notice.getByText(/HTTPS_PROXY.*UPSTREAM_GATEWAY/).waitFor()
  await rowsOf(page).first().waitFor()
})

it('says that one is offline, keeps what is there, and searches by itself once one is not', async () => {
  const { url } = await start()
  const { page, context } = await readers.open(searchOf(url, '灯塔'), { mayComplain: /ERR_INTERNET_DISCONNECTED/ })
  await rowsOf(page).nth(6).waitFor()
  await headerLoaded(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: words.refresh }).click()
  await page.getByRole('alert').getByText('你已离线').waitFor()
  expect(await rowsOf(page).count()).toBe(7)
  await context.setOffline(false)
  await page.getByText(words.answered(3, 3)).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await context.setOffline(true)
  await page.getByRole('combobox', { name: '搜索', exact: true }).fill('纸鹤')
  await page.keyboard.press('Enter')
  await page.getByText('你已离线').first().waitFor()
  await page.getByRole('button', { name: '重试' }).waitFor()
  await context.setOffline(false)
  await page.getByText('共 9 条', { exact: true }).waitFor()
})

it('says for how many seconds nothing more may be asked, and keeps what is there', async () => {
  const { url } = await start({ RATE_LIMITS: '/api/search/stream=1/min', TRUST_PROXY: 'loopback' })
  const { page } = await readers.open(searchOf(url, '灯塔'), {
    cameFrom: '203.0.113.9',
    mayComplain: /status of 429/,
  })
  // The number is there before the rows.
  await rowsOf(page).nth(6).waitFor()
  await page.getByRole('button', { name: words.refresh }).click()
  const alert = page.getByRole('alert')
  await alert.getByText(/请求太频繁了。.*\d+ 秒后可以再试/).waitFor()
  expect(await rowsOf(page).count()).toBe(7)
  await page.getByRole('combobox', { name: '搜索', exact: true }).fill('纸鹤')
  await page.keyboard.press('Enter')
  await page.getByText('请求太频繁了').first().waitFor()
  expect(await page.getByText(/\d+ 秒后可以再试/).count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: '重试' }).waitFor()
})

it('says that the server cannot be reached', async () => {
  const { url, crash } = await start()
  const { page } = await readers.open(searchOf(url, '灯塔'), { mayComplain: /ERR_/ })
  await page.getByText('共 7 条', { exact: true }).waitFor()
  await headerLoaded(page)
  await crash()
  await page.getByRole('combobox', { name: '搜索', exact: true }).fill('纸鹤')
  await page.keyboard.press('Enter')
  await page.getByText('连不上服务器').first().waitFor()
  await page.getByRole('button', { name: '重试' }).waitFor()
})

it('keeps what came when the connection breaks off in the middle, and says so', async () => {
  const { url, standin, crash } = await start()
  standin.setFaults({ kind: 'hang', match: '/s/demo_three' })
  const { page } = await readers.open(searchOf(url, '云'), { mayComplain: /ERR_/ })
  await page.getByText(words.answered(2, 3)).waitFor()
  await page.getByRole('region', { name: '搜索结果' }).getByRole('listitem').first().waitFor()
  await headerLoaded(page)
  await crash()
  await page.getByText(words.broken).waitFor()
  expect(await page.getByRole('region', { name: '搜索结果' }).getByRole('listitem').count()).toBeGreaterThan(0)
})

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}

it('shows what is known from before when no source answers, and marks it', async () => {
  const { url, standin } = await start()
  const { page } = await readers.open(searchOf(url, '纸鹤'))
  await page.getByText('共 9 条', { exact: true }).waitFor()
  // Links are archived after the answer.
  await vi.waitFor(async () => expect(await metricsOf(url)).toMatch(/^trawl_archive_shares [1-9]/m))
  standin.setFaults({ kind: 'shell' })
  await page.getByRole('combobox', { name: '搜索', exact: true }).fill('纸鹤与灯塔')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words.failed(3) }).waitFor()
  await page.getByText('存档').first().waitFor()
})

it('shows titles and addresses of upstreams as text, whatever stands in them', async () => {
  const { url } = await start()
  const { page } = await readers.open(`${url}/?view=links`)
  // Before the script has run, the form would be sent without the view.
  await headerLoaded(page)
  await page.route('**/api/search/stream?*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: hostileStream }),
  )
  await page.getByRole('combobox', { name: '搜索', exact: true }).fill('x')
  await page.keyboard.press('Enter')
  await page.getByText('<img src=x onerror=alert(1)>').waitFor()
  // Its bidirectional control characters do not affect the text after it.
  await page.locator('bdi', { hasText: turning }).waitFor()
  const code = await page.getByRole('button', { name: new RegExp(`^${words.copyCode('p{200}')}$`) }).boundingBox()
  expect(code?.width).toBeLessThan(260)
  expect(await page.locator('main a[href^="javascript:"]').count()).toBe(0)
  expect(await page.locator('main img').count()).toBe(0)
  await page.getByRole('button', { name: '作品' }).click()
  await page.getByRole('button', { name: '<img src=x onerror=alert(1)>', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.locator('main a[href^="javascript:"]').count()).toBe(0)
  expect(await page.locator('main img').count()).toBe(0)
})

const turning = '\u202Egpj.exe\u2066'
const nothing = { season: null, episodes: null, source: null, size: null, format: null, edition: null, platform: null }
const attributes = { ...nothing, quality: [], codec: [], audio: [], languages: [], subtitles: [] }
const hostileLink = {
  type: 'others',
  url: 'javascript:alert(1)',
  password: '"><script>alert(1)</script>',
  note: '<img src=x onerror=alert(1)>',
  datetime: '2026-11-20T00:00:00Z',
  ...{ images: [], health: null, attributes, id: 0, key: 'others:x', sources: ['tg:demo_share'] },
}
const turningLink = { ...hostileLink, note: turning, password: 'p'.repeat(200), id: 1, key: 'others:y' }
const asked = { asked: 1, answered: 1, failed: 0, pending: 0 }

/** A work of one link, called like it. */
function workOf(link: typeof hostileLink) {
  const known = { original_title: null, year: null, kind: 'other', seasons: [], attributes, images: [] }
  const said = { datetime: link.datetime, sources: 1, relevance: 'title', excerpt: null }
  return { key: link.note, title: link.note, ...known, ...said, links: [link], order: [link.id] }
}

const hostileStream = [
  ['start', { sources: ['tg:demo_share'] }],
  ['works', { works: [workOf(hostileLink), workOf(turningLink)] }],
  ['end', { complete: true, sources: asked, took_ms: 1 }],
]
  .map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  .join('')
