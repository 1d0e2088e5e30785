// A work by its address: copied from its card, opened from the archive, and what is said where there is none.
import { describe, expect, it } from 'vitest'
import { accessibilityViolations, clipboard, copied, searchEnded, soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()

describe('with an archive', () => {
  const trawl = serveAll()

  it('an address copied from a card opens the work with all links and their state', async () => {
    const { page } = await readers.open(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`, {
      ...clipboard,
      bypassesPolicy: true,
    })
    await searchEnded(page)
    await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '复制作品地址' }).click()
    await soon(() => copied(page)).toMatch(/\/\?work=/)
    const address = await copied(page)
    // The archive is written by a thread of its own.
    await soon(async () => (await fetch(address.replace('/?work=', '/api/v1/works/'))).status).toBe(200)
    await page.goto(address)
    await page.getByRole('heading', { name: '纸鹤与灯塔 (2036)' }).waitFor()
    await soon(() => page.title()).toBe('纸鹤与灯塔 (2036) - Trawl')
    // A check may have found one to be dead, which folds it away.
    const article = page.getByRole('article')
    expect(await article.getByText('纸', { exact: true }).count()).toBe(0)
    const unfold = () =>
      article.locator('details').evaluateAll((all) => all.map((one) => one.toggleAttribute('open', true)))
    await soon(async () => {
      await unfold()
      return article.getByRole('link', { name: /^打开/ }).count()
    }).toBe(4)
    await page.getByRole('article').getByText('有效').first().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: '重新搜索，看有没有新的' }).click()
    await page.waitForURL((url) => url.searchParams.get('kw') === '纸鹤与灯塔')
  })

  it('an address with a search opens the work from the archive, when the search does not find it', async () => {
    const { page } = await readers.open(
      `${trawl.url}/?kw=${encodeURIComponent('灯塔')}&work=film:${encodeURIComponent('没有的片子')}:2`,
      { mayComplain: /status of 404/ },
    )
    await page.getByRole('alert').getByText('存档里没有这部作品').waitFor()
    expect(new URL(page.url()).searchParams.get('kw')).toBeNull()
  })

  it('says that a key is unknown, with a search for its name', async () => {
    const { page } = await readers.open(`${trawl.url}/?work=film:${encodeURIComponent('没有的片子')}:2`, {
      mayComplain: /status of 404/,
    })
    await page.getByRole('alert').getByText('存档里没有这部作品').waitFor()
    await page.getByRole('button', { name: '搜索“没有的片子”' }).click()
    await page.waitForURL((url) => url.search === `?kw=${encodeURIComponent('没有的片子')}`)
  })
})

describe('without an archive', () => {
  const trawl = serveAll({ ARCHIVE: 'false' })

  it('the page says so', async () => {
    const { page } = await readers.open(`${trawl.url}/?work=film:x:`, { mayComplain: /status of 404/ })
    await page.getByRole('alert').getByText('这台服务器没有开启存档').waitFor()
    await page.getByRole('button', { name: '搜索“x”' }).waitFor()
  })
})
