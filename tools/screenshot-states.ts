// The states of the page for screenshots: a name, a world, and the steps that lead to it.
import type { Page } from 'playwright-core'
import { showTerminal } from './terminal-picture.ts'

/** Upstream condition for a picture: all answer, some fail, Telegram is not reachable, or none is. */
export type World = 'fair' | 'failing' | 'silent' | 'down'

export interface State {
  readonly name: string
  readonly world: World
  readonly path: string
  /** Brings the page into the state and waits until it is visible; the default is the view as it opens. */
  readonly show?: (page: Page) => Promise<unknown>
}

/** Waits for pending content, up to a limit. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)
}

async function withPosters(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await settle(page)
}

async function searched(page: Page): Promise<void> {
  await page.getByRole('list').getByRole('listitem').first().waitFor()
  // A busy machine answers late, and is no reason for a picture of half a search.
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await settle(page)
}

async function withDialog(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

async function afterSearch(page: Page, name: RegExp): Promise<void> {
  await searched(page)
  await withDialog(page, name)
}

async function withWork(page: Page, title: string): Promise<void> {
  await searched(page)
  await page.getByRole('button', { name: title, exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

async function scrolledToEnd(page: Page): Promise<void> {
  await searched(page)
  await page.mouse.wheel(0, 100_000)
  await settle(page)
}

/** The header's button for the palette. */
const paletteButton = /Ctrl\+K/

async function withCommand(page: Page, name: RegExp): Promise<void> {
  await withDialog(page, paletteButton)
  await page.getByRole('option', { name }).click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

/** Opens a work of the archive, which has it once it was searched for. */
async function atWork(page: Page, kw: string): Promise<void> {
  await searched(page)
  const { href } = new URL(`/api/search?${new URLSearchParams({ kw, res: 'works' })}`, page.url())
  const { data } = await (await page.request.get(href)).json()
  await page.goto(new URL(`/?${new URLSearchParams({ work: data.works[0].key })}`, href).href)
  await page.getByRole('article').waitFor()
  await settle(page)
}

/** The lists of a fresh service take a while. */
async function withStories(page: Page): Promise<void> {
  await page.locator('main ol > li').first().waitFor()
  await settle(page)
}

async function withCardMenu(page: Page): Promise<void> {
  await settle(page)
  await page
    .getByRole('button', { name: /的更多操作$|^More/ })
    .first()
    .click()
  await page.getByRole('link', { name: /^RSS/ }).first().waitFor()
}

async function withSuggestions(page: Page): Promise<void> {
  await settle(page)
  await page.getByRole('combobox').fill('纸')
  await page.getByRole('option').first().waitFor()
}

function wordOf(kw: string, more = ''): string {
  return `/?kw=${encodeURIComponent(kw)}${more}`
}

/** All states, in the order of the pictures. */
export const states: readonly State[] = [
  { name: 'search-empty', world: 'fair', path: '/', show: withPosters },
  { name: 'search-full', world: 'fair', path: wordOf('纸鹤'), show: searched },
  {
    name: 'search-sources',
    world: 'fair',
    path: '/',
    show: (page) => withDialog(page, /^(?:选择来源|Choose sources)/),
  },
  { name: 'search-links', world: 'fair', path: wordOf('纸鹤', '&view=links'), show: searched },
  { name: 'search-filtered', world: 'fair', path: wordOf('纸鹤', '&attr=quality:4K&dead=hide'), show: searched },
  { name: 'search-work', world: 'fair', path: wordOf('纸鹤'), show: (page) => withWork(page, '纸鹤与灯塔') },
  { name: 'work', world: 'fair', path: wordOf('纸鹤'), show: (page) => atWork(page, '纸鹤') },
  { name: 'work-unknown', world: 'fair', path: '/?work=film:纸鹤:9', show: settle },
  { name: 'search-text-only', world: 'fair', path: wordOf('纸鹤'), show: scrolledToEnd },
  {
    name: 'search-export',
    world: 'fair',
    path: wordOf('纸鹤'),
    show: (page) => afterSearch(page, /^(?:导出|Export)$/),
  },
  {
    name: 'search-my-clouds',
    world: 'fair',
    path: wordOf('纸鹤'),
    show: (page) => afterSearch(page, /^(?:我的网盘|My clouds)$/),
  },
  { name: 'search-pasted', world: 'fair', path: wordOf('https://pan.quark.cn/s/16c89a239db2'), show: settle },
  { name: 'search-suggestions', world: 'fair', path: '/', show: withSuggestions },
  { name: 'search-long', world: 'fair', path: wordOf('山'), show: searched },
  { name: 'search-nothing', world: 'fair', path: wordOf('没有人分享过的词 zxqv'), show: settle },
  { name: 'search-some-failed', world: 'failing', path: wordOf('灯塔'), show: searched },
  { name: 'search-no-telegram', world: 'silent', path: wordOf('灯塔'), show: searched },
  { name: 'search-all-failed', world: 'down', path: wordOf('灯塔'), show: settle },
  { name: 'terminal', world: 'fair', path: '/', show: showTerminal },
  { name: 'hot-stories', world: 'fair', path: '/hot', show: withStories },
  { name: 'hot-board', world: 'fair', path: '/hot?topic=all', show: settle },
  { name: 'hot-popular', world: 'fair', path: '/hot?topic=popular', show: settle },
  { name: 'hot-menu', world: 'fair', path: '/hot?topic=popular', show: withCardMenu },
  { name: 'hot-word', world: 'fair', path: '/hot?topic=all&find=台风', show: settle },
  {
    name: 'hot-arrange',
    world: 'fair',
    path: '/hot?topic=popular',
    show: (page) => withDialog(page, /^(?:整理榜单|Arrange)/),
  },
  { name: 'hot-topic', world: 'fair', path: '/hot?topic=tech', show: settle },
  { name: 'hot-failing', world: 'failing', path: '/hot?topic=all', show: settle },
  { name: 'hot-down', world: 'down', path: '/hot?topic=all', show: settle },
  { name: 'watched', world: 'fair', path: '/watched', show: settle },
  { name: 'palette', world: 'fair', path: '/', show: (page) => withDialog(page, paletteButton) },
  { name: 'settings', world: 'fair', path: '/', show: (page) => withCommand(page, /设置：|Settings:/) },
  { name: 'keys', world: 'fair', path: '/', show: (page) => withCommand(page, /快捷键|eyboard/) },
  { name: 'status', world: 'fair', path: '/status', show: settle },
  { name: 'status-failing', world: 'failing', path: '/status', show: settle },
  { name: 'entering', world: 'fair', path: '/', show: (page) => withCommand(page, /^(?:登录|Log in)/) },
  { name: 'missing', world: 'fair', path: '/nothing' },
]
