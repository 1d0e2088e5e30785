// npm run screenshots [NAME…]: pictures of the page in each of its states, from a phone to a wide screen, light and dark, Chinese and English.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startAsking } from '../bench/processes.ts'
import type { FaultRule } from '../standin/faults.ts'
import { startStandin } from '../standin/server.ts'
import { launchChromium } from '../test/kit/servers.ts'
import { type State, states, type World } from './screenshot-states.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'web/screenshots')
const shownFolder = join(root, 'docs/images')

/** English texts are longer: they are looked at where there is the least and the usual room. */
const screens = [
  { width: 360, height: 780, languages: ['zh-CN', 'en'] },
  { width: 768, height: 1024, languages: ['zh-CN'] },
  { width: 1440, height: 900, languages: ['zh-CN', 'en'] },
  { width: 2560, height: 1440, languages: ['zh-CN'] },
] as const
const themes = ['light', 'dark'] as const

/** The pictures that README.md and the documents show, with their names there. */
const shown: ReadonlyMap<string, string> = new Map([
  ['search-full-1440-light-zh', 'search.png'],
  ['search-full-360-dark-zh', 'search-phone.png'],
  ['terminal-768-dark-zh', 'terminal.png'],
  ['hot-board-1440-dark-zh', 'hot.png'],
  ['status-1440-light-en', 'status.png'],
])

const faultsOf: Readonly<Record<World, readonly FaultRule[]>> = {
  fair: [],
  failing: [
    { kind: '503', share: 0.2 },
    { kind: 'challenge-403', share: 0.1 },
    { kind: 'hang', share: 0.1 },
  ],
  silent: [{ kind: 'reset', host: 't.me' }],
  down: [{ kind: 'reset' }],
}

/** One service and stand-in for all states of a world, because their caches must not reach another world. */
async function takeWorld(browser: Browser, world: World, expected: readonly State[]): Promise<void> {
  const standin = await startStandin({ lists: 'growing', weather: 'calm', faults: faultsOf[world], now: new Date() })
  const service = await startAsking(standin.url, { SEARCH_DEADLINE_MS: '3000', MAX_LAG_MS: '0' })
  try {
    for (const state of expected)
      for (const screen of screens)
        for (const language of screen.languages)
          await takeState(browser, `${service.url}${state.path}`, { state, screen, language })
  } finally {
    await service.stop()
    await standin.close()
  }
}

interface Look {
  readonly state: State
  readonly screen: (typeof screens)[number]
  readonly language: (typeof screens)[number]['languages'][number]
}

/** Takes both themes on one page by emulating a change of the system theme. */
async function takeState(browser: Browser, url: string, { state, screen, language }: Look): Promise<void> {
  const { width, height } = screen
  const settings = { viewport: { width, height }, locale: language, timezoneId: 'Asia/Shanghai' } as const
  // A phone's scrollbar overlays the page.
  const isMobile = width < 600
  const context = await browser.newContext({ ...settings, isMobile, hasTouch: isMobile, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('heading').first().waitFor({ state: 'attached' })
    await state.show?.(page)
    for (const theme of themes)
      await take(page, `${state.name}-${screen.width}-${theme}-${language.slice(0, 2)}`, theme)
  } catch (error) {
    console.error(`${state.name} ${screen.width} ${language}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

async function take(page: Page, name: string, colorScheme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme })
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, caret: 'initial', animations: 'disabled' })
  const shownAs = shown.get(name)
  if (shownAs) copyFileSync(path, join(shownFolder, shownAs))
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !states.some((state) => state.name === name))
  if (unknown.length > 0) {
    console.error(`There is no state ${unknown.join(', ')}; there are ${states.map(({ name }) => name).join(', ')}.`)
    process.exitCode = 2
    return
  }
  for (const expected of [folder, shownFolder]) mkdirSync(expected, { recursive: true })
  execFileSync(process.execPath, [join(root, 'tools/build-page.ts')], { stdio: 'inherit' })
  const browser = await launchChromium()
  try {
    const selected = states.filter(({ name }) => names.length === 0 || names.includes(name))
    for (const [world, ofWorld] of Map.groupBy(selected, ({ world }) => world)) await takeWorld(browser, world, ofWorld)
  } finally {
    await browser.close()
  }
  console.info(`screenshots: see ${folder}`)
}

await main(process.argv.slice(2))
