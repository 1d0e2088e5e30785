// Accessibility checks with axe: every view, in both themes and languages, at phone and desktop size.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityViolations, type ReaderOptions, searchEnded, searchStored, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,36kr-quick' })

/** Contrast of icons drawn in the text colour, which axe does not check. */
function contrastOf(mark: Locator): Promise<number> {
  return mark.evaluate((element) => {
    const luminanceOf = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
        const value = Number(part) / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    let under: Element | null = element
    while (under && /transparent|, 0\)/.test(getComputedStyle(under).backgroundColor)) under = under.parentElement
    const grounds = under ? [luminanceOf(getComputedStyle(under).backgroundColor)] : []
    const [light = 0, dark = 0] = [luminanceOf(getComputedStyle(element).color), ...grounds].toSorted((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  })
}

const screens = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
]
const ways = screens.flatMap((screen) =>
  (['zh-CN', 'en'] as const).flatMap((language) => ({ screen, language, name: `${screen.width} px, ${language}` })),
)

interface View {
  readonly name: string
  readonly path: string
  /** Waits until the content is rendered. */
  readonly isThere: (page: Page) => Promise<unknown>
}

const views: readonly View[] = [
  {
    name: 'the empty search',
    path: '/',
    isThere: (page) => page.getByRole('combobox', { name: /^(?:搜索|Search)$/ }).waitFor(),
  },
  {
    name: 'a search with results',
    path: `/?kw=${encodeURIComponent('纸鹤')}`,
    async isThere(page) {
      await page.locator('[data-row]').first().waitFor()
      await searchEnded(page)
    },
  },
  {
    name: 'a search with results by link',
    path: `/?view=links&kw=${encodeURIComponent('纸鹤')}`,
    async isThere(page) {
      await page.locator('[data-row]').first().waitFor()
      await searchEnded(page)
    },
  },
  {
    name: 'a search without results',
    path: `/?kw=${encodeURIComponent('没有人分享过的词zxqv')}`,
    isThere: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  {
    name: 'the watched view',
    path: '/watched',
    isThere: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  {
    name: 'the stories',
    path: '/hot',
    isThere: (page) => page.getByRole('heading', { level: 3 }).first().waitFor(),
  },
  {
    name: 'the board',
    path: '/hot?topic=all',
    isThere: (page) => page.getByRole('article').first().getByRole('listitem').nth(5).waitFor(),
  },
  {
    name: 'a topic',
    path: '/hot?topic=china',
    isThere: (page) => page.getByRole('article').first().getByRole('listitem').nth(5).waitFor(),
  },
  {
    name: 'the status',
    path: '/status',
    isThere: (page) =>
      page
        .getByRole('main')
        .getByText(/demo_share/)
        .first()
        .waitFor(),
  },
  {
    name: 'the errors',
    path: '/status?show=errors',
    isThere: (page) => page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor(),
  },
  {
    name: 'the settings',
    path: '/settings',
    isThere: (page) => page.locator('#addresses form').waitFor(),
  },
  {
    name: 'an unknown address',
    path: '/nothing/here',
    isThere: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
]

/** Both themes share a browser, so that the page is cached. */
async function lookAt({ path, isThere }: View, options: ReaderOptions): Promise<string[]> {
  const { page } = await readers.open(trawl.url + path, {
    ...options,
    bypassesPolicy: true,
    mayComplain: /status of 40[134]/,
  })
  await isThere(page)
  const light = await accessibilityViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  // Off-screen content is not repainted after a theme change, and axe would read the old colours.
  await page.reload()
  await isThere(page)
  return [...light, ...(await accessibilityViolations(page)).map((line) => `dark: ${line}`)]
}

describe.each(ways)('at $name', ({ screen, language }) => {
  it.each(views)('$name is accessible in both themes', async (view) => {
    if (view.path.startsWith('/status')) await (await fetch(`${trawl.url}/api/search?kw=x`)).arrayBuffer()
    expect(await lookAt(view, { screen, language })).toEqual([])
  })

  it('the dialogues are', async () => {
    const options = { screen, language, bypassesPolicy: true }
    const { page } = await readers.open(trawl.url, options)
    await page.getByRole('button', { name: /命令与设置|Commands and settings/ }).waitFor()
    // On phones the button opens the menu.
    await page.keyboard.press('Control+K')
    await page.getByRole('option', { name: /登录|Log in/ }).click()
    await page.getByLabel(/用户名|Username/).waitFor()
    const wrong = await accessibilityViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /选择来源|Choose sources/ }).click()
    await page.getByRole('dialog').waitFor()
    wrong.push(...(await accessibilityViolations(page)))
    await page.goto(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`)
    const names = [/^纸鹤/, /^(?:导出|Export)$/, /^(?:我的网盘|My clouds)$/]
    await searchEnded(page)
    await page.getByRole('button', { name: /^(?:更多|More)$/ }).click()
    for (const name of names) {
      await page.getByRole('button', { name }).first().click()
      await page.getByRole('dialog').waitFor()
      wrong.push(...(await accessibilityViolations(page)))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.goto(`${trawl.url}/hot?topic=all`)
    for (const name of [
      /^命令与设置|^Commands and settings/,
      /^找榜单，找内容|^Find a list/,
      /整理榜单|Arrange the lists/,
    ]) {
      await page.getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      wrong.push(...(await accessibilityViolations(page)))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(wrong).toEqual([])
  })
})

it.each(['zh-CN', 'en'])(
  'a notice is accessible in both themes, and so is the sign that puts it away: %s',
  async (language) => {
    const address = `${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`
    const { page } = await readers.open(address, { language, bypassesPolicy: true })
    await searchStored(page, '纸鹤')
    await page.goto(trawl.url)
    await page.getByRole('button', { name: /^(?:清空|Clear)$/ }).click()
    const close = page.getByRole('status').getByRole('button', { name: /^(?:关闭|Close)$/ })
    await close.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await contrastOf(close)).toBeGreaterThanOrEqual(4.5)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrastOf(close)).toBeGreaterThanOrEqual(4.5)
    await close.hover()
    expect(await contrastOf(close)).toBeGreaterThanOrEqual(4.5)
  },
)
