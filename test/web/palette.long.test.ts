// The palette, and the keys of all views.
import { expect, it } from 'vitest'
import {
  accessibilityViolations,
  phone,
  searchBox,
  searchEnded,
  searchStored,
  soon,
  useBrowser,
} from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,douyin' })

it.each(['/', '/hot', '/status', '/settings'])('opens by the same key in every view: %s', async (path) => {
  const { page } = await readers.open(`${trawl.url}${path}`)
  await page.getByRole('button', { name: '命令与设置（Ctrl+K）' }).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: '榜单、搜索或命令' }).fill('dark')
  await page.keyboard.press('Enter')
  await soon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

it('opens by its key before the tools of the header are loaded', async () => {
  const { page } = await readers.open(`${trawl.url}/status`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/header-tools*', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await page.getByRole('table').first().waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: '榜单、搜索或命令' }).waitFor()
  release()
})

it('leads to a list by its pinyin, and to a word in all lists', async () => {
  const { page } = await readers.open(trawl.url)
  await page.getByRole('button', { name: '命令与设置（Ctrl+K）' }).click()
  const box = page.getByRole('combobox', { name: '榜单、搜索或命令' })
  await box.fill('wb')
  await page.getByRole('option', { name: '微博', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  const weibo = page.getByRole('article', { name: '微博' })
  const headline = weibo.getByRole('listitem').first().getByRole('link').first()
  await headline.waitFor()
  const title = await headline.innerText()
  await page.keyboard.press('Control+K')
  await box.fill(title)
  await page.getByRole('option', { name: `在所有榜单里找“${title}”` }).click()
  await page.getByRole('dialog', { name: '找榜单，找内容' }).getByRole('link', { name: title }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('find')).toBe(title)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('find')).toBeNull()
})

it('offers recent and saved searches, and a search for the text', async () => {
  const { page } = await readers.open(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`)
  await searchEnded(page)
  await searchStored(page, '纸鹤')
  await page.goto(`${trawl.url}/status`)
  await page.getByRole('button', { name: '命令与设置（Ctrl+K）' }).click()
  await page.getByRole('option', { name: '纸鹤 最近搜索' }).waitFor()
  await page.getByRole('combobox', { name: '榜单、搜索或命令' }).fill('灯塔')
  await page.getByRole('option', { name: '搜索“灯塔”' }).click()
  await page.waitForURL((url) => url.searchParams.get('kw') === '灯塔')
})

it('keys lead from view to view, to the search box, and show their table', async () => {
  const { page } = await readers.open(`${trawl.url}/status`)
  await page.getByRole('button', { name: '命令与设置（Ctrl+K）' }).waitFor()
  await page.keyboard.type('gh')
  await page.waitForURL('**/hot')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.waitForURL(`${trawl.url}/`)
  await soon(() => searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('gt')
  expect(await searchBox(page).inputValue()).toBe('gt')
})

it('is behind the menu of a phone, accessible in the dark theme too, and has the language', async () => {
  const { page } = await readers.open(trawl.url, { ...phone, theme: 'dark', bypassesPolicy: true })
  await page.getByRole('button', { name: '命令与设置（Ctrl+K）' }).click()
  await page.getByRole('button', { name: '找榜单、搜索和命令' }).click()
  await page.getByRole('option', { name: 'English' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Hot lists' }).waitFor()
})
