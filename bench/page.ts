// Measures when the page is usable, on a desktop and a mid-range phone, locally and over slow 4G, and its layout shifts.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../test/kit/servers.ts'
import { type Visit, type Visited, type Visitor, visit } from './page-visit.ts'
import { startAsking, startStandinProcess } from './processes.ts'
import { median, spread } from './statistics.ts'

const root = join(import.meta.dirname, '..')
/** At least five, for a meaningful median. */
const visits = Number(process.env.VISITS ?? 7)
const [desk, phone] = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
]
const keyword = '纸鹤'
const slow4g = { bitsPerS: 1_600_000, roundTripMs: 150 }

/** The processor of a mid-range phone is taken to be a quarter as fast. */
const visitors: ReadonlyMap<string, Visitor> = new Map([
  ['desk', { screen: desk, slowness: 1 }],
  ['phone', { screen: phone, slowness: 4 }],
  ['slow4g', { screen: phone, slowness: 4, network: slow4g }],
])

/** Prints a table for each view, or for those in `VIEWS`, with all visitors or those in `VISITORS`. */
export async function benchPage(): Promise<void> {
  const [expectedViews, expectedVisitors] = [
    chosen('VIEWS', views.keys().toArray()),
    chosen('VISITORS', visitors.keys().toArray()),
  ]
  execFileSync(process.execPath, [join(root, 'tools/build-page.ts')], { stdio: 'inherit' })
  const standin = await startStandinProcess('ordinary', 11, ['--lists', 'growing'])
  const trawl = await startAsking(standin.url)
  const browser = await launchChromium()
  console.info(
    `\nThe page, ${visits} visits each with an empty cache; milliseconds; goal on slow 4G: first content in 900, usable in 1500 at / and 1700 elsewhere`,
  )
  try {
    await askAllLists(trawl.url)
    await searchOnce(trawl.url)
    for (const view of expectedViews) await visitView(browser, trawl.url, view, expectedVisitors)
    console.info(
      '  on slow 4G the first of the peers needs 2210 ms to its first content, with 214 KB of script (shared/peers.md)',
    )
  } finally {
    await browser.close()
    await trawl.stop()
    await standin.stop()
  }
}

/** The names in a variable of the environment, separated by commas; by default all. */
function chosen(variable: string, all: readonly string[]): readonly string[] {
  const names = process.env[variable]?.split(',') ?? all
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length === 0) return names
  console.error(`${variable}: there is no ${unknown.join(', ')}; there are ${all.join(', ')}.`)
  return process.exit(2)
}

/** Fills the lists, as all visitors but the first find them. */
async function askAllLists(url: string): Promise<void> {
  type Sources = { readonly sources: readonly { readonly id: string }[] }
  const { sources } = (await (await fetch(`${url}/api/v1/sources`)).json()) as Sources
  const ids = sources.map(({ id }) => id).join(',')
  await (await fetch(`${url}/api/v1/batch?sources=${ids}&limit=1`)).arrayBuffer()
}

/** Every visit finds the answer of the server ready, so that the page is measured and not the sources. */
async function searchOnce(url: string): Promise<void> {
  await (await fetch(`${url}/api/search?kw=${encodeURIComponent(keyword)}`)).arrayBuffer()
}

interface View extends Omit<Visited, 'url'> {
  readonly path: string
  /** When it is usable, in words. */
  readonly means: string
}

const isLinkThere = `document.querySelector('main a[href^="http"]') !== null`
const isTableThere = "document.querySelector('main section table, main section li') !== null"

/** Whether the stream of a search has ended. */
const hasEnded = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/search/stream'))"

const views: ReadonlyMap<string, View> = new Map([
  ['/', { path: '/', means: 'one can type', isUsable: "document.querySelector('main input[name=kw]') !== null" }],
  ['/hot', { path: '/hot', means: 'a headline', isUsable: isLinkThere }],
  ['/hot?topic=', { path: '/hot?topic=all', means: 'a headline', isUsable: isLinkThere }],
  [
    '/watched',
    {
      path: '/watched',
      means: 'its form or its list',
      isUsable: "document.querySelector('main form, main li') !== null",
    },
  ],
  ['/status', { path: '/status', means: 'the table', isUsable: isTableThere }],
  [
    '/?kw=',
    {
      path: `/?kw=${encodeURIComponent(keyword)}`,
      means: 'a result; watched until the search has ended',
      isUsable: isLinkThere,
      isOver: hasEnded,
    },
  ],
])

async function visitView(browser: Browser, url: string, name: string, who: readonly string[]): Promise<void> {
  const view = views.get(name)
  if (!view) return
  console.info(`  ${name} (usable: ${view.means})`)
  for (const [visitorName, visitor] of visitors) {
    if (!who.includes(visitorName)) continue
    const seen: Visit[] = []
    for (let count = 0; count < visits; count += 1)
      seen.push(await visit(browser, visitor, { ...view, url: url + view.path }))
    console.info(`    ${visitorName}: ${figuresOf(seen)}`)
  }
}

function figuresOf(seen: readonly Visit[]): string {
  const of = (pick: (one: Visit) => number, digits = 0) => spread(seen.map(pick), digits)
  const kilobytes = median(seen.map(({ transferredBytes }) => transferredBytes)) / 1_000
  return [
    `first content ${of((one) => one.firstContentMs)}`,
    `usable ${of((one) => one.usableMs)}`,
    `blocked ${of((one) => one.blockedMs)}`,
    `CLS ${of((one) => one.shifted, 3)}`,
    `script until then ${scriptOf(seen, ({ usableScripts }) => usableScripts)}, in all ${scriptOf(seen, ({ scripts }) => scripts)} KB gzip`,
    `page ${kilobytes.toFixed(0)} KB as served`,
  ].join(', ')
}

/** The median size of scripts in KB with gzip; the service may send brotli. */
function scriptOf(seen: readonly Visit[], pick: (one: Visit) => readonly string[]): string {
  const sizes = seen.map((one) => pick(one).reduce((sum, path) => sum + gzippedBytes(path), 0))
  return (median(sizes) / 1_000).toFixed(1)
}

function gzippedBytes(path: string): number {
  return gzipSync(readFileSync(join(root, 'web/dist', path))).length
}
