// npm run screenshots: the pictures of the page and the terminal that README.md and the documents show, into docs/images.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startAsking } from '../bench/processes.ts'
import { startStandin } from '../standin/server.ts'
import { launchChromium } from '../test/kit/servers.ts'
import { showTerminal } from './terminal-picture.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/images')

interface Picture {
  readonly file: string
  readonly path: string
  readonly size: readonly [width: number, height: number]
  readonly theme: 'light' | 'dark'
  readonly language: 'zh-CN' | 'en'
  /** Waits until what is shown is there. */
  readonly show: (page: Page) => Promise<unknown>
}

/** Waits for pending content, up to a limit. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)
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

mkdirSync(folder, { recursive: true })
execFileSync(process.execPath, [join(root, 'tools/build-page.ts')], { stdio: 'inherit' })
const standin = await startStandin({ lists: 'growing', weather: 'calm', now: new Date() })
const service = await startAsking(standin.url, { SEARCH_DEADLINE_MS: '3000', MAX_LAG_MS: '0' })
const browser = await launchChromium()
try {
  for (const { file, path, size, theme, language, show } of pictures) {
    const [width, height] = size
    // A phone's scrollbar overlays the page.
    const isMobile = width < 600
    const settings = { viewport: { width, height }, isMobile, hasTouch: isMobile, locale: language, colorScheme: theme }
    const page = await browser.newPage({ ...settings, timezoneId: 'Asia/Shanghai', serviceWorkers: 'block' })
    await page.goto(service.url + path)
    await page.getByRole('heading').first().waitFor({ state: 'attached' })
    await show(page)
    await page.screenshot({ path: join(folder, file), caret: 'initial', animations: 'disabled' })
    await page.close()
  }
} finally {
  await browser.close()
  await service.stop()
  await standin.close()
}
console.info(`screenshots: see ${folder}`)
