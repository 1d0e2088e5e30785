// npm run screenshots: the pictures of the page and the terminal that the documents show, into docs/images; with `-- --moving` the
// moving ones of README.md, which need ffmpeg.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startAsking } from '../bench/processes.ts'
import { startStandin } from '../standin/server.ts'
import { launchChromium } from '../test/kit/servers.ts'
import { recordSearch, requireFfmpeg, settle, unhurried } from './moving-picture.ts'
import { showTerminal } from './terminal-picture.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/images')

interface View {
  readonly path: string
  readonly size: readonly [width: number, height: number]
  readonly theme: 'light' | 'dark'
  readonly language: 'zh-CN' | 'en'
}

interface Picture extends View {
  readonly file: string
  /** Waits until what is shown is there. */
  readonly show: (page: Page) => Promise<unknown>
}

async function waitForResults(page: Page): Promise<void> {
  await page.getByRole('list').getByRole('listitem').first().waitFor()
  // A busy machine answers late, and is no reason for a picture of half a search.
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await settle(page)
}

/** The settings of the server that people at home change. */
async function showOwnSources(page: Page): Promise<void> {
  await page.locator('#channels').evaluate((section) => section.scrollIntoView())
  await settle(page)
}

const search = { path: `/?kw=${encodeURIComponent('纸鹤')}`, language: 'zh-CN', show: waitForResults } as const

const pictures: readonly Picture[] = [
  { ...search, file: 'search.png', size: [1440, 900], theme: 'light' },
  { ...search, file: 'search-phone.png', size: [360, 780], theme: 'dark' },
  { file: 'terminal.png', path: '/', size: [768, 1024], theme: 'dark', language: 'zh-CN', show: showTerminal },
  { file: 'hot.png', path: '/hot?topic=all', size: [1440, 900], theme: 'dark', language: 'zh-CN', show: settle },
  {
    file: 'settings-zh.png',
    path: '/settings',
    size: [768, 1024],
    theme: 'light',
    language: 'zh-CN',
    show: showOwnSources,
  },
  { file: 'watched-zh.png', path: '/watched', size: [768, 800], theme: 'light', language: 'zh-CN', show: settle },
  { file: 'status.png', path: '/status', size: [1440, 900], theme: 'light', language: 'en', show: settle },
  { file: 'status-zh.png', path: '/status', size: [1440, 900], theme: 'light', language: 'zh-CN', show: settle },
]

/** The moving pictures of README.md and README.zh-CN.md. */
const moving = [
  { file: 'search-and-copy.gif', language: 'en' },
  { file: 'search-and-copy-zh.gif', language: 'zh-CN' },
] as const

async function openPage(browser: Browser, url: string, { path, size, theme, language }: View): Promise<Page> {
  const [width, height] = size
  // A phone's scrollbar overlays the page.
  const isMobile = width < 600
  const settings = { viewport: { width, height }, isMobile, hasTouch: isMobile, locale: language, colorScheme: theme }
  const page = await browser.newPage({ ...settings, timezoneId: 'Asia/Shanghai', serviceWorkers: 'block' })
  await page.goto(url + path)
  await page.getByRole('heading').first().waitFor({ state: 'attached' })
  return page
}

const isMoving = process.argv.includes('--moving')
if (isMoving) requireFfmpeg()
mkdirSync(folder, { recursive: true })
execFileSync(process.execPath, [join(root, 'tools/build-page.ts')], { stdio: 'inherit' })
const standin = await startStandin({ lists: 'growing', weather: isMoving ? unhurried : 'calm', now: new Date() })

async function startService() {
  const deadline = isMoving ? {} : { SEARCH_DEADLINE_MS: '3000' }
  const service = await startAsking(standin.url, { MAX_LAG_MS: '0', ...deadline })
  return { url: service.url, [Symbol.asyncDispose]: service.stop }
}

const browser = await launchChromium()
try {
  for (const { file, language } of isMoving ? moving : []) {
    // Each has a service of its own: the second search would be answered from the cache.
    await using service = await startService()
    const page = await openPage(browser, service.url, { path: '/', size: [800, 600], theme: 'light', language })
    await settle(page)
    await recordSearch(page, join(folder, file))
  }
  if (!isMoving) {
    await using service = await startService()
    for (const { file, show, ...view } of pictures) {
      const page = await openPage(browser, service.url, view)
      await show(page)
      await page.screenshot({ path: join(folder, file), caret: 'initial', animations: 'disabled' })
      await page.close()
    }
  }
} finally {
  await browser.close()
  await standin.close()
}
console.info(`screenshots: see ${folder}`)
