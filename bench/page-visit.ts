// Measures one first visit to the page in Chromium, with a throttled processor and network.
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'

/** The visitor's machine and network. */
export interface Visitor {
  readonly screen: { readonly width: number; readonly height: number }
  /** Processor slowdown compared with this machine. */
  readonly slowness: number
  /** Throttled network: bits per second, and round-trip time in milliseconds. */
  readonly network?: { readonly bitsPerS: number; readonly roundTripMs: number }
}

/** The visited address, and the conditions for usable and complete. */
export interface Visited {
  readonly url: string
  /** A script expression that is true when the page is usable. */
  readonly isUsable: string
  /** A script expression that is true when everything has loaded. Default: `isUsable`. */
  readonly isOver?: string
}

/** Times in milliseconds since navigation. */
export interface Visit {
  readonly firstContentMs: number
  readonly usableMs: number
  /** Total time above 50 ms of long tasks, before and after the page is usable. */
  readonly blockedMs: number
  /** Layout shifts without input, summed as for Cumulative Layout Shift but without its session windows. */
  readonly shifted: number
  /** Addresses of the loaded scripts. */
  readonly scripts: readonly string[]
  /** Those that had arrived when the page was usable. */
  readonly usableScripts: readonly string[]
  /** Bytes of the first load on the wire, headers included. */
  readonly transferredBytes: number
}

/** Timeout for a complete visit, in milliseconds. */
const patienceMs = 60_000
const lookEveryMs = 50

/** Time to observe later blocking and layout shifts, in milliseconds. */
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

/** The page's policy forbids `waitForFunction`, which evaluates text inside the page, so this polls from outside. */
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

/** Runs in the page before other scripts. It is text because this program has no browser types. */
const watching = `
  const seen = { blockedMs: 0, shifted: 0 }
  globalThis.seenOfVisit = seen
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('longtask', ({ duration }) => { seen.blockedMs += duration - 50 })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shifted += value })
`

/** Runs in the page: records when the page is first usable. */
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
  const firstContentMs = performance.getEntriesByName('first-contentful-paint')[0].startTime
  // What the document came with is there before it is painted.
  const usableMs = Math.max(firstContentMs, seenOfVisit.usableMs)
  const scriptsIn = (some) => some.map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'))
  return {
    ...seenOfVisit,
    firstContentMs,
    usableMs,
    scripts: scriptsIn(files),
    usableScripts: scriptsIn(files.filter(({ responseEnd }) => responseEnd <= usableMs)),
    transferredBytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0),
  }
})()`
