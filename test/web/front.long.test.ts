// The start page before a search: works from lists, saved searches, the user's clouds.
import { expect, it } from 'vitest'
import { accessibilityViolations, searchEnded, soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'douban,weread,steam' })

it('shows works of the lists that answer, and a press searches for one', async () => {
  trawl.standin.setFaults({ kind: '503', match: 'douban.com' })
  const { page } = await readers.open(trawl.url)
  const popular = page.getByRole('region', { name: '大家在看' })
  await popular.getByRole('heading', { name: 'Steam 在线人数' }).waitFor()
  expect(await popular.getByRole('heading').allInnerTexts()).toEqual(['微信读书飙升榜', 'Steam 在线人数'])
  const work = popular.getByRole('region', { name: '微信读书飙升榜' }).getByRole('listitem').first()
  await work.locator('img').waitFor()
  const title = await work.innerText()
  await work.click()
  await page.waitForURL((url) => url.searchParams.get('kw') === title.trim())
})

it('says how much can be searched, and leads to the status', async () => {
  const { page } = await readers.open(trawl.url)
  await page.getByRole('link', { name: '3 个频道、0 个站点可用' }).click()
  await page.waitForURL('**/status')
})

it.each([
  [
    'not known yet',
    { status_basis: 'none', telegram: { state: 'unknown', checked_at: null } },
    '3 个频道、0 个站点，状态未知',
  ],
  [
    'that Telegram cannot be reached',
    { status_basis: 'check', telegram: { state: 'unreachable', checked_at: null } },
    '连不上 Telegram：设置代理',
  ],
])('says before a search of the state: %s', async (_what, told, text) => {
  const { page } = await readers.open(`${trawl.url}/status`)
  await page.route('**/api/health', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), status: 'ok', ...told } })
  })
  await page.goto(trawl.url)
  await page.getByRole('link', { name: text }).waitFor()
  expect(await page.locator('.bg-good').count()).toBe(0)
})

it('shows saved searches, and on a press what is new since the last look', async () => {
  const { page, asked } = await readers.open(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`)
  await searchEnded(page)
  await page.getByRole('button', { name: '收藏这次搜索' }).click()
  await page.getByRole('button', { name: '取消收藏“纸鹤”' }).waitFor()
  await page.evaluate(() => {
    const [saved] = JSON.parse(localStorage.getItem('trawl.saved') ?? '[]')
    localStorage.setItem('trawl.saved', JSON.stringify([{ ...saved, seenAt: 0 }]))
  })
  await page.goto(trawl.url)
  const saved = page.getByRole('region', { name: '收藏的搜索' })
  await saved.getByRole('link', { name: '纸鹤' }).waitFor()
  const requests = () => asked.filter((line) => line.includes('/api/search?')).length
  expect(requests()).toBe(0)
  await saved.getByRole('button', { name: '看看有没有新的' }).click()
  await saved.getByRole('img', { name: '上次看过之后新增 9 条' }).waitFor()
  expect(requests()).toBe(1)
  await saved.getByRole('button', { name: '取消收藏“纸鹤”' }).click()
  await saved.waitFor({ state: 'detached' })
})

it('shows the clouds that were chosen', async () => {
  const { page } = await readers.open(trawl.url)
  await page.getByRole('group', { name: '你用哪些网盘？' }).getByRole('button', { name: '夸克' }).click()
  await page.reload()
  await page.getByText('我的网盘 夸克网盘').waitFor()
})

it.each([
  ['light', 1440],
  ['dark', 360],
] as const)('is accessible, and does not move, in the %s theme at %i pixels', async (theme, width) => {
  const { page } = await readers.open(trawl.url, { theme, screen: { width, height: 780 }, bypassesPolicy: true })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.documentElement.dataset.shift = JSON.stringify(entry)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(trawl.url)
  await page.getByRole('region', { name: '大家在看' }).locator('img').first().waitFor()
  await soon(() => page.evaluate(() => document.querySelectorAll('main a[title]').length)).toBeGreaterThan(20)
  expect(await page.evaluate(() => document.documentElement.dataset.shift)).toBeUndefined()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(await accessibilityViolations(page)).toEqual([])
})
