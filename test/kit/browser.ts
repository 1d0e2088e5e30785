// Readers in a real browser: each with a screen, a theme and a language of his own, and watched for what no page of ours may do.
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { launchChromium } from './chromium.ts'

export interface ReaderOptions {
  /** 1440 × 900 unless given. */
  readonly screen?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  /** zh-CN unless given. */
  readonly language?: string
  /** Does the page stay at hand in his browser? No unless given, so that every request is seen. */
  readonly keepsPage?: boolean
  readonly hasTouch?: boolean
  /** What the browser may let the page do, as `clipboard-read`. */
  readonly permissions?: readonly string[]
  /** The address a proxy would tell that he comes from; this machine unless given. */
  readonly cameFrom?: string
  /** For a tool that puts itself into the page; the page's policy does not hold then. */
  readonly bypassesPolicy?: boolean
  /** What the page may have to complain of here: requests that are refused on purpose. */
  readonly mayComplain?: RegExp
}

/** A reader with a page before him. */
export interface Reader {
  readonly page: Page
  readonly context: BrowserContext
  /** All that was asked for so far, `GET http://…`. */
  readonly asked: readonly string[]
  /** Errors on the console, of scripts, and of the policy. */
  readonly complaints: readonly string[]
}

/** What all tests of a file share. */
export interface Readers {
  /** Opens an address in a browser that knows nothing yet. After the test it must have asked nobody else, and complained of nothing. */
  open(url: string, options?: ReaderOptions): Promise<Reader>
}

/** How long a test waits for what is to be seen before it fails: on a busy machine a browser is slow. */
const patienceMs = 15_000
const longestTestMs = 90_000

/** `expect.poll` with the patience of all waiting here. */
export function soon<Value>(look: () => Promise<Value> | Value) {
  return expect.poll(look, { timeout: patienceMs, interval: 50 })
}

/** One browser for all tests of a file. */
export function invite(): Readers {
  const held: { browser?: Browser } = {}
  vi.setConfig({ testTimeout: longestTestMs, hookTimeout: longestTestMs })
  beforeAll(async () => {
    held.browser = await launchChromium()
  })
  afterAll(async () => {
    vi.resetConfig()
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
    // It was never sent: the page's policy forbade it, which stands on the console too.
    if (request.failure()?.errorText === 'csp') asked.splice(asked.lastIndexOf(lineOf(request)), 1)
  })
  context.on('weberror', (problem) => complaints.push(String(problem.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  return { page: await context.newPage(), context, asked, complaints }
}

function lineOf(request: Request): string {
  return `${request.method()} ${request.url()}`
}

/** Bytes the page made itself have an address too. */
function isOurs(line: string, host: string): boolean {
  const { protocol, host: askedHost } = new URL(line.slice(line.indexOf(' ') + 1))
  return askedHost === host || protocol === 'blob:' || protocol === 'data:'
}
