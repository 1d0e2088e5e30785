// Measures the memory of the service during searches for ten thousand different keywords, with a small and with an ordinary cache.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defaultChannels } from '../src/search/catalogue.ts'
import { residentMb, type Started, startAsking, startStandinProcess } from './processes.ts'

const keywords = 10_000
const parallel = 32
/** Memory allowed above the cache, in megabytes. */
const besidesMb = 120
const sampleMs = 1_000
/** Searches that are not done by then are skipped and reported. */
const longestMs = 240_000

/** Prints resident memory at the start, at the peak and after 10,000 searches, for each value of `CACHE_MB`. */
export async function benchMemory(): Promise<void> {
  console.info(
    `\nResident memory over ${keywords} different keywords, ${parallel} at a time, a few channels and plugins each, calm weather`,
  )
  for (const room of [128, 32]) {
    const standin = await startStandinProcess('calm', 7)
    const trawl = await startAsking(standin.url, { CACHE_MB: `${room}` })
    try {
      await searchAll(trawl, room)
    } finally {
      await trawl.stop()
      await standin.stop()
    }
  }
}

async function searchAll(trawl: Started, room: number): Promise<void> {
  // Asks every upstream once before the start is measured, because code is loaded at first use.
  for (let turn = 0; turn < parallel; turn += 1) await searchOne(trawl.url, keywords + turn)
  const start = await residentMb(trawl.pid)
  const samples: number[] = []
  const sampling = new AbortController()
  const watching = watch(trawl, samples, sampling.signal)
  const began = performance.now()
  let next = 0
  let links = 0
  const work = async () => {
    while (next < keywords && performance.now() - began < longestMs) {
      const number = next
      next += 1
      links += await searchOne(trawl.url, number)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  const seconds = (performance.now() - began) / 1000
  sampling.abort()
  await watching
  const [peak, end] = [Math.max(...samples), await residentMb(trawl.pid)]
  console.info(
    `  CACHE_MB=${room}: ${next} keywords in ${seconds.toFixed(0)} s, ${links} links; ` +
      `${start.toFixed(0)} MB at the start, ${peak.toFixed(0)} at the height, ${end.toFixed(0)} at the end\n` +
      `    grown by ${(peak - start).toFixed(0)} MB; goal at most ${room + besidesMb} (the room and ${besidesMb}); ` +
      `the height itself is ${peak <= room + besidesMb ? 'within' : 'above'} that\n` +
      `    every tenth of the way: ${tenths(samples)} MB; of the heap ${await heapOf(trawl.url)}`,
  )
}

function tenths(samples: readonly number[]): string {
  return Array.from({ length: 10 }, (_, part) => samples[Math.floor(((part + 1) / 10) * samples.length) - 1] ?? 0)
    .map((megabytes) => megabytes.toFixed(0))
    .join(' ')
}

async function watch({ pid }: Started, samples: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    samples.push(await residentMb(pid))
    await pause(sampleMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Words in nearly every post of the stand-in, so that pages are full. */
const everywhere = ['链接', '大小', '网盘', 'http', '分享', '名称', '标签', '频道', '资源']

/** Five of these words in a different order for each number up to 15,119. */
function keyword(number: number): string {
  const left = [...everywhere]
  let rest = number
  const words = Array.from({ length: 5 }, () => {
    const place = rest % left.length
    rest = Math.floor(rest / left.length)
    return left.splice(place, 1)
  })
  return words.join(' ')
}

const vitals = z.object({ system: z.object({ memory: z.object({ heapUsed: z.number(), heapTotal: z.number() }) }) })

/** The service's own heap figures. */
async function heapOf(url: string): Promise<string> {
  const { heapUsed, heapTotal } = vitals.parse(await (await fetch(`${url}/api/v1/health`)).json()).system.memory
  return `${(heapUsed / 2 ** 20).toFixed(0)} MB used of ${(heapTotal / 2 ** 20).toFixed(0)}`
}

const plugins = ['labi']
const answered = z.object({ data: z.object({ total: z.int() }) })

async function searchOne(url: string, number: number): Promise<number> {
  // Other channels each time, so that all of them are asked.
  const first = (number * 7) % (defaultChannels.length - 3)
  const fields = {
    kw: keyword(number),
    channels: defaultChannels.slice(first, first + 3),
    plugins,
    ext: { deadline_ms: 1_000 },
  }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/search`, { method: 'POST', headers, body: JSON.stringify(fields) })
  return answered.parse(await response.json()).data.total
}
