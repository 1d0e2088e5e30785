// Search, in the view of works: cards, filters, the user's clouds, details, copying, export, a pasted share, late sources.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { searchMessages } from '../../web/src/search/messages.ts'
import {
  clipboard,
  copied,
  type ReaderOptions,
  searchBox,
  searchEnded,
  searchFor,
  soon,
  useBrowser,
} from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll()

function open(kw: string, more = '', options: ReaderOptions = {}) {
  return readers.open(`${trawl.url}/?kw=${encodeURIComponent(kw)}${more}`, options)
}

function cards(page: Page) {
  return page.getByRole('region', { name: searchMessages.zh.results }).locator('li[aria-posinset]')
}

function card(page: Page, title: string) {
  return cards(page).filter({ has: page.getByRole('button', { name: title, exact: true }) })
}

function titlesIn(page: Page): Promise<string[]> {
  return cards(page).locator('button[title]:first-child bdi').allInnerTexts()
}

async function untilDone(page: Page, works: string): Promise<void> {
  await page.getByText(works, { exact: true }).waitFor()
  await searchEnded(page)
  await page.getByRole('button', { name: '导出' }).waitFor()
}

/** Whether a press in the middle of the element meets it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

describe('a card', () => {
  it('has title, year, attributes, and the best link of each cloud with its code and state', async () => {
    const { page } = await open('纸鹤')
    await untilDone(page, '3 部作品')
    const film = card(page, '纸鹤与灯塔')
    await film.getByText('2036').waitFor()
    await film.getByText('4K').waitFor()
    expect(await film.getByRole('link').count()).toBeGreaterThan(2)
    const quark = film.getByRole('link', { name: /夸克/ })
    expect(await quark.getAttribute('href')).toMatch(/^https:\/\/pan\.quark\.cn\//)
    await film.getByRole('link', { name: /迅雷 Ffi5/ }).waitFor()
    await cards(page).getByRole('link', { name: /有效/ }).first().waitFor()
  })

  it('loads its picture when it is seen, from the service and nobody else', async () => {
    const { page, asked } = await open('纸鹤')
    await untilDone(page, '3 部作品')
    await soon(() => page.locator('main img').count()).toBeGreaterThan(0)
    expect(asked.filter((line) => line.includes('/api/v1/picture')).length).toBeGreaterThan(0)
    const box = await page.locator('main img').first().boundingBox()
    expect([box?.width, box?.height]).toEqual([56, 76])
  })

  it('leads somebody with a phone to a link that lives, in a cloud of his, with two presses', async () => {
    const screen = { width: 360, height: 780 }
    const { page } = await readers.open(trawl.url, { screen, hasTouch: true })
    // His clouds, chosen at an earlier visit.
    await page.evaluate(() => localStorage.setItem('trawl.clouds', JSON.stringify(['quark', 'baidu'])))
    await page.reload()
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        if (link?.target === '_blank') event.preventDefault()
        if (link?.target === '_blank') document.title = link.href
      })
    })
    await searchBox(page).fill('纸鹤与灯塔')
    await page.getByRole('button', { name: '搜索', exact: true }).tap()
    const living = card(page, '纸鹤与灯塔')
      .getByRole('link', { name: /(?:夸克|百度).*有效/s })
      .first()
    // Not visible for a moment while results come and its card is drawn anew.
    await soon(async () => {
      const box = await living.boundingBox()
      return box ? box.y + box.height : screen.height
    }).toBeLessThan(screen.height)
    await living.tap()
    await soon(() => page.title()).toMatch(/^https:\/\/pan\.(?:quark\.cn|baidu\.com)\//)
  })

  it.each([[[]], [['xunlei']]])(
    'leads somebody with a phone, whose clouds are %j, to a copied link of Quark with three presses that need no scrolling',
    async (clouds) => {
      const screen = { width: 360, height: 780 }
      const { page, context } = await readers.open(trawl.url, { screen, hasTouch: true, ...clipboard })
      await page.evaluate((mine) => localStorage.setItem('trawl.clouds', JSON.stringify(mine)), clouds)
      await page.reload()
      await searchBox(page).tap()
      await page.keyboard.type('纸鹤')
      await page.getByRole('button', { name: '搜索', exact: true }).tap()
      // Until then works above may still join, and move it.
      await searchEnded(page)
      const film = card(page, '纸鹤与灯塔')
      await film.getByRole('link', { name: /夸克.*有效/s }).waitFor()
      const copy = film.getByRole('button', { name: '复制夸克网盘的链接' })
      // A press at its place: `tap` would scroll to it first.
      await soon(() => copy.evaluate(isOnTop)).toBe(true)
      const { x = 0, y = 0, width = 0, height = 0 } = (await copy.boundingBox()) ?? {}
      await page.touchscreen.tap(x + width / 2, y + height / 2)
      await soon(() => copied(page)).toMatch(/^纸鹤与灯塔 \(2036\)\nhttps:\/\/pan\.quark\.cn\//)
      expect(context.pages()).toHaveLength(1)
    },
  )
})

describe('works', () => {
  it('in the text of which alone the word stands are below a line, with the words around it', async () => {
    const { page } = await open('云')
    await untilDone(page, '30 部作品')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByRole('heading', { name: '以下仅正文提到' }).waitFor()
    await cards(page).locator('p mark').first().waitFor()
  })

  it.each([
    [{ width: 1440, height: 900 }, 12],
    [{ width: 360, height: 780 }, 5],
  ])('of a screen of %j are at least %i', async (screen, fewest) => {
    const { page } = await open('海', '', { screen })
    await searchEnded(page)
    const seen = () =>
      cards(page).evaluateAll((all) => {
        const { top = innerHeight } = document.querySelector('nav')?.getBoundingClientRect() ?? {}
        const end = top > innerHeight / 2 ? top : innerHeight
        return all.filter((one) => one.getBoundingClientRect().bottom <= end).length
      })
    await soon(seen).toBeGreaterThanOrEqual(fewest)
  })

  it.each([[{ width: 1440, height: 900 }], [{ width: 360, height: 780 }]])(
    'move nothing on a screen of %j while they come',
    async (screen) => {
      const { page } = await readers.open(trawl.url, { screen })
      await page.addInitScript(() => {
        const seen = { shift: 0 }
        Object.assign(globalThis, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) seen.shift += Number(entry.value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(`${trawl.url}/?kw=${encodeURIComponent('风')}`)
      await searchEnded(page)
      await cards(page).first().waitFor()
      expect(await page.evaluate(() => Number(Reflect.get(Reflect.get(globalThis, 'seen'), 'shift')))).toBeLessThan(
        0.005,
      )
    },
  )

  it('keep their places for somebody who reads, and new ones follow', async () => {
    trawl.standin.setFaults({ kind: 'slow-drip', match: '/s/demo_three', amount: 10_000 })
    const { page } = await open('山')
    await page.getByText(searchMessages.zh.answered(2, 3)).waitFor()
    await cards(page).first().getByRole('button').first().focus()
    const before = await titlesIn(page)
    await searchEnded(page)
    await page.getByText(searchMessages.zh.answered(3, 3)).waitFor()
    const after = await titlesIn(page)
    expect(after.slice(0, before.length)).toEqual(before)
  })
})

describe('the works that are shown', () => {
  it('are narrowed with one press, which the address keeps', async () => {
    const { page } = await open('云')
    await untilDone(page, '30 部作品')
    const filter = page.getByRole('button', { name: /^图书 ?\d+$/ })
    const count = Number(/\d+/.exec(await filter.innerText())?.[0])
    await filter.click()
    await page.getByText(`${count}/30 部作品`).waitFor()
    expect(new URL(page.url()).searchParams.get('attr')).toBe('kind:book')
    await page.reload()
    await untilDone(page, `${count}/30 部作品`)
    await page.getByRole('button', { name: /^图书/, pressed: true }).click()
    await page.getByText('30 部作品', { exact: true }).waitFor()
  })

  it('are checked as well where they are not seen yet, once only those that work are wanted', async () => {
    const { page } = await open('云', '', { screen: { width: 1440, height: 400 } })
    await untilDone(page, '30 部作品')
    const checked = new Set<string>()
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/check/links')) return
      for (const { url } of request.postDataJSON().items) checked.add(url)
    })
    const { data } = await (await page.request.get(`${trawl.url}/api/search?kw=云&res=works`)).json()
    const works: readonly { readonly links: readonly { readonly url: string }[] }[] = data.works
    await page.getByRole('button', { name: '只看有效' }).click()
    await soon(() => new URL(page.url()).searchParams.get('dead')).toBe('hide')
    // Such a low screen shows at most eight.
    await soon(() => works.filter(({ links }) => links.some(({ url }) => checked.has(url))).length).toBeGreaterThan(12)
  })

  it('have the links of one’s own clouds first, and can be those of them only, also at the next visit', async () => {
    const { page } = await open('纸鹤')
    await untilDone(page, '3 部作品')
    await page.getByRole('button', { name: '我的网盘', exact: true }).click()
    await page.getByRole('dialog').getByLabel('迅雷云盘').check()
    await page.keyboard.press('Escape')
    await soon(() => card(page, '纸鹤与灯塔').getByRole('link').first().innerText()).toContain('迅雷')
    await page.getByText('1/3 部作品').waitFor()
    await page.reload()
    await untilDone(page, '1/3 部作品')
    await page.getByRole('button', { name: '我的网盘', exact: true, pressed: true }).click()
    await untilDone(page, '3 部作品')
  })

  it('are those of one cloud after one press, on a phone too, which the address keeps', async () => {
    const { page } = await open('纸鹤', '', { screen: { width: 390, height: 844 } })
    await page.getByText('3 部作品', { exact: true }).waitFor()
    await searchEnded(page)
    const quark = page.getByRole('button', { name: /^夸克 ?\d+$/ })
    const count = Number(/\d+/.exec(await quark.innerText())?.[0])
    await quark.click()
    await soon(() => cards(page).count()).toBe(count)
    for (const links of await cards(page).getByRole('link').allInnerTexts()) expect(links).toContain('夸克')
    expect(new URL(page.url()).searchParams.get('tab')).toBe('quark')
  })

  it('can be seen as links, and back', async () => {
    const { page, asked } = await open('纸鹤')
    await untilDone(page, '3 部作品')
    await page.getByRole('button', { name: '链接', exact: true }).click()
    await soon(() => cards(page).count()).toBe(9)
    expect(new URL(page.url()).searchParams.get('view')).toBe('links')
    await page.getByRole('button', { name: '作品' }).click()
    await soon(() => cards(page).count()).toBe(3)
    expect(asked.filter((line) => line.includes('/api/search/stream'))).toHaveLength(1)
  })

  it('are exported: the selected ones, as a table', async () => {
    const { page } = await open('纸鹤')
    await untilDone(page, '3 部作品')
    await page.getByRole('button', { name: '导出' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '选择几项…' }).click()
    await page.getByRole('checkbox', { name: '选择 纸鹤与灯塔' }).check()
    await page.getByText('已选 1 项').waitFor()
    await page.getByRole('button', { name: '导出' }).last().click()
    const saved = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'CSV 表格' }).click()
    expect((await saved).suggestedFilename()).toBe('trawl.csv')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '取消选择' }).click()
    await page.getByRole('checkbox').waitFor({ state: 'detached' })
  })
})

describe('by keyboard', () => {
  it('j moves to the works from anywhere, c copies, x selects, o opens, ? tells the keys', async () => {
    const { page } = await open('纸鹤', '', clipboard)
    await untilDone(page, '3 部作品')
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'))
    await page.keyboard.press('j')
    await soon(focused).toBe('1')
    await page.keyboard.press('j')
    await soon(focused).toBe('2')
    await page.keyboard.press('k')
    await soon(focused).toBe('1')
    await page.keyboard.press('ArrowDown')
    await soon(focused).toBe('3')
    await page.keyboard.press('c')
    await soon(() => copied(page)).toMatch(/\nhttps:/)
    await page.keyboard.press('x')
    await page.getByText('已选 1 项').waitFor()
    await page.keyboard.press('x')
    await page.getByText('已选 0 项').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await soon(focused).toBe('3')
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        event.preventDefault()
        if (event.target instanceof HTMLAnchorElement) document.title = event.target.href
      })
    })
    await page.keyboard.press('o')
    await soon(() => page.title()).toMatch(/^https:/)
  })
})

describe('a way on', () => {
  it('from nothing are shorter words, and what is popular', async () => {
    const { page } = await open('纸鹤与灯塔 2036 无此版本zxqv')
    await page.getByRole('heading', { name: '没有找到结果' }).waitFor()
    await page.getByRole('region', { name: '大家在看' }).getByRole('link').first().waitFor()
    await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
    await card(page, '纸鹤与灯塔').waitFor()
  })

  it('from a slip of the pen is the title that was meant', async () => {
    const { page } = await readers.open(trawl.url)
    const suggestions = [{ title: '纸鹤与灯塔', from: 'archive', match: 'near' }]
    await page.route('**/api/v1/suggest?*', (route) =>
      route.fulfill({ json: { apiVersion: '1.0', timestamp: 0, suggestions } }),
    )
    await searchFor(page, '无此片zxqv')
    await page.getByRole('heading', { name: '没有找到结果' }).waitFor()
    await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
    await card(page, '纸鹤与灯塔').waitFor()
    expect(new URL(page.url()).searchParams.get('kw')).toBe('纸鹤与灯塔')
  })

  it('from the pasted text of a share is its work, by its address; box, address and history have no more of the text', async () => {
    const { page } = await open('纸鹤', '', clipboard)
    await untilDone(page, '3 部作品')
    // The post of this link has its address in its text, by which the channel finds it.
    const link = card(page, '纸鹤与灯塔').getByRole('link', { name: /迅雷/ })
    const url = ((await link.getAttribute('href')) ?? '').replace(/\?.*/, '')
    const text = `我用迅雷云盘给你分享了「纸鹤与灯塔」，点击链接或复制整段内容，打开「手机迅雷APP」即可获取。链接：${url} 提取码：ab12`
    const box = searchBox(page)
    await box.fill(text)
    await page.keyboard.press('Enter')
    await soon(() => box.inputValue()).toBe(url)
    await untilDone(page, '1 部作品')
    await card(page, '纸鹤与灯塔').waitFor()
    const told = page.getByRole('status').filter({ hasText: '你粘贴的分享' })
    await told.getByText('ab12').first().waitFor()
    expect(await told.getByRole('link', { name: '打开' }).getAttribute('href')).toContain(url)
    await told.getByRole('button', { name: '复制' }).click()
    await soon(() => copied(page)).toBe(`纸鹤与灯塔\n${url}?pwd=ab12`)
    const stored = await page.evaluate(() =>
      JSON.stringify([localStorage, location.href].map((one) => `${JSON.stringify(one)}`)),
    )
    expect(decodeURIComponent(stored)).not.toMatch(/复制整段|给你分享了/)
  })

  it('from the pasted text of a share that nobody knows is what it names, beside the share', async () => {
    const { page } = await readers.open(trawl.url)
    const box = searchBox(page)
    await box.fill(
      '「纸鹤与灯塔」，点击链接保存，或者复制本段内容，打开「阿里云盘」APP 链接：https://www.alipan.com/s/AbCdEf12345',
    )
    await page.keyboard.press('Enter')
    await card(page, '纸鹤与灯塔').waitFor()
    expect(await box.inputValue()).toBe('纸鹤与灯塔')
    await page
      .getByRole('status')
      .filter({ hasText: '你粘贴的分享' })
      .getByText('https://www.alipan.com/s/AbCdEf12345')
      .waitFor()
    expect(new URL(page.url()).searchParams.get('kw')).toBe('纸鹤与灯塔')
  })

  it('from a pasted share is that its state is unknown, when the check fails', async () => {
    const { page } = await readers.open(trawl.url, { mayComplain: /ERR_FAILED/ })
    await page.route('**/api/check/links', (route) => route.abort())
    await searchFor(page, 'https://pan.quark.cn/s/0123456789ab')
    await page.getByRole('status').filter({ hasText: '你粘贴的分享' }).getByText('无法确认').waitFor()
  })

  it('from sources that are late is that they come by themselves', async () => {
    const { page } = await readers.open(trawl.url)
    let requests = 0
    await page.route('**/api/search/stream?*', async (route) => {
      requests += 1
      if (requests === 1) await route.fulfill({ contentType: 'text/event-stream', body: lateStream })
      else await route.continue()
    })
    await searchFor(page, '纸鹤')
    await page.getByRole('heading', { name: '没有找到结果' }).waitFor()
    await untilDone(page, '3 部作品')
    expect(requests).toBe(2)
  })
})

const lateStream = [
  ['start', { sources: ['tg:demo_share'] }],
  ['end', { complete: false, sources: { asked: 1, answered: 0, failed: 0, pending: 1 }, took_ms: 1 }],
]
  .map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  .join('')
