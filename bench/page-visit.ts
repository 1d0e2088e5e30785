// One first visit to the page in Chromium, with a processor and a network of any slowness, and what it was like for its visitor.
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'

/** What a visitor has. */
export interface Visitor {
  readonly screen: { readonly width: number; readonly height: number }
  /** So many times slower than this machine. */
  readonly slowness: number
  /** A network in place of this machine's own: bits a second, and milliseconds there and back. */
  readonly network?: { readonly bitsPerS: number; readonly roundTripMs: number }
}

/** What is visited, and when it can be used. */
export interface Visited {
  readonly url: string
  /** What is true in the page, as a script says it, as soon as it can be used. */
  readonly isUsable: string
  /** And what is true when all is there; that it can be used, unless given. */
  readonly isOver?: string
}

/** Times in milliseconds since the address was opened. */
export interface Visit {
  readonly firstContentMs: number
  readonly usableMs: number
  /** What tasks took longer than 50 ms, in all, until it could be used and after. */
  readonly blockedMs: number
  /** Layout shifts that no input caused, as they are summed for Cumulative Layout Shift; a window of one second and less is not looked for. */
  readonly shifted: number
  /** Addresses of the scripts that were loaded. */
  readonly scripts: readonly string[]
  /** All that came over the wire for the first load, headers too. */
  readonly transferredBytes: number
}

/** How long a visit may take until all is there. */
const patienceMs = 60_000
const lookEveryMs = 50

/** When all is there, so long is waited for what else may block or move. */
const watchedForMs = 2_000

/** Visits an address with an empty cache. */
export async function visit(
  browser: Browser,
  visitor: Visitor,
  { url, isUsable, isOver = 'true' }: Visited,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: visitor.screen, locale: 'zh-CN', serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await slowDown(page, visitor)
    await page.addInitScript(watching + noting(isUsable))
    await page.goto(url, { waitUntil: 'commit' })
    await until(page, `seenOfVisit.usableMs && (${isOver})`)
    await pause(watchedForMs)
    return await page.evaluate<Visit, undefined>(telling, undefined)
  } finally {
    await context.close()
  }
}

/** The page's policy lets nobody wait within it: what waits there is made of text. */
async function until(page: Page, isSo: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
    if (await page.evaluate(isSo)) return
    await pause(lookEveryMs)
  }
  throw new Error(`${page.url()} was not there after ${patienceMs} ms: ${isSo}`)
}

async function slowDown(page: Page, { slowness, network }: Visitor): Promise<void> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  if (!network) return
  const bytesPerS = network.bitsPerS / 8
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.roundTripMs,
    downloadThroughput: bytesPerS,
    uploadThroughput: bytesPerS,
  })
}

/** Runs in the page before all else. It is text because the types of a browser are not those of this program. */
const watching = `
  const seen = { blockedMs: 0, shifted: 0 }
  globalThis.seenOfVisit = seen
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('longtask', ({ duration }) => { seen.blockedMs += duration - 50 })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shifted += value })
`

/** Runs in the page: notes when it can be used first. */
function noting(isUsable: string): string {
  return `{
    const look = () => {
      if (${isUsable}) seenOfVisit.usableMs = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }`
}

/** Runs in the page at the end. */
const telling = `(() => {
  const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ name }) => !new URL(name).pathname.startsWith('/api/'))
  return {
    ...seenOfVisit,
    firstContentMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    scripts: files.map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js')),
    transferredBytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0),
  }
})()`
