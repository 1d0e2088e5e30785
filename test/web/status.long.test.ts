// The status view: with public access, with administrator access only, and when everything fails.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { headerLoaded, soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const token = 'planted-admin-token-0123456789'
const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,douyin', ADMIN_TOKEN: token })

function rows(page: Page) {
  return page.getByRole('table').getByRole('row')
}

/** Sample data: a failing channel, two working ones, and a working list. */
async function askSome(): Promise<void> {
  trawl.standin.setFaults({ kind: 'shell', match: '/s/demo_two' })
  for (const path of ['/api/search?kw=%E7%BA%B8%E9%B9%A4', '/api/v1/sources/zhihu'])
    await (await fetch(trawl.url + path)).arrayBuffer()
}

describe('for everybody who may ask', () => {
  it('it tells each source that was asked, problems first, and folds the others away', async () => {
    await askSome()
    const { page } = await readers.open(`${trawl.url}/status`)
    await rows(page).nth(4).waitFor()
    const told = await rows(page).allInnerTexts()
    expect(told[1]).toMatch(/demo_two/)
    expect(told[1]).toMatch(/内容无法解析/)
    expect(told.join('\n')).not.toMatch(/抖音/)
    await page.getByRole('button', { name: /未访问过或已停用/ }).click()
    await rows(page).filter({ hasText: '抖音' }).waitFor()
  })

  it('it can be put in order by each column, and narrowed by name and state', async () => {
    await askSome()
    const { page } = await readers.open(`${trawl.url}/status`)
    const head = page.getByRole('columnheader', { name: '来源', exact: true })
    await head.getByRole('button').click()
    await soon(() => head.getAttribute('aria-sort')).toMatch(/ascending|descending/)
    await page.getByRole('searchbox', { name: '按名称查找来源' }).fill('demo_three')
    await soon(() => rows(page).count()).toBe(2)
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page.getByRole('button', { name: /^正常/ }).click()
    await soon(async () => (await rows(page).allInnerTexts()).some((row) => row.includes('demo_two'))).toBe(false)
  })

  it('on a phone its sources are cards, with the same to be read', async () => {
    await askSome()
    const { page } = await readers.open(`${trawl.url}/status`, { screen: { width: 360, height: 780 } })
    await page.getByRole('listitem').filter({ hasText: 'demo_two' }).getByText('内容无法解析').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })

  it('what the service has to say while all is well is told as a notice', async () => {
    const { page } = await readers.open(`${trawl.url}/`)
    await page.route('**/api/v1/health', async (route) => {
      const health = await (await route.fetch()).json()
      const well = { ...health, details: [], search: { ...health.search, details: [] } }
      await route.fulfill({ json: { ...well, status: 'degraded', reasons: ['a file was set aside'] } })
    })
    await page.getByRole('link', { name: '状态', exact: true }).click()
    await page.getByRole('heading', { name: '一切正常，另有提示' }).waitFor()
    await page.getByText('服务的提示，不影响使用：').waitFor()
    await page.getByText('a file was set aside').waitFor()
  })

  it('a refresh that fails leaves what is there, and says so', async () => {
    await askSome()
    const { page, context } = await readers.open(`${trawl.url}/status`, { mayComplain: /ERR_INTERNET_DISCONNECTED/ })
    await rows(page).nth(1).waitFor()
    await headerLoaded(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: '刷新', exact: true }).click()
    await page.getByText('刷新失败：你已离线。').waitFor()
    expect(await rows(page).count()).toBeGreaterThan(1)
  })
})

describe('for the administrator', () => {
  it.each(['errors', 'requests', 'log'])(
    'who comes from elsewhere, %s wants the token, takes it, and keeps it',
    async (part) => {
      await askSome()
      const { page } = await readers.open(`${trawl.url}/status?show=${part}`, {
        cameFrom: '203.0.113.9',
        mayComplain: /status of 40[13]/,
      })
      const locked = page.getByRole('heading', { name: '仅管理员可见' })
      await locked.waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await page.getByRole('button', { name: '输入令牌' }).click()
      await page.getByLabel('密钥或管理员令牌').fill(token)
      await page.getByRole('button', { name: '使用密钥' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await locked.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByText(/^更新时间/).waitFor()
      expect(await locked.count()).toBe(0)
    },
  )

  it('a stack that was opened stays open when the log is asked for again', async () => {
    const { page } = await readers.open(`${trawl.url}/status`)
    const shown = { lines: 1 }
    await page.route('**/api/v1/logs?*', async (route) => {
      const report = await (await route.fetch()).json()
      const line = { time: 5, level: 'error', message: 'it broke', requestId: 'r1' }
      const broken = { ...line, err: { message: 'boom', stack: 'at line 1' } }
      const logs = [...Array(shown.lines).fill(line), broken]
      await route.fulfill({ json: { ...report, logs } })
    })
    await page.getByRole('link', { name: '日志' }).click()
    await page.getByText('调用栈').click()
    await page.getByText('at line 1').waitFor()
    shown.lines = 3
    await page.getByRole('button', { name: '刷新', exact: true }).click()
    await soon(() => page.getByRole('list', { name: '日志' }).getByRole('listitem').count()).toBe(4)
    expect(await page.getByText('at line 1').isVisible()).toBe(true)
  })

  it('on this machine errors are told by source and one by one, without a token', async () => {
    await askSome()
    const { page } = await readers.open(`${trawl.url}/status?show=errors`)
    await page.getByRole('heading', { name: '最近的失败' }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain('demo_two')
  })
})
