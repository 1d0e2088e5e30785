// Readers in a real browser, each with its own screen, theme and language; requests to other hosts and errors fail the test.

import axe from 'axe-core'
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { launchChromium } from './servers.ts'

export interface ReaderOptions {
  /** Default: 1440 × 900. */
  readonly screen?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  /** Default: zh-CN. */
  readonly language?: string
  /** Whether the browser may cache the page. Default: no, so that every request is visible. */
  readonly keepsPage?: boolean
  readonly hasTouch?: boolean
  /** Browser permissions of the page, such as `clipboard-read`. */
  readonly permissions?: readonly string[]
  /** The client address that a proxy would forward. Default: this machine. */
  readonly cameFrom?: string
  /** Whether the browser runs scripts. Default: yes. */
  readonly runsScripts?: boolean
  /** Disables the page's content security policy, for tools that inject scripts. */
  readonly bypassesPolicy?: boolean
  /** Complaints that the test expects, such as requests refused on purpose. */
  readonly mayComplain?: RegExp
}

export const phone = { screen: { width: 360, height: 780 }, hasTouch: true } as const satisfies ReaderOptions
export const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] } as const satisfies ReaderOptions

/** A reader with an open page. */
export interface Reader {
  readonly page: Page
  readonly context: BrowserContext
  /** All requests so far, as `GET http://…`. */
  readonly asked: readonly string[]
  /** Console errors, script errors and policy violations. */
  readonly complaints: readonly string[]
}

/** The browser that all tests of a file share. */
export interface Readers {
  /**
   * Opens an address in a new browser context. After the test, the page must have asked no other host and reported no
   * errors.
   */
  open(url: string, options?: ReaderOptions): Promise<Reader>
}

/** How long a test polls before it fails; browsers are slow on a busy machine. */
const patienceMs = 60_000

/** `expect.poll` with `patienceMs`. */
export function soon<Value>(look: () => Promise<Value> | Value) {
  return expect.poll(look, { timeout: patienceMs, interval: 50 })
}

/** Waits for the tools of the header, the last that a page loads by itself: without a network they could not be loaded. */
export async function headerLoaded(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:命令与设置|Commands and settings)/ }).waitFor()
}

/** Creates one browser for all tests of a file. */
export function useBrowser(): Readers {
  const held: { browser?: Browser } = {}
  beforeAll(async () => {
    held.browser = await launchChromium()
  })
  afterAll(async () => {
    await held.browser?.close()
  })
  return {
    async open(url, options = {}) {
      if (!held.browser) throw new Error('the browser is there while a test runs')
      const context = await held.browser.newContext(contextOf(options))
      context.setDefaultTimeout(patienceMs)
      const reader = await watch(context)
      onTestFinished(async () => {
        await context.close()
        const { host } = new URL(url)
        expect(reader.asked.filter((line) => !isOurs(line, host))).toEqual([])
        expect(reader.complaints.filter((line) => options.mayComplain?.test(line) !== true)).toEqual([])
      })
      await reader.page.goto(url)
      return reader
    },
  }
}

function contextOf(options: ReaderOptions) {
  const { screen = { width: 1440, height: 900 }, theme = 'light', language = 'zh-CN' } = options
  return {
    viewport: screen,
    colorScheme: theme,
    locale: language,
    timezoneId: 'Asia/Shanghai',
    serviceWorkers: options.keepsPage ? ('allow' as const) : ('block' as const),
    hasTouch: options.hasTouch ?? false,
    permissions: [...(options.permissions ?? [])],
    javaScriptEnabled: options.runsScripts ?? true,
    bypassCSP: options.bypassesPolicy ?? false,
    reducedMotion: 'reduce' as const,
    ...(options.cameFrom !== undefined && { extraHTTPHeaders: { 'x-forwarded-for': options.cameFrom } }),
  }
}

async function watch(context: BrowserContext): Promise<Reader> {
  const asked: string[] = []
  const complaints: string[] = []
  context.on('request', (request) => asked.push(lineOf(request)))
  context.on('requestfailed', (request) => {
    // The page's policy blocked the request before it was sent; the console shows that too.
    if (request.failure()?.errorText === 'csp') asked.splice(asked.lastIndexOf(lineOf(request)), 1)
  })
  context.on('weberror', (problem) => complaints.push(String(problem.error())))
  context.on('console', (message) => {
    // Pictures of posts are often gone, or on hosts that are not allowed.
    const isPicture = message.location().url.includes('/api/v1/picture?')
    if (message.type() === 'error' && !isPicture) complaints.push(`${message.text()} (${message.location().url})`)
  })
  return { page: await context.newPage(), context, asked, complaints }
}

function lineOf(request: Request): string {
  return `${request.method()} ${request.url()}`
}

/** Data and blob URLs that the page made count as ours. */
function isOurs(line: string, host: string): boolean {
  const { protocol, host: askedHost } = new URL(line.slice(line.indexOf(' ') + 1))
  return askedHost === host || protocol === 'blob:' || protocol === 'data:'
}

const outcome = z.array(z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** Violations, one per line. The page's content security policy must be bypassed. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(`axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  }).then(({ violations }) => violations)`)
  return outcome.parse(found).flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

export function searchBox(page: Page): Locator {
  return page.getByRole('combobox', { name: '搜索', exact: true })
}

/** Searches for a text that is typed or pasted. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await searchBox(page).fill(text)
  await page.keyboard.press('Enter')
}

/** What was copied; the reader has the permissions of `clipboard`. */
export function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Waits until the search has ended and what it found is shown. The progress bar is no sign of it: before the search it is not there either. */
export async function searchEnded(page: Page): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^(?:搜索结束|Done: )/ })
    .waitFor()
}

/** Waits until the browser has stored a search among the recent ones: that code is loaded beside the results. */
export async function searchStored(page: Page, keyword: string): Promise<void> {
  await soon(() => page.evaluate(() => localStorage.getItem('trawl.history'))).toContain(keyword)
}

/** On a phone, a list has a card in each of its tabs. */
export function tab(page: Page, name: string) {
  return page.getByRole('region', { name })
}
export function card(page: Page | Locator, name: string) {
  return page.getByRole('article', { name })
}
export function items(list: Locator) {
  return list.getByRole('listitem')
}
export function headline(list: Locator, at: number) {
  return items(list).nth(at).locator('a[target=_blank]')
}
export function namesOf(page: Page) {
  return page.getByRole('article').getByRole('heading').allTextContents()
}

export async function menu(page: Page, name: string, action: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /的更多操作$/ })
    .click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

/** Lists are loaded when they come near the viewport. */
export async function untilThere(list: Locator): Promise<void> {
  await list.scrollIntoViewIfNeeded()
  await items(list).nth(7).waitFor()
}
