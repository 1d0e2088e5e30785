// Measures when the page is usable, on a desktop and a mid-range phone, locally and over slow 4G, and its layout shifts.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../test/kit/chromium.ts'
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

const visitors: ReadonlyMap<string, Visitor> = new Map([
  ['desk', { screen: desk, slowness: 1 }],
  ['mid phone (processor ÷ 4)', { screen: phone, slowness: 4 }],
  ['mid phone, slow 4G', { screen: phone, slowness: 4, network: slow4g }],
])

/** Prints a table for each view. */
export async function benchPage(): Promise<void> {
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
    for (const [name, visited] of viewsOf(trawl.url)) await visitView(browser, name, visited)
    console.info(
      '  on slow 4G the first of the peers needs 2210 ms to its first content, with 214 KB of script (shared/peers.md)',
    )
  } finally {
    await browser.close()
    await trawl.stop()
    await standin.stop()
  }
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

function viewsOf(url: string): ReadonlyMap<string, () => Visited> {
  const isBoxThere = "document.querySelector('main input[name=kw]') !== null"
  const isLinkThere = `document.querySelector('main a[href^="http"]') !== null`
  const isTableThere = "document.querySelector('main section table, main section li') !== null"
  return new Map<string, () => Visited>([
    ['/ (usable: one can type)', () => ({ url: `${url}/`, isUsable: isBoxThere })],
    ['/hot (usable: a headline)', () => ({ url: `${url}/hot`, isUsable: isLinkThere })],
    ['/hot?topic=all (usable: a headline)', () => ({ url: `${url}/hot?topic=all`, isUsable: isLinkThere })],
    ['/status (usable: the table)', () => ({ url: `${url}/status`, isUsable: isTableThere })],
    [
      '/?kw=… (usable: a result; watched until the search has ended)',
      () => ({
        url: `${url}/?kw=${encodeURIComponent(keyword)}`,
        isUsable: isLinkThere,
        isOver: hasEnded,
      }),
    ],
  ])
}

/** Whether the stream of a search has ended. */
const hasEnded = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/search/stream'))"

async function visitView(browser: Browser, name: string, visited: () => Visited): Promise<void> {
  console.info(`  ${name}`)
  for (const [who, visitor] of visitors) {
    const seen: Visit[] = []
    for (let count = 0; count < visits; count += 1) seen.push(await visit(browser, visitor, visited()))
    console.info(`    ${who}: ${figuresOf(seen)}`)
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
    `script ${(median(seen.map(gzippedScript)) / 1_000).toFixed(1)} KB gzip`,
    `page ${kilobytes.toFixed(0)} KB as served`,
  ].join(', ')
}

/** Size of the loaded scripts with gzip; the service may send brotli. */
function gzippedScript({ scripts }: Visit): number {
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(root, 'web/dist', path))).length, 0)
}
