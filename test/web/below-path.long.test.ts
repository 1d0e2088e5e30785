// Tests the page in a browser below a path of a reverse proxy: its links, requests, addresses for others, and its service worker.
import { expect, it } from 'vitest'
import { headerLoaded, searchEnded, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ BASE_PATH: '/my/trawl' })

it('each link and request of the page stays below the path, with and without a network', async () => {
  const base = new URL('/my/trawl/', trawl.url)
  const { page, context, asked } = await readers.open(base.href, {
    keepsPage: true,
    mayComplain: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  })
  const pathname = () => new URL(page.url()).pathname
  await headerLoaded(page)
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('纸鹤')
  await page.keyboard.press('Enter')
  await searchEnded(page)
  expect(pathname()).toBe('/my/trawl/')
  for (const [name, path] of [
    ['热榜', '/my/trawl/hot'],
    ['状态', '/my/trawl/status'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.locator(`a[aria-current=page][href="${path}"]`).first().waitFor()
    expect(pathname()).toBe(path)
  }
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs.filter((href) => href?.startsWith('/my/trawl/') !== true)).toEqual([])
  const scope = await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.scope))
  expect(scope).toBe(base.href)
  await context.setOffline(true)
  for (const path of ['', 'hot', 'status']) {
    await page.goto(new URL(path, base).href)
    await page.getByRole('link', { name: '热榜' }).first().waitFor()
  }
  const others = asked.map((line) => new URL(line.replace(/^\w+ /, ''))).filter(({ protocol }) => protocol === 'http:')
  expect(others.filter((url) => !url.pathname.startsWith(base.pathname)).map(String)).toEqual([])
})
