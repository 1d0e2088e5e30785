// A search over all channels at the stand-in's ordinary weather, as a client sees it, and what it costs the process.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { searchResponse } from '../src/contract/search.ts'
import { median, spread } from './figures.ts'
import { startTrawl } from './trawl.ts'

/** Half of these are found in some posts of a channel, the others in nearly every post, so that pages come full. */
const rare = ['纸鹤', '山谷', '灯塔', 'linux', '第一季']
const plenty = ['链接', '大小', '网盘', 'http', '分享']

const answered = z.object({ ...searchResponse.shape, data: z.object({ total: z.int() }) })

interface Measured {
  readonly ms: number
  readonly cpuMs: number
  readonly total: number
  readonly complete: boolean
  readonly failed: number
  readonly pending: number
}

/** Prints how long searches take at conc 10 and 128, what they cost, and what an early deadline leaves for the repeat. */
export async function benchSearch(): Promise<void> {
  console.info(
    '\nSearch over 116 channels, stand-in at ordinary weather (median 300 ms, p95 1.5 s, 3 % hang, 3 % errors)',
  )
  const trawl = await startTrawl('ordinary', 7)
  try {
    const ask = async (fields: Readonly<Record<string, string>>): Promise<Measured> => {
      const [cpuBefore, before] = [await trawl.cpuMs(), performance.now()]
      const response = await fetch(`${trawl.url}/api/search?${new URLSearchParams(fields)}`)
      const { data, meta } = answered.parse(await response.json())
      const ms = performance.now() - before
      const { failed, pending } = meta.sources
      return {
        ms,
        cpuMs: (await trawl.cpuMs()) - cpuBefore,
        total: data.total,
        complete: meta.complete,
        failed,
        pending,
      }
    }
    await ask({ kw: '预热', conc: '128' })
    await benchConc(ask)
    await benchCpu(ask, trawl.url)
    await benchDeadline(ask)
  } finally {
    await trawl.stop()
  }
}

type Ask = (fields: Readonly<Record<string, string>>) => Promise<Measured>

async function benchConc(ask: Ask): Promise<void> {
  for (const [conc, goalMs] of [
    ['128', 4_200],
    ['10', 8_000],
  ] as const) {
    const rounds: Measured[] = []
    for (const kw of rare) rounds.push(await ask({ kw, conc, refresh: 'true' }))
    const late = rounds.filter(({ ms }) => ms > goalMs).length
    console.info(
      `  conc=${conc.padEnd(4)} ${spread(rounds.map(({ ms }) => ms))} ms; goal ${goalMs}; over it ${late} of ${rounds.length}; ` +
        `complete ${rounds.filter(({ complete }) => complete).length} of ${rounds.length}; ` +
        `failed sources named ${spread(rounds.map(({ failed }) => failed))}`,
    )
  }
}

async function benchCpu(ask: Ask, url: string): Promise<void> {
  for (const [what, words] of [
    ['few hits a page', rare.map((kw) => `${kw} 4K`)],
    ['full pages', plenty],
  ] as const) {
    const before = await received(url)
    const rounds: Measured[] = []
    for (const kw of words) rounds.push(await ask({ kw, conc: '128' }))
    const after = await received(url)
    const kb = (after.bytes - before.bytes) / (after.answers - before.answers) / 1024
    console.info(
      `  CPU of a cold search, ${what} (${kb.toFixed(0)} KB a page, ${median(rounds.map(({ total }) => total))} links): ` +
        `${spread(rounds.map(({ cpuMs }) => cpuMs))} ms; goal 200 at 130 KB`,
    )
  }
}

/** What the service says it has received, from its own metrics. */
async function received(url: string): Promise<{ bytes: number; answers: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (start: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  return {
    bytes: figure('trawl_upstream_received_bytes_total{host="t.me"'),
    answers: figure('trawl_upstream_attempt_seconds_count{host="t.me",outcome="ok"'),
  }
}

async function benchDeadline(ask: Ask): Promise<void> {
  for (const conc of ['128', '10']) {
    const fields = { kw: `山谷 ${conc === '10' ? '广播剧' : '第'}`, conc }
    const early = await ask({ ...fields, ext: '{"deadline_ms":1500}' })
    await pause(9_000)
    const repeat = await ask({ ...fields, ext: '{"deadline_ms":1500}' })
    console.info(
      `  deadline 1500, conc=${conc.padEnd(4)} ${early.ms.toFixed(0)} ms, ${early.total} links, ${early.pending} pending; ` +
        `repeat 9 s later ${repeat.ms.toFixed(0)} ms, ${repeat.total} links, ${repeat.pending} pending`,
    )
  }
}
