// Page frame: theme, language, navigation, unknown URLs.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityViolations, phone, searchBox, soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,douyin' })

/** Background colour of the page. */
function groundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}

const [paper, night] = ['rgb(245, 247, 248)', 'rgb(15, 21, 25)']

describe('the theme', () => {
  it('is that of the system', async () => {
    const light = await readers.open(trawl.url)
    const dark = await readers.open(trawl.url, { theme: 'dark' })
    await dark.page.getByRole('banner').waitFor()
    expect([await groundOf(light.page), await groundOf(dark.page)]).toEqual([paper, night])
  })

  it('is switched by a press, goes round, and is kept when the page is loaded again', async () => {
    const { page } = await readers.open(trawl.url)
    await page.getByRole('button', { name: '主题：跟随系统' }).click()
    await page.getByRole('button', { name: '主题：浅色' }).click()
    await page.getByRole('button', { name: '主题：深色' }).waitFor()
    await soon(() => groundOf(page)).toBe(night)
    await page.reload()
    await soon(() => groundOf(page)).toBe(night)
    await page.getByRole('button', { name: '主题：深色' }).click()
    await page.getByRole('button', { name: '主题：跟随系统' }).waitFor()
    await soon(() => groundOf(page)).toBe(paper)
  })

  it('that was chosen is there before anything is drawn', async () => {
    const { page } = await readers.open(trawl.url, { theme: 'dark' })
    await page.getByRole('button', { name: '主题：跟随系统' }).click()
    await page.getByRole('button', { name: '主题：浅色' }).waitFor()
    // Without the page's own scripts, only the script in the head can have set it. Another page of the same browser: the first may still be loading parts.
    const next = await page.context().newPage()
    await next.route('**/assets/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
    await next.goto(trawl.url)
    expect(await next.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    expect(await groundOf(next)).toBe(paper)
  })
})

describe('the language', () => {
  it('is switched by a press and kept when the page is loaded again', async () => {
    const { page } = await readers.open(trawl.url)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Hot lists' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Hot lists' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('link', { name: '热榜' }).waitFor()
  })
})

describe('the views', () => {
  const current = (page: Page) =>
    page.getByRole('navigation', { name: '页面', exact: true }).locator('[aria-current=page]').innerText()

  it('are reached by links, without loading the page again, and by the ways back and forward', async () => {
    const { page, asked } = await readers.open(trawl.url)
    await page.getByRole('link', { name: '热榜' }).click()
    await page.waitForURL('**/hot')
    await page.getByRole('link', { name: '状态' }).click()
    await page.waitForURL('**/status')
    await soon(() => current(page)).toBe('状态')
    await page.goBack()
    await page.waitForURL('**/hot')
    await soon(() => current(page)).toBe('热榜')
    await page.goForward()
    await page.waitForURL('**/status')
    await soon(() => current(page)).toBe('状态')
    expect(asked.filter((line) => /^GET [^?]*\/(?:hot|status)$/.test(line))).toEqual([])
  })

  it('do not become wider than a small phone', async () => {
    for (const path of ['/', '/hot', '/watched', '/status', '/settings']) {
      const { page } = await readers.open(`${trawl.url}${path}`, { screen: { width: 320, height: 640 } })
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    }
  })
})

describe('a view that is not there', () => {
  it('because its script did not come says so, and is there once the page is loaded again', async () => {
    const { page } = await readers.open(trawl.url, { mayComplain: /hot-view|ERR_FAILED/ })
    await page.route('**/assets/hot-view*', (route) => route.abort())
    await page.getByRole('link', { name: '热榜' }).click()
    await page.getByRole('heading', { name: '这一部分加载失败' }).waitFor()
    await page.unroute('**/assets/hot-view*')
    await page.getByRole('main').getByRole('button', { name: '刷新' }).click()
    await page.getByRole('navigation', { name: '分类', exact: true }).waitFor()
  })

  it('because it failed says so and tells the console why, and the others are', async () => {
    const { page, complaints } = await readers.open(trawl.url, { mayComplain: /planted fault/ })
    await page.evaluate(() => {
      Map.groupBy = () => {
        throw new RangeError('planted fault')
      }
    })
    await page.getByRole('link', { name: '热榜' }).click()
    await page.getByRole('heading', { name: '这一部分出错了' }).waitFor()
    expect(complaints.filter((line) => line.includes('planted fault'))).not.toEqual([])
    await page.getByRole('link', { name: '搜索' }).click()
    await searchBox(page).waitFor()
  })
})

describe('an unknown address', () => {
  it.each([
    ['zh-CN', '没有这个页面', '去搜索'],
    ['en', 'Page not found', 'Go to search'],
  ])('is told to a reader of %s, and leads back', async (language, title, way) => {
    const { page } = await readers.open(`${trawl.url}/nothing/here?a=b`, { language, mayComplain: /status of 404/ })
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.getByRole('link', { name: way }).click()
    await page.waitForURL(`${trawl.url}/`)
  })
})

describe('the way back to a search', () => {
  it('leads from other views to the last search, and from there to an empty box', async () => {
    const { page } = await readers.open(`${trawl.url}/?kw=x`)
    const link = (name: string) => page.getByRole('navigation').first().getByRole('link', { name })
    await link('热榜').click()
    await page.waitForURL(`${trawl.url}/hot`)
    await link('搜索').click()
    await page.waitForURL(`${trawl.url}/?kw=x`)
    await link('搜索').click()
    await page.waitForURL(`${trawl.url}/`)
  })

  it('is offered at an unknown address too', async () => {
    const { page } = await readers.open(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`, {
      mayComplain: /status of 404/,
    })
    await soon(() => page.evaluate(() => localStorage['trawl.history'] ?? '')).toContain('纸鹤')
    await page.goto(`${trawl.url}/nothing`)
    await searchBox(page).waitFor()
    await page.getByRole('link', { name: '上次搜索：纸鹤' }).click()
    await page.waitForURL(/\?kw=/)
  })
})

describe('the menu of a phone', () => {
  it('is a sheet with theme, clouds and login that takes no focus into a field, and leads to the palette', async () => {
    const { page } = await readers.open(trawl.url, { ...phone, bypassesPolicy: true })
    await page.getByRole('button', { name: /^命令与设置/ }).tap()
    const menu = page.getByRole('dialog', { name: '菜单' })
    await menu.getByRole('button', { name: '深色' }).tap()
    await soon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await menu.getByText('我的网盘').tap()
    await menu.getByRole('checkbox', { name: '夸克网盘' }).check()
    expect(await page.evaluate(() => document.activeElement?.matches('input[type=text]'))).toBe(false)
    expect(await accessibilityViolations(page)).toEqual([])
    await menu.getByRole('button', { name: '找榜单、搜索和命令' }).tap()
    await page.getByRole('dialog', { name: '命令面板' }).waitFor()
  })
})

describe('the frame', () => {
  const navigation = (page: Page) => page.getByRole('navigation').first()

  /** Where the name, the navigation, and the form are. */
  async function boxesOf(page: Page) {
    const parts = await page.locator('header > a, header nav, header nav a, main > search form > *').all()
    return Promise.all(parts.map((part) => part.boundingBox()))
  }

  it.each([
    ['/', 'zh-CN', '热榜'],
    ['/?kw=x', 'zh-CN', '热榜'],
    ['/hot', 'en', 'Hot lists'],
    ['/watched', 'zh-CN', '热榜'],
    ['/status', 'en-US', 'Hot lists'],
  ])('of %s is there for a reader of %s before any script runs', async (path, language, word) => {
    const { page } = await readers.open(`${trawl.url}${path}`, { language, runsScripts: false })
    await page.getByRole('link', { name: word }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await navigation(page).locator('[aria-current=page]').getAttribute('href')).toBe(path.replace(/\?.*/, ''))
  })

  it('has a form that searches without a script', async () => {
    const { page } = await readers.open(`${trawl.url}/`, { runsScripts: false })
    await page.getByRole('combobox', { name: '搜索' }).fill('纸鹤 2')
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    await page.waitForURL(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}+2`)
  })

  it('keeps what was typed, and the focus, when the script takes over', async () => {
    const { page } = await readers.open(trawl.url)
    const gate = Promise.withResolvers<void>()
    await page.route('**/assets/search-view-*.js', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    const box = page.getByRole('combobox', { name: '搜索' })
    await box.fill('纸鹤')
    gate.resolve()
    // The tools of the header come from the script.
    await page.getByRole('button', { name: 'English' }).waitFor()
    expect(await box.inputValue()).toBe('纸鹤')
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
    await box.press('Enter')
    await page.waitForURL(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`)
  })

  it('is not shown in another language than the one that was chosen', async () => {
    const { page } = await readers.open(trawl.url)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Hot lists' }).waitFor()
    await page.route('**/assets/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
    await page.reload()
    expect(await page.getByRole('link', { name: '热榜' }).count()).toBe(0)
    await page.unroute('**/assets/*.js')
    await page.reload()
    await page.getByRole('link', { name: 'Hot lists' }).waitFor()
  })

  it.each([768, 1440, 2560])('has its name in one line, above the edge of every view, at %i pixels', async (width) => {
    const seen: unknown[] = []
    for (const path of ['/', '/?kw=x', '/hot', '/watched', '/status', '/settings']) {
      const { page } = await readers.open(`${trawl.url}${path}`, { language: 'en', screen: { width, height: 900 } })
      const { x, height } = (await page.getByRole('banner').getByRole('link', { name: 'Trawl' }).boundingBox()) ?? {}
      const boxes = await page.locator('main > *').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      // A heading for screen readers only has one pixel.
      seen.push({ x, height, edge: Math.min(...boxes.filter((box) => box.width > 1).map((box) => box.x)) })
    }
    const edge = width < 2_536 ? 20 : 20 + (width - 15 - 2_536) / 2
    expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ x: edge, height: 28, edge })]),
    )
  })

  it.each([
    ['/', 'zh-CN'],
    ['/?kw=x', 'en'],
    ['/hot', 'zh-CN'],
    ['/status', 'en'],
    ['/settings', 'zh-CN'],
  ])('of %s does not move when the script takes over', async (path, language) => {
    for (const screen of [
      { width: 360, height: 780 },
      { width: 1440, height: 900 },
    ]) {
      const plain = await readers.open(`${trawl.url}${path}`, { language, screen, runsScripts: false })
      const alive = await readers.open(`${trawl.url}${path}`, { language, screen })
      await alive.page.getByRole('banner').getByRole('button').last().waitFor()
      const [before, after] = await Promise.all([plain, alive].map(({ page }) => boxesOf(page)))
      expect(before, `at ${screen.width}`).toEqual(after)
      expect(before?.length).toBeGreaterThanOrEqual(6)
    }
  })
})

describe('a search that is opened by its address', () => {
  it('has the script of its results named in the answer, and the browser asks for it before the first script has run', async () => {
    const { page, asked } = await readers.open(trawl.url, { mayComplain: /ERR_FAILED/ })
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.goto(`${trawl.url}/?kw=x`)
    await soon(() => asked.some((line) => /assets\/results-[^/]*\.js$/.test(line))).toBe(true)
  })
})

it.each([
  ['/hot', ['/api/v1/sources', '/api/v1/trends?window=24h&limit=60']],
  ['/status', ['/api/v1/health']],
])('%s asks once for what the document names', async (path, answers) => {
  // Without a recorded history there are no risers.
  const { page, asked } = await readers.open(`${trawl.url}${path}`, { mayComplain: /risers/ })
  await page.getByRole('banner').getByRole('button').last().waitFor()
  for (const answer of answers) await soon(() => asked.filter((line) => line.endsWith(answer)).length).toBe(1)
  expect(asked.filter((line) => line.endsWith('/icon.svg')).length).toBeLessThanOrEqual(1)
})

it('offers the keyboard to skip what stands above the content', async () => {
  const { page } = await readers.open(`${trawl.url}/status`)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '跳到内容' })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  expect(await skip.boundingBox()).toMatchObject({ x: expect.any(Number) })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.querySelector('#main')?.contains(document.activeElement))).toBe(true)
})
