// The reader's own order of hot lists: stars, moving, hiding.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { card, menu, namesOf, type ReaderOptions, soon, untilThere, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,douyin,baidu,toutiao,36kr-quick,ithome,douban' })

async function open(path = '/hot?topic=all', options: ReaderOptions = {}): Promise<Page> {
  trawl.standin.setStep(0)
  const { page } = await readers.open(`${trawl.url}${path}`, options)
  return page
}

describe('the reader’s own order', () => {
  it('hides a list, gives it back, and is kept when the page is loaded again', async () => {
    const page = await open()
    await untilThere(card(page, '知乎'))
    await menu(page, '知乎', '隐藏')
    await card(page, '知乎').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '撤销' }).click()
    await card(page, '知乎').waitFor()
    await menu(page, '知乎', '隐藏')
    await card(page, '知乎').waitFor({ state: 'detached' })
    await page.reload()
    await untilThere(card(page, '微博'))
    expect(await card(page, '知乎').count()).toBe(0)
    await page.getByRole('button', { name: '整理榜单' }).click()
    await page.getByRole('dialog').getByRole('switch', { name: '显示 知乎' }).click()
    await page.keyboard.press('Escape')
    await card(page, '知乎').waitFor()
  })

  it('is changed by the keyboard, told to who cannot see it, and kept', async () => {
    const page = await open()
    await untilThere(card(page, '微博'))
    const before = await namesOf(page)
    await card(page, '微博').getByRole('button', { name: /^刷新/ }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page
      .getByRole('status')
      .getByText(/移到了第 \d+ 位/)
      .waitFor({ state: 'attached' })
    await soon(() => namesOf(page)).not.toEqual(before)
    const after = await namesOf(page)
    expect(after.toSorted()).toEqual(before.toSorted())
    await page.reload()
    await untilThere(card(page, '微博'))
    expect(await namesOf(page)).toEqual(after)
  })

  it('is changed by dragging a card onto another', async () => {
    const page = await open('/hot?topic=china')
    await untilThere(card(page, '微博'))
    await untilThere(card(page, '抖音'))
    const before = await namesOf(page)
    const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(2)]
    await first.locator('header [title^="拖动"]').dragTo(second)
    await soon(() => namesOf(page)).not.toEqual(before)
    const after = await namesOf(page)
    await page.getByRole('article').nth(0).locator('h3 a').dragTo(page.getByRole('article').nth(2))
    await soon(() => namesOf(page)).not.toEqual(after)
  })

  it('leaves the focus on the next card when one is hidden, or on what takes it back', async () => {
    const page = await open('/hot?topic=china')
    await untilThere(card(page, '微博'))
    const [first = '', second = ''] = await namesOf(page)
    await card(page, first)
      .getByRole('button', { name: /的更多操作$/ })
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '隐藏', exact: true }).press('Enter')
    await card(page, first).waitFor({ state: 'detached' })
    expect(await card(page, second).evaluate((list) => list === document.activeElement)).toBe(true)
    for (let left = await page.getByRole('article').count(); left > 0; left -= 1) {
      await menu(page, (await namesOf(page))[0] ?? '', '隐藏')
      await soon(() => page.getByRole('article').count()).toBe(left - 1)
    }
    await page.getByText('这个分类没有显示中的榜单').waitFor()
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('撤销')
  })
})
