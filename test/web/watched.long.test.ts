// The watched view: watches are added, found things are listed and counted in the navigation.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const token = 'planted-admin-token-0123456789'
const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo', ADMIN_TOKEN: token })

/** A watch with two events, at the times 3 and 4 of a server whose clock stands at 5. */
async function serveEvents(page: Page): Promise<void> {
  const envelope = { apiVersion: '1.0', timestamp: 5 }
  const shared = { watch: '台风', in: 'archive', url: 'https://pan.quark.cn/s/1', source: 'tg:demo' }
  const events = [
    { ...shared, id: 'b', at: 4, title: '台风来了', password: 'ab12' },
    { ...shared, id: 'a', at: 3, title: '台风走了', initial: true },
  ]
  await page.route('**/api/v1/watches', async (route) => {
    const watch = { name: '台风', words: '台风', in: ['archive'], notify: [], from: 'file', editable: false }
    await route.fulfill({ json: { ...envelope, watches: [watch], count: 1, notifiers: [], editable: false } })
  })
  await page.route('**/api/v1/watches/events?*', async (route) => {
    const since = Number(new URL(route.request().url()).searchParams.get('since') ?? 0)
    await route.fulfill({ json: { ...envelope, events, count: 2, total: since < 4 ? 1 : 0, latest: 4 } })
  })
}

describe('the watched view on this machine, where neither a token nor logins are set', () => {
  const open = serveAll({ ENABLED_SOURCES: 'weibo' })

  it('adds a watch with the form that it shows, named after its words', async () => {
    const { page } = await readers.open(`${open.url}/watched`)
    await page.getByLabel(/^词/).fill('台风 | 颱風')
    await page.getByRole('button', { name: '添加关注' }).click()
    await page.getByRole('listitem').filter({ hasText: '台风 颱風' }).waitFor()
    const { watch } = await (await fetch(`${open.url}/api/v1/watches/台风 颱風`)).json()
    expect(watch).toMatchObject({ words: '台风 | 颱風', in: ['lists'], notify: [] })
  })

  it('watches a word from “nothing found” with two presses, on a phone', async () => {
    const phone = { screen: { width: 390, height: 844 }, hasTouch: true }
    const { page } = await readers.open(`${open.url}/?kw=%E6%B2%A1%E6%9C%89%E8%BF%99%E4%B8%AA`, phone)
    await page.getByRole('button', { name: '出现时通知我' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: '添加关注' }).tap()
    await page.getByText('已关注：没有这个').waitFor()
    const { watch } = await (await fetch(`${open.url}/api/v1/watches/没有这个`)).json()
    expect(watch).toMatchObject({ words: '没有这个', in: ['archive', 'search'] })
  })
})

describe('the watched view', () => {
  it('explains itself, says who may add a watch, and with the token adds, edits and deletes one', async () => {
    const { page } = await readers.open(`${trawl.url}/watched`, { mayComplain: /status of 400/ })
    await page.getByRole('heading', { name: '还没有关注的词' }).waitFor()
    await page.getByText('登录或输入密钥后，可以有自己的关注。').waitFor()
    await page.evaluate((given) => localStorage.setItem('trawl.pass', JSON.stringify(given)), token)
    await page.reload()
    await page.getByText('更多', { exact: true }).click()
    await page.getByLabel(/^名称/).fill('台风')
    await page.getByLabel(/^词/).fill('台风 |')
    await page.getByRole('button', { name: '添加关注' }).click()
    await page.getByRole('alert').getByText(/words/).waitFor()
    await page.getByLabel(/^词/).fill('台风 -游戏')
    await page.getByLabel('网盘').check()
    await page.getByLabel('搜索', { exact: true }).uncheck()
    await page.getByRole('button', { name: '添加关注' }).click()
    const row = page.getByRole('listitem').filter({ hasText: '台风 -游戏' })
    await row.getByText('热榜 · 存档').waitFor()
    await row.getByRole('button', { name: '订阅 台风' }).click()
    await row.getByRole('button', { name: '生成订阅地址' }).click()
    const address = await row.getByLabel('订阅地址（RSS）').inputValue()
    expect((await fetch(address)).status).toBe(200)
    await row.getByRole('button', { name: '换新地址' }).click()
    await soon(async () => (await fetch(address)).status).toBe(404)
    await row.getByRole('button', { name: '停用' }).click()
    await row.getByRole('button', { name: '生成订阅地址' }).waitFor()
    expect((await fetch(address)).status).toBe(404)
    await row.getByRole('button', { name: '修改 台风' }).click()
    await page.getByText('更多', { exact: true }).click()
    await page.getByLabel(/^免打扰/).fill('23:00-08:00')
    await page.getByLabel('选择榜单').selectOption('weibo')
    await page.getByRole('button', { name: /^去掉 / }).waitFor()
    await page.getByLabel('国内').check()
    await page.getByLabel('夸克').check()
    await page.getByLabel('合并推送').selectOption('1800')
    await page.getByLabel('每小时最多推送几次').selectOption('3')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '保存' }).waitFor({ state: 'detached' })
    const headers = { authorization: `Bearer ${token}` }
    const { watch } = await (await fetch(`${trawl.url}/api/v1/watches/台风`, { headers })).json()
    expect(watch).toMatchObject({ words: '台风 -游戏', in: ['lists', 'archive'], quietHours: '23:00-08:00' })
    expect(watch).toMatchObject({
      lists: ['weibo'],
      columns: ['china'],
      clouds: ['quark'],
      digest: 1800,
      maxPerHour: 3,
    })
    await row.getByRole('button', { name: '删除 台风' }).click()
    await row.getByRole('button', { name: /^确认删除 台风/ }).click()
    await page.getByRole('heading', { name: '还没有关注的词' }).waitFor()
  })

  it('lists what was found, and the navigation counts what came after the last look', async () => {
    const { page, context, asked } = await readers.open(`${trawl.url}/status`)
    const link = page.getByRole('navigation', { name: '页面', exact: true }).getByRole('link', { name: /^关注/ })
    await link.waitFor()
    expect(asked.filter((line) => line.includes('/watches'))).toEqual([])
    await serveEvents(page)
    await context.addInitScript(() => {
      if (!localStorage.getItem('trawl.watched')) localStorage.setItem('trawl.watched', '1')
    })
    await page.reload()
    await link.getByText('1 条新的').waitFor()
    await link.click()
    const found = page.getByRole('region', { name: '新发现' })
    await found.getByRole('link', { name: '台风来了' }).waitFor()
    await found.getByText('新', { exact: true }).waitFor()
    await found.getByText('提取码 ab12').waitFor()
    await found.getByText('开始关注时已有的 1 条').click()
    await found.getByRole('link', { name: '台风走了' }).waitFor()
    await page.getByRole('link', { name: '状态', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '状态' }).waitFor({ state: 'attached' })
    await soon(() => link.innerText()).toBe('关注')
  })
})
