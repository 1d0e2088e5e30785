// Measures the cost per link as searches grow: cold, and built again from the cache, from ten sources to a thousand.
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { type SearchResponse, searchRequest, searchResponse } from '../src/contract/search.ts'
import { createMetrics } from '../src/observability/metrics.ts'
import { defaultChannels } from '../src/search/catalogue.ts'
import type { Post, SearchSource } from '../src/search/plugin.ts'
import { createSearch, type Search } from '../src/search/search.ts'
import { createTrackRecord } from '../src/search/source-track-record.ts'
import { createMemoryAnswers } from '../src/store/memory/tiered-answers.ts'
import { createTransport } from '../src/upstream/net/transport.ts'
import { createUpstream } from '../src/upstream/upstream.ts'
import { cpuMs, startAsking, startStandinProcess } from './processes.ts'
import { median, spread } from './statistics.ts'

const rounds = 7
const postsEach = 20

/** Searches this many sources, with another keyword each time. */
type Ask = (sources: number, turn: number) => Promise<SearchResponse>

/** What is measured: searches of these sizes, and their processor time. */
interface Growing {
  readonly sizes: readonly number[]
  readonly ask: (fields: (turn: number) => object) => Ask
  readonly spentMs: () => Promise<number>
}

/**
 * Prints processor time per link of searches over 10, 100 and 1,000 sources in this process, and over 10, 100 and 500
 * by HTTP.
 */
export async function benchGrowth(): Promise<void> {
  console.info(`\nProcessor time for each link as searches grow, ${rounds} rounds, each over as many sources in all`)
  await benchInside()
  await benchOverHttp()
}

async function benchInside(): Promise<void> {
  console.info(`  In this process, sources at hand, ${postsEach} posts each, one link in six in two places`)
  const sizes = [10, 100, 1_000]
  // A request may name at most 512 sources; without names all are asked.
  const searches = new Map(sizes.map((size) => [size, searchOver(size)]))
  const growing = {
    sizes,
    ask: (fields: (turn: number) => object) => async (sources: number, turn: number) => {
      const request = searchRequest.parse({ src: 'plugin', conc: 256, ...fields(turn) })
      const answer = await searches.get(sources)?.answer(request, new AbortController().signal)
      if (!answer) throw new Error(`there is no search over ${sources} sources`)
      return answer.body
    },
    spentMs: async () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
  }
  await grow('cold', growing, (turn) => ({ kw: `山谷 ${turn}` }))
  await grow('kept', growing, (turn) => ({ kw: '山谷', filter: { exclude: [`nowhere ${turn}`] } }))
}

async function benchOverHttp(): Promise<void> {
  console.info('  Over HTTP, channels of the stand-in in calm weather, its time not counted')
  const standin = await startStandinProcess('calm', 7)
  const trawl = await startAsking(standin.url, { SEARCH_DEADLINE_MS: '30000', SEARCH_EARLY_MS: '30000' })
  try {
    const growing = {
      sizes: [10, 100, 500],
      ask: (fields: (turn: number) => object) => (sources: number, turn: number) =>
        posted(`${trawl.url}/api/search`, { src: 'tg', channels: names(sources), conc: 256, ...fields(turn) }),
      spentMs: () => cpuMs(trawl.pid),
    }
    await grow('cold', growing, () => ({ kw: '链接', refresh: true }))
    await grow('kept', growing, (turn) => ({ kw: '链接', filter: { exclude: [`nowhere ${turn}`] } }))
  } finally {
    await trawl.stop()
    await standin.stop()
  }
}

