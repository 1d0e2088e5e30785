// Measures a search with 5,000 links on a phone: time to the first and to all rows, scroll frames, memory. Usage: node bench/long-list.ts FOLDER…
// Each folder is a built page (`npx vite build web --outDir FOLDER`). Its service is a stub that sends all links in events of 250.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, extname, join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../test/kit/chromium.ts'
import { spread } from './statistics.ts'

const [linkCount, perEvent, visits] = [5_000, 250, Number(process.env.VISITS ?? 5)]
const screen = { width: 360, height: 780 }
/** Processor slowdown compared with this machine. */
const slowness = 4

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

const nothing = { season: null, episodes: null, source: null, size: null, format: null, edition: null, platform: null }
const attributes = { ...nothing, quality: [], codec: [], audio: [], languages: [], subtitles: [] }

/** Works of one link each. */
function worksFrom(start: number) {
  return linksFrom(start).map((link) => ({
    ...{ key: link.key, title: link.note, original_title: null, year: null, kind: 'movie', seasons: [], attributes },
    ...{ images: [], datetime: link.datetime, sources: 2, relevance: 'title', excerpt: null },
    ...{ links: [link], order: [link.id] },
  }))
}

function linksFrom(start: number) {
  return Array.from({ length: perEvent }, (_, at) => ({
    url: `https://pan.quark.cn/s/${start + at}`,
    password: at % 3 === 0 ? 'a1b2' : '',
    note: `纸鹤 第 ${start + at} 部 国语中字 4K HDR${' 全集'.repeat(at % 9)}`,
    datetime: new Date(Date.UTC(2026, 10, 20) - (start + at) * 3_600_000).toISOString(),
    type: 'quark',
    id: start + at,
    health: null,
    attributes,
    images: [],
    key: `quark:${start + at}`,
    sources: ['tg:demo_share', 'tg:demo_two'],
  }))
}

/** The whole stream of the search. */
function eventStream(): string {
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  const links = Array.from({ length: linkCount / perEvent }, (_, at) =>
    event('works', { works: worksFrom(at * perEvent) }),
  )
  const sources = { asked: 1, answered: 1, failed: 0, pending: 0 }
  return [event('start', { sources: ['tg:demo_share'] }), ...links, event('end', { complete: true, sources })].join('')
}

async function serve(folder: string): Promise<{ readonly url: string; close(): void }> {
  const stream = eventStream()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/api/search/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream)
    else if (path.startsWith('/api/')) response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    else {
      const file = extname(path) === '' ? 'index.html' : path
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' })
      response.end(readFileSync(join(folder, file)))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/?view=links&kw=%E7%BA%B8%E9%B9%A4`, close: () => server.close() }
}

interface Figures {
  readonly firstMs: number
  readonly allMs: number
  readonly blockedMs: number
  readonly frameMs: number
  readonly slowFrames: number
  readonly tabMs: number
  readonly heapMb: number
  readonly nodes: number
}

/** Runs in the page before its scripts. It is text because this program has no browser types. */
const watching = `{
  const seen = { blockedMs: 0 }
  globalThis.seen = seen
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => { seen.blockedMs += duration - 50 }))
    .observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector('[role=tabpanel] li')) seen.firstMs ??= performance.now()
    if (document.querySelector('[role=tabpanel] li[aria-setsize="${linkCount}"]') && !document.querySelector('[role=progressbar]')) seen.allMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

/** Runs in the page: scrolls two screens in each of 60 frames; resolves to the durations of the frames. */
const scrolling = `new Promise((resolve) => {
  const frames = []
  let last = performance.now()
  const step = () => {
    const now = performance.now()
    frames.push(now - last)
    last = now
    if (frames.length > 60) return resolve(frames.slice(1))
    scrollBy(0, ${screen.height * 2})
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

/** Runs in the page: sorts by time; resolves to the milliseconds until the next frame after the rows are sorted. */
const sorting = `new Promise((resolve) => {
  const began = performance.now()
  history.pushState({}, '', location.search + '&sort=time')
  dispatchEvent(new PopStateEvent('popstate'))
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)))
})`

async function until(page: Page, condition: string): Promise<void> {
  while (!(await page.evaluate(condition))) await page.waitForTimeout(100)
}

async function metric(wire: CDPSession, name: string): Promise<number> {
  const { metrics } = await wire.send('Performance.getMetrics')
  return metrics.find((one) => one.name === name)?.value ?? 0
}

async function measure(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: screen, locale: 'zh-CN', serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const wire = await context.newCDPSession(page)
    await wire.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await wire.send('Performance.enable')
    await page.addInitScript(watching)
    await page.goto(url, { waitUntil: 'commit' })
    await until(page, 'seen.allMs > 0')
    const seen = await page.evaluate<Pick<Figures, 'firstMs' | 'allMs' | 'blockedMs'>>('seen')
    const frames = await page.evaluate<number[]>(scrolling)
    const tabMs = await page.evaluate<number>(sorting)
    await wire.send('HeapProfiler.collectGarbage')
    return {
      ...seen,
      frameMs: frames.toSorted((a, b) => a - b)[Math.floor(frames.length / 2)] ?? 0,
      slowFrames: frames.filter((ms) => ms > 50).length,
      tabMs,
      heapMb: (await metric(wire, 'JSHeapUsedSize')) / 1_000_000,
      nodes: await metric(wire, 'Nodes'),
    }
  } finally {
    await context.close()
  }
}

const browser = await launchChromium()
const pages = await Promise.all(process.argv.slice(2).map(async (folder) => ({ folder, ...(await serve(folder)) })))
const seen = new Map(pages.map(({ folder }) => [folder, [] as Figures[]]))
// One after the other in turn, so that other jobs of the machine slow all pages alike.
for (let visit = 0; visit < visits; visit += 1)
  for (const { folder, url } of pages) seen.get(folder)?.push(await measure(browser, url))
for (const [folder, figures] of seen) {
  const of = (pick: (one: Figures) => number) => spread(figures.map(pick), 0)
  console.info(
    `${basename(folder)}: first row ${of((one) => one.firstMs)} ms, all rows ${of((one) => one.allMs)} ms, blocked ${of((one) => one.blockedMs)} ms, ` +
      `scroll frame ${of((one) => one.frameMs)} ms, frames above 50 ms ${of((one) => one.slowFrames)} of 60, sorting ${of((one) => one.tabMs)} ms, ` +
      `heap ${of((one) => one.heapMb)} MB, DOM nodes ${of((one) => one.nodes)}`,
  )
}
await browser.close()
for (const { close } of pages) close()
