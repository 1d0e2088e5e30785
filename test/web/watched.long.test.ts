// The watched view: watches are added, found things are listed and counted in the navigation.
import { describe, expect, it } from 'vitest'
import { invite, soon } from '../kit/browser.ts'
import { serveAll } from '../kit/served.ts'

const token = 'planted-admin-token-0123456789'
const readers = invite()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo', ADMIN_TOKEN: token })

describe('the watched view', () => {
  it('explains itself, says who may add a watch, and with the token adds, edits and deletes one', async () => {
    const { page } = await readers.open(`${trawl.url}/watched`, { mayComplain: /status of 400/ })
    await page.getByRole('heading', { name: '还没有关注的词' }).waitFor()
    await page.getByText('登录或输入密钥后，可以有自己的关注。').waitFor()
    await page.evaluate((given) => localStorage.setItem('trawl.pass', JSON.stringify(given)), token)
    await page.reload()
    await page.getByLabel('名称').fill('台风')
    await page.getByLabel(/^词/).fill('台风 |')
    await page.getByRole('button', { name: '添加关注' }).click()
    await page.getByRole('alert').getByText(/words/).waitFor()
    await page.getByLabel(/^词/).fill('台风 -游戏')
    await page.getByLabel('存档').check()
    await page.getByRole('button', { name: '添加关注' }).click()
    const row = page.getByRole('listitem').filter({ hasText: '台风 -游戏' })
    await row.getByText('热榜, 存档').waitFor()
    const feed = await row.getByRole('link', { name: '订阅 台风' }).getAttribute('href')
    expect((await fetch(trawl.url + feed)).status).toBe(404)
    await row.getByRole('button', { name: '修改 台风' }).click()
    await page.getByText('更多', { exact: true }).click()
    await page.getByLabel(/^免打扰/).fill('23:00-08:00')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '保存' }).waitFor({ state: 'detached' })
    const headers = { authorization: `Bearer ${token}` }
    const { watch } = await (await fetch(`${trawl.url}/api/v1/watches/台风`, { headers })).json()
    expect(watch).toMatchObject({ words: '台风 -游戏', in: ['lists', 'archive'], quietHours: '23:00-08:00' })
    await row.getByRole('button', { name: '删除 台风' }).click()
    await row.getByRole('button', { name: /^确认删除 台风/ }).click()
    await page.getByRole('heading', { name: '还没有关注的词' }).waitFor()
  })

  it('lists what was found, and the navigation counts what came after the last look', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ words: '纸鹤', in: ['archive'] })
    await fetch(`${trawl.url}/api/v1/watches/crane`, { method: 'PUT', headers, body })
    await (await fetch(`${trawl.url}/api/search?kw=%E7%BA%B8%E9%B9%A4`)).arrayBuffer()
    const total = async () => (await (await fetch(`${trawl.url}/api/v1/watches/events`, { headers })).json()).total
    await soon(total).toBeGreaterThan(0)
    const { page, context, asked } = await readers.open(`${trawl.url}/status`)
    const link = page.getByRole('navigation', { name: '页面', exact: true }).getByRole('link', { name: /^关注/ })
    await link.waitFor()
    expect(asked.filter((line) => line.includes('/watches'))).toEqual([])
    await context.addInitScript((given) => {
      localStorage.setItem('trawl.pass', JSON.stringify(given))
      if (!localStorage.getItem('trawl.watched')) localStorage.setItem('trawl.watched', '1')
    }, token)
    await page.reload()
    await link.getByText(`${await total()} 条新的`).waitFor()
    await link.click()
    const found = page.getByRole('region', { name: '新发现' })
    await soon(() => found.getByRole('listitem').count()).toBe(await total())
    await found.getByRole('listitem').first().getByText('crane').waitFor()
    await found.getByText('新', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: '状态', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '状态' }).waitFor({ state: 'attached' })
    expect(await link.innerText()).toBe('关注')
  })
})