/** Each round asks the same total number of sources at every size; the first round is a warm-up. */
async function grow(name: string, { sizes, ask, spentMs }: Growing, fields: (turn: number) => object): Promise<void> {
  const figures = new Map<number, number[]>(sizes.map((size) => [size, []]))
  const links = new Map<number, Links>()
  for (const size of sizes)
    links.set(size, await linksOf((res) => ask(() => ({ ...fields(0), refresh: false, res }))(size, 0)))
  const all = Math.max(...sizes)
  for (let round = 0; round <= rounds; round += 1)
    for (const size of sizes) {
      const before = await spentMs()
      for (let asks = 0; asks < all / size; asks += 1) await ask(fields)(size, 1 + round * all + asks)
      const spent = (await spentMs()) - before
      if (round > 0) figures.get(size)?.push((spent * 1000) / ((links.get(size)?.found ?? 0) * (all / size)))
      // Waits for background work, so that it does not count for the next search.
      await pause(50)
    }
  for (const [size, each] of figures) {
    const { found, different } = links.get(size) ?? { found: 0, different: 0 }
    const growth = median(each) / median(figures.get(sizes[0] ?? 0) ?? [])
    console.info(
      `    ${name} ${`${size}`.padStart(5)} sources, ${`${found}`.padStart(6)} links found, ${`${different}`.padStart(5)} different: ` +
        `${spread(each, 1)} µs for each found, ${growth.toFixed(2)} of that with ${sizes[0]}`,
    )
  }
}

/** Links found by a search, and links answered; duplicates count once in the answer. */
interface Links {
  readonly found: number
  readonly different: number
}

/** Two searches, because an answer with results and links has room for half as many of either. */
async function linksOf(ask: (res: 'results' | 'merge') => ReturnType<Ask>): Promise<Links> {
  const results = (await ask('results')).data
  const merged = (await ask('merge')).data
  return {
    found: 'results' in results ? results.results.reduce((sum, { links }) => sum + links.length, 0) : 0,
    different: 'merged_by_type' in merged ? Object.values(merged.merged_by_type).flat().length : 0,
  }
}

/** A search over `count` generated sources, with everything real above the wire. */
function searchOver(count: number): Search {
  const epochMs = Date.now
  const log = pino({ level: 'silent' })
  const record = createTrackRecord()
  const upstream = createUpstream({
    transport: createTransport({ gateway: new URL('http://127.0.0.1:9'), proxyFor: () => undefined }),
    answers: createMemoryAnswers(256 * 1024 * 1024, epochMs),
    fileStorage: { read: async () => undefined, write: async () => false },
    onAskEnd: record.recordAsk,
    metrics: createMetrics(),
    log,
    epochMs,
    random: Math.random,
  })
  const plugins = new Map(Array.from({ length: count }, (_, index) => [`bench${index}`, sourceAt(index, count)]))
  return createSearch({
    channels: [],
    plugins,
    upstream,
    record,
    epochMs,
    deadlineMs: 30_000,
    earlyMs: 30_000,
    defaultConc: 10,
  })
}

const dayMs = 86_400_000

function sourceAt(index: number, count: number): SearchSource {
  const half = Math.floor((count * postsEach) / 2)
  // Every third post of the second half repeats a share of the first half.
  const shareOf = (number: number) => (number >= half && number % 3 === 0 ? number - half : number)
  const posts = (kw: string) =>
    Array.from({ length: postsEach }, (_, place) => index * postsEach + place).map((number) =>
      postAt(kw, number, shareOf(number)),
    )
  return { id: `plugin:bench${index}`, home: 'https://example.com', ask: async ({ kw }) => posts(kw) }
}

function postAt(kw: string, number: number, share: number): Post {
  const code = share.toString(16).padStart(12, '0')
  return {
    id: `${number}`,
    text: `名称：${kw} 第${number % 40}集 4K 国语中字\n描述：一个人走进山谷，听见了很久以前的回声。\n链接：https://pan.quark.cn/s/${code}\n大小：12GB\n标签：#剧集`,
    anchors: [],
    at: new Date(Date.now() - (number % 400) * dayMs),
    tags: ['剧集'],
    images: [],
    aside: '',
  }
}

/** The default channels first; the stand-in plays any name. */
function names(count: number): string[] {
  const more = Array.from(
    { length: Math.max(0, count - defaultChannels.length) },
    (_, index) => `bench_channel_${index}`,
  )
  return [...defaultChannels, ...more].slice(0, count)
}

const answered = z.object(searchResponse.shape)

async function posted(url: string, fields: object): Promise<SearchResponse> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(fields) })
  const answer = answered.parse(await response.json())
  if (!answer.meta.complete) throw new Error('a search was answered without some of its sources')
  return answer
}
