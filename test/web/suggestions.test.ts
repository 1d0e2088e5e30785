// Suggestions below the search box while the user types.
import { expect, it } from 'vitest'
import { searchBox, searchEnded, searchStored, soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'none' })

it('recent searches and titles are suggested while one types, by keys and without moving the page, and a share asks nothing', async () => {
  const { page, asked } = await readers.open(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`)
  await searchEnded(page)
  await searchStored(page, '纸鹤')
  await page.goto(trawl.url)
  const box = searchBox(page)
  const options = page.getByRole('option')
  const suggestRequests = () => asked.filter((line) => line.includes('/api/v1/suggest'))
  await page.getByRole('heading', { name: '最近搜索' }).waitFor()
  const top = () => page.getByRole('heading', { name: '最近搜索' }).evaluate((one) => one.getBoundingClientRect().top)
  const before = await top()
  await box.fill('https://pan.quark.cn/s/0a1b2c3d4e5f')
  expect(suggestRequests()).toEqual([])
  await box.fill('纸')
  await soon(() => options.first().innerText()).toMatch(/^纸鹤\s+最近搜索$/)
  await soon(() => options.count()).toBeGreaterThan(1)
  expect([await top(), suggestRequests().length]).toEqual([before, 1])
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { selected: true }).waitFor()
  const first = await options.first().getAttribute('id')
  // The box is told a frame after the list has changed.
  await soon(() => box.getAttribute('aria-activedescendant')).toBe(first)
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'detached' })
  await soon(() => box.getAttribute('aria-expanded')).toBe('false')
  expect(await box.inputValue()).toBe('纸')
  await box.pressSequentially('鹤')
  await options.first().waitFor()
  await page.keyboard.press('ArrowUp')
  const last = page.getByRole('option', { selected: true })
  await last.waitFor()
  const title = (await last.innerText()).trim()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('kw') === title)
  await options.first().waitFor({ state: 'detached' })
})
