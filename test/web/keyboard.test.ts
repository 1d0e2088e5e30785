// The main journeys by keyboard alone, with a visible focus at every step.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { clipboard, copied, soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,douban' })

/** Accessible name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
  })
}

/** Presses Tab until an element has the focus. @throws Error after a hundred presses. */
async function tabTo(page: Page, what: RegExp): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    if (what.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${what}`)
}

it('from the empty page to a copied link', async () => {
  const { page } = await readers.open(`${trawl.url}/?view=links`, clipboard)
  await soon(() => focused(page)).toBe('搜索')
  await page.keyboard.type('纸鹤')
  await page.keyboard.press('Enter')
  await page.getByText('共 9 条', { exact: true }).waitFor()
  expect(await page.title()).toContain('纸鹤')
  const rows = page.getByRole('region', { name: '搜索结果' }).getByRole('listitem')
  await rows.first().waitFor()
  await tabTo(page, /^百度 ?\d/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^百度 ?\d/, pressed: true }).waitFor()
  await soon(() => rows.count()).toBe(3)
  await tabTo(page, /^纸鹤/)
  const first = await focused(page)
  await page.keyboard.press('j')
  await soon(() => focused(page)).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  await soon(() => focused(page)).toBe(first)
  await tabTo(page, /^复制标题、链接和提取码$/)
  await page.keyboard.press('Enter')
  await soon(() => copied(page)).toMatch(/^纸鹤.*\nhttps:\/\/pan\.baidu\.com\//)
  await page.keyboard.press('/')
  await soon(() => focused(page)).toBe('搜索')
})

it('from the board to a search for one of its topics', async () => {
  const { page } = await readers.open(`${trawl.url}/hot?topic=all`)
  await page.getByRole('article', { name: '微博' }).getByRole('listitem').first().waitFor()
  await page.keyboard.press('Control+K')
  await soon(() => focused(page)).toMatch(/榜单、搜索或命令/)
  await page.keyboard.type('douban')
  await page.getByRole('option', { name: /豆瓣/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The card of the list takes the focus once it is there.
  await soon(() => page.evaluate(() => document.activeElement?.closest('article')?.dataset.list)).toBe('douban')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowRight')
  await soon(() => focused(page)).toMatch(/^搜索网盘资源：/)
  const title = (await focused(page)).replace('搜索网盘资源：', '')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('kw') === title)
})

it('from headline to headline over all lists, to its list’s star, and on to the next list by one Tab', async () => {
  const { page } = await readers.open(`${trawl.url}/hot?topic=popular`)
  const cardOf = () => page.evaluate(() => document.activeElement?.closest('article')?.dataset.list)
  for (const name of ['微博', '知乎']) await page.getByRole('article', { name }).getByRole('listitem').first().waitFor()
  await soon(async () => {
    await page.keyboard.press('j')
    return cardOf()
  }).toBe('weibo')
  const first = await focused(page)
  await page.keyboard.press('ArrowDown')
  const second = await focused(page)
  await page.keyboard.press('k')
  expect([(await focused(page)) === first, second === first]).toEqual([true, false])
  await page.keyboard.press('f')
  await page.getByRole('button', { name: '收藏 微博 实时热搜', pressed: true }).waitFor()
  for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('j')
  expect(await cardOf()).toBe('zhihu')
  await page.keyboard.press('Tab')
  expect(await cardOf()).toBe('douban')
  expect(await focused(page)).toMatch(/^豆瓣/)
})

it('a list is hidden and shown again', async () => {
  const { page } = await readers.open(`${trawl.url}/hot?topic=all`)
  await page.getByRole('article', { name: '微博' }).getByRole('listitem').first().waitFor()
  await tabTo(page, /^微博 实时热搜$/)
  // The keys of the board come after its first headlines.
  await soon(async () => {
    await page.keyboard.press('ArrowRight')
    return focused(page)
  }).toMatch(/^微博.* 的更多操作$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^隐藏$/)
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: '微博' }).waitFor({ state: 'detached' })
  await tabTo(page, /^撤销$/)
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: '微博' }).waitFor()
})

it('through the status, from its sources to its errors', async () => {
  const { page } = await readers.open(`${trawl.url}/status`)
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await tabTo(page, /^错误$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/status?show=errors')
})

it('wherever the focus is, it can be seen', async () => {
  for (const path of ['/', '/hot', '/status']) {
    const { page } = await readers.open(trawl.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      const look = await page.evaluate(() => {
        const { activeElement } = document
        if (!activeElement || activeElement === document.body) return 'nothing'
        const { outlineStyle, outlineWidth } = getComputedStyle(activeElement)
        const { width, height } = activeElement.getBoundingClientRect()
        return outlineStyle !== 'none' && outlineWidth !== '0px' && width > 1 && height > 1
          ? 'seen'
          : activeElement.outerHTML
      })
      expect(['seen', 'nothing'], path).toContain(look)
    }
  }
})
