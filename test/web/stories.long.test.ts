// The stories of several sites, what is new since the last visit, the ranks of an item over time, and a list as it stood.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityViolations, phone, type ReaderOptions, soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,douyin,baidu,toutiao,36kr-quick,ithome' })

async function open(path = '/hot', options: ReaderOptions = {}): Promise<Page> {
  trawl.standin.setStep(40)
  const { page } = await readers.open(`${trawl.url}${path}`, { bypassesPolicy: true, ...options })
  return page
}

function stories(page: Page) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
}

describe('the stories', () => {
  it('say that all lists failed where the lists asked for them have, and show nothing as live or updated', async () => {
    const { page } = await readers.open(`${trawl.url}/status`)
    const failed = { success: false, data: [], count: 0, cached: false, stale: false, updatedAt: null }
    await page.route('**/api/v1/batch?*', async (route) => {
      const ids = (new URL(route.request().url()).searchParams.get('sources') ?? '').split(',')
      const error = { kind: 'network', message: 'the connection was refused', reason: { code: 'refused' } }
      const results = ids.map((id) => ({ id, name: id, ...failed, error }))
      await route.fulfill({ json: { apiVersion: '1.0', timestamp: 0, results } })
    })
    await page.route('**/api/v1/trends?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), stories: [], count: 0 } })
    })
    await page.goto(`${trawl.url}/hot`)
    await page.getByRole('heading', { name: '所有榜单都失败了' }).waitFor()
    expect(await page.getByText(/^更新于/).count()).toBe(0)
    expect(await page.locator('.bg-good').count()).toBe(0)
  })

  it('are the first view: title, number of sites, their ranks as links, and on request all titles with the shared words marked', async () => {
    const page = await open()
    const first = stories(page).first()
    await first.waitFor()
    const chip = first.getByRole('link', { name: /第 \d+ 名/ }).first()
    expect(await chip.getAttribute('href')).toMatch(/^https?:\/\//)
    await first.getByText(/^\d+ 个平台$/).waitFor()
    await first.getByRole('button', { name: /^各平台的标题/ }).click()
    await first.locator('mark').first().waitFor()
  })

  it('let the lists be read at the first start, until they are joined', async () => {
    const { page } = await readers.open(`${trawl.url}/status`)
    await page.route('**/api/v1/trends?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), stories: [], count: 0, total: 0 } })
    })
    await page.goto(`${trawl.url}/hot`)
    await page.getByRole('article', { name: '微博' }).getByRole('listitem').first().waitFor()
    await page.unroute('**/api/v1/trends?*')
    await stories(page).first().waitFor()
  })

  it('are filtered by links that the address keeps, and lead back when nothing is left', async () => {
    const page = await open()
    await stories(page).first().waitFor()
    await page.getByRole('navigation', { name: '时间范围' }).getByRole('link', { name: '1 小时' }).click()
    await page.getByRole('navigation', { name: '按分类筛选' }).getByRole('link', { name: '体育' }).click()
    await page.getByText('这个范围内没有热点').waitFor()
    expect(new URL(page.url()).search).toBe('?window=1h&column=sports')
    await page.getByRole('link', { name: '查看全部' }).click()
    await stories(page).first().waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  it('that cannot be loaded say so and are asked for again on demand', async () => {
    const { page } = await readers.open(`${trawl.url}/status`, { mayComplain: /status of 503/ })
    await page.route('**/api/v1/trends?*', (route) => route.fulfill({ status: 503, json: { message: 'busy' } }))
    await page.getByRole('link', { name: '热榜' }).click()
    await page.getByText('服务器繁忙').waitFor()
    await page.unroute('**/api/v1/trends?*')
    await page.getByRole('button', { name: '重试' }).click()
    await stories(page).first().waitFor()
  })

  it('have no findings of axe, on a phone with one panel at a time', async () => {
    const page = await open('/hot', phone)
    await stories(page).first().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: '上升最快' }).tap()
    await page.getByRole('heading', { name: '上升最快' }).waitFor()
    await soon(() => stories(page).count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('stand beside what came to the reader’s lists since the last visit', async () => {
    const page = await open()
    await stories(page).first().waitFor()
    expect(await page.getByRole('heading', { name: /^你上次来之后/ }).count()).toBe(0)
    trawl.standin.setStep(80)
    const refresh = async () => {
      await (await fetch(`${trawl.url}/api/v1/sources/baidu?force=1`)).arrayBuffer()
      const { data } = await (await fetch(`${trawl.url}/api/v1/sources/baidu?limit=10`)).json()
      return data.some(({ extra }: { extra?: { since?: number } }) => extra?.since !== undefined)
    }
    await expect.poll(refresh, { interval: 1_000 }).toBe(true)
    await page.evaluate(`localStorage['trawl.hot.visits'] = JSON.stringify({ seenAt: Date.now() - 7_200_000 })`)
    await page.reload()
    await page.getByRole('heading', { name: /^你上次来之后 [1-9]\d* 条/ }).waitFor()
  })
})

it('the digest tells of the last day, and offers to send itself', async () => {
  const page = await open('/hot')
  await stories(page).first().waitFor()
  await page.getByRole('link', { name: '早报' }).click()
  await page.getByRole('heading', { name: '十件事' }).waitFor()
  await stories(page).first().waitFor()
  expect(await stories(page).count()).toBeLessThanOrEqual(10)
  await page.getByRole('link', { name: '添加通知方式' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

describe('an item of a list', () => {
  it('says how many sites tell its story, and opened which', async () => {
    const page = await open('/hot')
    await stories(page).first().waitFor()
    await page.goto(`${trawl.url}/hot?topic=popular`)
    const row = page
      .locator('article li')
      .filter({ hasText: /\d+ 个平台都在说/ })
      .first()
    await row.hover()
    await row.getByRole('button', { name: /^更多内容/ }).click()
    const chips = row.getByRole('list', { name: '也在说这件事的平台' }).getByRole('link')
    await soon(() => chips.count()).toBeGreaterThan(0)
    expect(await accessibilityViolations(page)).toEqual([])
  })
})

describe('history', () => {
  it('shows the ranks of an opened item, and a chart that is told in words', async () => {
    const page = await open('/hot?topic=china')
    const row = page.getByRole('article', { name: '知乎' }).getByRole('listitem').nth(1)
    await row.hover()
    await row.getByRole('button', { name: /^更多内容/ }).click()
    await row.getByRole('button', { name: /^名次和热度的变化/ }).press('Enter')
    expect(await row.getByRole('img').getAttribute('aria-label')).toMatch(/最高第 \d+ 名.+首次上榜/)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('shows a list as it stood, by the keyboard, and says when nothing was recorded', async () => {
    const page = await open('/hot?topic=china', { mayComplain: /status of 404/ })
    const card = page.getByRole('article', { name: '知乎' })
    await card.getByRole('listitem').nth(5).waitFor()
    await card.getByRole('button', { name: /的更多操作$/ }).click()
    await page.getByRole('button', { name: '过去的榜单' }).click()
    const dialog = page.getByRole('dialog', { name: '过去的榜单：知乎' })
    await dialog.getByRole('listitem').nth(5).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByLabel('日期和时间').fill('2020-01-01T00:00')
    await dialog.getByText('那时还没有这个榜单的记录').waitFor()
    await dialog.getByRole('slider').press('End')
    await dialog.getByRole('listitem').nth(5).waitFor()
    expect(new URL(page.url()).searchParams.get('past')).toBe('zhihu')
    await page.goBack()
    await soon(() => page.getByRole('dialog').count()).toBe(0)
  })
})
