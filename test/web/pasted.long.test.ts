// What can be made of a pasted address that is no share: a channel and a feed are added, and nothing is searched for.
import { describe, expect, it } from 'vitest'
import { searchFor, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const forMembers = serveAll({ ADMIN_TOKEN: 'planted-admin-token-0123456789' })
const settingsPath = '/api/v1/server/settings'

describe('for an administrator', () => {
  const trawl = serveAll({ CHANNELS: '' })
  const storedValue = async (name: string) => {
    const { settings } = await (await fetch(trawl.url + settingsPath)).json()
    return settings.find((one: { readonly name: string }) => one.name === name).value
  }

  it('a channel is added for everybody on a phone, and leaves no search behind', async () => {
    const { page, asked } = await readers.open(trawl.url, { screen: { width: 360, height: 780 } })
    await page.route('**/look-at-channel', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, last: { text: `magnet:?xt=urn:btih:${'a'.repeat(40)}` } } })
    })
    await searchFor(page, 'https://t.me/added_channel/12')
    await page.getByText('magnet:').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: '为所有人添加' }).click()
    await page.getByText('已添加 @added_channel，所有人的搜索都会问它').waitFor()
    expect(await storedValue('CHANNELS')).toBe('+added_channel')
    expect(asked.filter((line) => line.includes('/api/search'))).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('trawl.history'))).toBeNull()
  })

  it('a feed is shown with its first rows, and becomes a list', async () => {
    const { page } = await readers.open(trawl.url)
    await searchFor(page, 'https://feed.appinn.com/')
    await page.getByRole('status').getByRole('listitem').nth(4).waitFor()
    await page.getByRole('button', { name: '添加为榜单' }).click()
    await page.getByText(/^已添加榜单：/).waitFor()
    expect(await storedValue('LISTS')).toContain('feed: https://feed.appinn.com/')
  })
})

it('a search that began before the server said that an address is no share gives way to it', async () => {
  const { page } = await readers.open(forMembers.url, { mayComplain: /status of 40[13]/ })
  const isSearching = page.waitForRequest('**/api/search/stream?*')
  await page.route('**/api/check/links', async (route) => {
    await isSearching
    await route.continue()
  })
  await searchFor(page, 'https://blog.example.org/')
  await page.getByText(/^不是网盘分享。/).waitFor()
  expect(new URL(page.url()).searchParams.get('kw')).toBeNull()
})

describe('for others', () => {
  it('a channel is added in this browser, and the next search asks it besides all others', async () => {
    const { page, asked } = await readers.open(forMembers.url, { mayComplain: /status of 40[13]/ })
    await searchFor(page, '@mine_alone')
    await page.getByRole('button', { name: '在这个浏览器里添加' }).click()
    await page.getByText(/^已添加 @mine_alone/).waitFor()
    await searchFor(page, '纸鹤')
    await page.waitForURL(/&channels=\+mine_alone$/)
    expect(asked.some((line) => line.includes('/api/search/stream') && line.includes('channels=%2Bmine_alone'))).toBe(
      true,
    )
  })
})
