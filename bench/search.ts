// Measures a search over all channels in the stand-in's ordinary weather: latency for a client, and cost for the process.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { searchResponse } from '../src/contract/search.ts'
import { makePages } from './parse/corpus.ts'
import { readByEvents } from './parse/htmlparser2-reader.ts'
import { type Running, receivedFromTelegram, startTrawl } from './processes.ts'
import { median, spread } from './statistics.ts'

const words = ['纸鹤', '山谷', '灯塔', 'linux', '第一季']
/** Words in nearly every post of the stand-in, so that pages are full. */
const everywhere = ['链接', '大小', '网盘', 'http', '分享', '名称', '标签', '频道', '资源']

const answered = z.object({ ...searchResponse.shape, data: z.object({ total: z.int() }) })

interface Measured {
  readonly ms: number
  readonly cpuMs: number
  readonly total: number
  readonly complete: boolean
  readonly failed: number
  readonly pending: number
}

/**
 * Prints search times at conc 10 and 128, the rest for a repeat after an early deadline, and the cost of a cold search.
 */
export async function benchSearch(): Promise<void> {
  console.info(
    '\nSearch over 116 channels, stand-in at ordinary weather (median 300 ms, p95 1.5 s, 3 % hang, 3 % errors)',
  )
  await withTrawl('ordinary', async (trawl) => {
    const ask = asking(trawl)
    await ask({ kw: '预热', conc: '128' })
    await benchConc(ask)
    await benchDeadline(ask)
  })
  console.info('\nCPU of a cold search over 116 channels, stand-in at calm weather')
  await withTrawl('calm', benchCpu)
}

async function withTrawl(weather: string, bench: (trawl: Running) => Promise<void>): Promise<void> {
  const trawl = await startTrawl(weather, 7)
  try {
    await bench(trawl)
  } finally {
    await trawl.stop()
  }
}

function asking(trawl: Running): Ask {
  return async (fields) => {
    const [cpuBefore, before] = [await trawl.cpuMs(), performance.now()]
    const response = await fetch(`${trawl.url}/api/search?${new URLSearchParams(fields)}`)
    const { data, meta } = answered.parse(await response.json())
    const ms = performance.now() - before
    const { failed, pending } = meta.sources
    return { ms, cpuMs: (await trawl.cpuMs()) - cpuBefore, total: data.total, complete: meta.complete, failed, pending }
  }
}

type Ask = (fields: Readonly<Record<string, string>>) => Promise<Measured>

async function benchConc(ask: Ask): Promise<void> {
  for (const [conc, goalMs] of [
    ['128', 4_200],
    ['10', 8_000],
  ] as const) {
    const rounds: Measured[] = []
    for (const kw of words) rounds.push(await ask({ kw, conc, src: 'tg', refresh: 'true' }))
    const late = rounds.filter(({ ms }) => ms > goalMs).length
    console.info(
      `  conc=${conc.padEnd(4)} ${spread(rounds.map(({ ms }) => ms))} ms; goal ${goalMs}; over it ${late} of ${rounds.length}; ` +
        `complete ${rounds.filter(({ complete }) => complete).length} of ${rounds.length}; ` +
        `failed sources named ${spread(rounds.map(({ failed }) => failed))}`,
    )
  }
}

/**
 * Every word is searched twice before the measurement: a new process needs about twenty searches until its code is
 * compiled, and the stand-in, which shares the processor, has its pages ready then. Forced searches bypass the cache.
 */
async function benchCpu(trawl: Running): Promise<void> {
  const ask = asking(trawl)
  const cold = (kw: string) => ask({ kw, conc: '128', src: 'tg', refresh: 'true' })
  const warmUps: Measured[] = []
  for (const kw of [...everywhere, ...everywhere]) warmUps.push(await cold(kw))
  const before = await receivedFromTelegram(trawl.url)
  const rounds: Measured[] = []
  for (const kw of everywhere) rounds.push(await cold(kw))
  const after = await receivedFromTelegram(trawl.url)
  const kb = (after.bytes - before.bytes) / (after.answers - before.answers) / 1024
  const figures = rounds.map(({ cpuMs }) => cpuMs)
  const yardstickMs = eventsMs()
  console.info(
    `  ${spread(figures)} ms in a warm process, ${warmUps[0]?.cpuMs} ms for the very first search; ` +
      `${kb.toFixed(0)} KB a page, ${median(rounds.map(({ total }) => total))} links; goal 200 at 130 KB`,
  )
  console.info(
    `  yardstick: htmlparser2 events over as many whole pages cost ${yardstickMs.toFixed(0)} ms here; ` +
      `the whole cold search costs ${(median(figures) / yardstickMs).toFixed(2)} of that`,
  )
}

/**
 * Processor time of this machine for 116 pages with the fastest reference parser, to compare figures of different
 * machines.
 */
function eventsMs(): number {
  const pages = makePages(116, 7).map((bytes) => bytes.toString())
  const times = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    for (const page of pages) readByEvents(page)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(times)
}

async function benchDeadline(ask: Ask): Promise<void> {
  for (const conc of ['128', '10']) {
    const fields = { kw: `山谷 ${conc === '10' ? '广播剧' : '第'}`, conc, src: 'tg' }
    const early = await ask({ ...fields, ext: '{"deadline_ms":1500}' })
    await pause(9_000)
    const repeat = await ask({ ...fields, ext: '{"deadline_ms":1500}' })
    console.info(
      `  deadline 1500, conc=${conc.padEnd(4)} ${early.ms.toFixed(0)} ms, ${early.total} links, ${early.pending} pending; ` +
        `repeat 9 s later ${repeat.ms.toFixed(0)} ms, ${repeat.total} links, ${repeat.pending} pending`,
    )
  }
}
