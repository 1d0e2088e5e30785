// Measures the tasks of the page while 5,000 results are scrolled through, in processor time, so that other load on the machine says nothing.
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../test/kit/servers.ts'
import { startAsking, startStandinProcess } from './processes.ts'

const results = 5_000
/** The processor of a mid-range phone is taken to be a quarter as fast. */
const slowness = 4
/** A finger that flings: pixels in a step, and milliseconds between steps. */
const step = { px: 1_000, everyMs: 100 }
/** A search that reaches the end no sooner is given up. */
const maxSteps = 3_000

/** Prints, for each density, how many tasks of the page's thread were long on a phone, and the longest. */
export async function benchPageScroll(): Promise<void> {
  const standin = await startStandinProcess('ordinary', 11)
  const trawl = await startAsking(standin.url)
  const browser = await launchChromium()
  console.info(
    `\nScrolling through ${results} results on a phone (${slowness} times the processor time), ${step.px} px every ${step.everyMs} ms; milliseconds`,
  )
  try {
    for (const view of ['links', 'works']) await scrollThrough(browser, `${trawl.url}/?view=${view}&kw=x`, view)
  } finally {
    await browser.close()
    await trawl.stop()
    await standin.stop()
  }
}

async function scrollThrough(browser: Browser, url: string, view: string): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    locale: 'zh-CN',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.route('**/api/search/stream?*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: stream() }),
  )
  await page.route('**/api/check/links', (route) => route.fulfill({ json: { results: [] } }))
  await page.goto(url)
  await page.locator('[data-row]').first().waitFor()
  // The search itself is over.
  await pause(3_000)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const steps = await toTheEnd(page)
  const tasks = tasksOf(await browser.stopTracing())
  const longest = Math.round(Math.max(0, ...tasks))
  const shown = await page.locator('[data-row]').count()
  const total = Math.round(tasks.reduce((sum, ms) => sum + ms, 0))
  console.info(
    `  ${view}: ${tasks.filter((ms) => ms > 100).length} tasks above 100, the longest ${longest}; ${tasks.filter((ms) => ms > 50).length} above 50, ${total} in all, ${steps} steps, ${shown} results in the document`,
  )
  await context.close()
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time of a task, in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The tasks of the main threads of renderers, in milliseconds of a phone. */
function tasksOf(trace: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const main = new Set(traceEvents.filter(isMain).map(threadOf))
  return traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => (tdur / 1_000) * slowness)
}

/** Scrolls until the last result is on the screen. Returns the number of steps. */
async function toTheEnd(page: Page): Promise<number> {
  await page.mouse.move(180, 400)
  for (let count = 1; count <= maxSteps; count += 1) {
    await page.mouse.wheel(0, step.px)
    await pause(step.everyMs)
    if (await page.evaluate(`document.querySelector('[aria-posinset="${results}"]') !== null`)) return count
  }
  return maxSteps
}

const nothing = { season: null, episodes: null, source: null, size: null, format: null, edition: null, platform: null }
const attributes = { ...nothing, quality: ['4K'], codec: [], audio: [], languages: [], subtitles: [] }

/** Titles of one to three lines, in four clouds. */
function workOf(at: number) {
  const title = `x 纸鹤与灯塔 ${at} ${'2160p WEB-DL 中英双字 '.repeat(at % 4)}`
  const type = ['quark', 'baidu', 'aliyun', 'magnet'][at % 4]
  const datetime = new Date(1_790_000_000_000 - at * 3_600_000).toISOString()
  const link = { type, url: `https://pan.${type}.cn/s/${at}`, password: at % 2 ? 'ab12' : '', note: title, datetime }
  const more = { images: [], health: null, attributes, id: at, key: `${type}:${at}`, sources: ['tg:demo_share'] }
  const known = { original_title: null, year: 2036, kind: 'movie', seasons: [], attributes, images: [], datetime }
  return {
    key: `film:${at}`,
    title,
    ...known,
    sources: 1,
    relevance: 'title',
    excerpt: null,
    links: [{ ...link, ...more }],
    order: [at],
  }
}

function stream(): string {
  const events = [
    ['start', { sources: ['tg:demo_share'] }],
    ['works', { works: Array.from({ length: results }, (_, at) => workOf(at)) }],
    ['end', { complete: true, sources: { asked: 1, answered: 1, failed: 0, pending: 0 }, took_ms: 1 }],
  ]
  return events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')
}
