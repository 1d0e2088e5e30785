// npm run load: crowds, open streams, idle connections and forced refreshes, then mixed requests for `--minutes`; what is served, what is refused, and what it costs.
// With DATA_DIR in the environment it begins with what is stored there, and leaves what it stored.
// Exit code 1 when a request was neither answered nor refused with Retry-After, or when the service logged an error.
import { worksOf } from '../standin/corpus/works.ts'
import { createSeededRandom } from '../standin/seeded-random.ts'
import { crowd, describeEnds, type Ends, openIdle, problemOf } from './load/crowd.ts'
import { readOptions } from './options.ts'
import { cpuMs, descriptorsOf, residentMb, type Started, startAsking, startStandinProcess } from './processes.ts'

const { clients, streams, idle, seconds, minutes, seed } = readOptions({
  clients: [500, 1, 5_000],
  streams: [2_000, 1, 8_000],
  idle: [10_000, 1, 50_000],
  seconds: [60, 5, 600],
  minutes: [0, 0, 72 * 60],
  seed: [1, 0, 1_000_000],
})
const withinMs = seconds * 1_000
const lists = ['weibo', 'zhihu', 'hackernews', 'ithome', 'juejin', 'sspai', 'douban', 'v2ex-hot']
const titles = [...new Set(worksOf(seed).map(({ title }) => title))]
const problems: string[] = []

function describe(name: string, ends: Ends): string {
  const problem = problemOf(ends)
  if (problem !== undefined) problems.push(`${name}: ${problem}`)
  return describeEnds(ends)
}

function searchPath(kw: string, path = '/api/search'): string {
  return `${path}?${new URLSearchParams({ kw })}`
}

/** A keyword of its own for each number. */
function keyword(at: number): string {
  return `${titles[at % titles.length]}${at < titles.length ? '' : ` ${at}`}`
}

/** Runs one part and prints what it did and what it cost. */
async function measure(name: string, { pid }: Started, work: () => Promise<string>): Promise<void> {
  const [cpu, began] = [await cpuMs(pid), performance.now()]
  let [memory, descriptors] = [0, 0]
  const sampling = setInterval(async () => {
    memory = Math.max(memory, await residentMb(pid).catch(() => 0))
    descriptors = Math.max(descriptors, await descriptorsOf(pid).catch(() => 0))
  }, 250)
  const result = await work()
  clearInterval(sampling)
  const costs = `${(await cpuMs(pid)) - cpu} ms of processor, at most ${memory.toFixed(0)} MB and ${descriptors} descriptors`
  console.info(`  ${name}, ${((performance.now() - began) / 1_000).toFixed(1)} s\n    ${result}\n    ${costs}`)
}

/** One request of each client at the same time. */
async function measureCrowd(name: string, trawl: Started, size: number, pathOf: (at: number) => string): Promise<void> {
  const urls = Array.from({ length: size }, (_, at) => trawl.url + pathOf(at))
  await measure(name, trawl, async () => describe(name, await crowd(urls, withinMs)))
}

async function measureCrowds(trawl: Started): Promise<void> {
  await measureCrowd(`${clients} clients, one cold keyword`, trawl, clients, () => searchPath(titles.at(-1) ?? ''))
  await measureCrowd(`${clients} clients, a cold keyword each`, trawl, clients, (at) => searchPath(keyword(at)))
  await measureCrowd(`${clients} forced refreshes of ${lists.length} lists and one search`, trawl, clients, (at) =>
    at % 2 === 0
      ? `/api/v1/sources/${lists[(at / 2) % lists.length]}?force=true`
      : `${searchPath(titles.at(-1) ?? '')}&refresh=true`,
  )
  await measureCrowd(`${streams} streams at once, ten keywords`, trawl, streams, (at) =>
    searchPath(keyword(clients + (at % 10)), '/api/search/stream'),
  )
}

/** Idle connections, with ordinary requests beside them. */
async function measureIdle(trawl: Started): Promise<void> {
  const name = `${idle} idle connections, 50 requests beside them`
  await measure(name, trawl, async () => {
    const { sockets, refused } = await openIdle(trawl.url, idle)
    const urls = Array.from({ length: 50 }, (_, at) => `${trawl.url}/api/v1/sources/${lists[at % lists.length]}`)
    const beside = await crowd(urls, withinMs)
    const open = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
    for (const socket of sockets) socket.destroy()
    return `${sockets.length} opened, ${refused} refused, ${open} still open after the requests; beside them ${describe(name, beside)}`
  })
}

/** Mixed requests of few clients for long, and how memory grows in the second half, when caches are full. */
async function measureLong(trawl: Started): Promise<void> {
  const random = createSeededRandom('load', seed)
  const paths = [
    () => searchPath(random.pick(titles)),
    () => `${searchPath(random.pick(titles))}&refresh=true`,
    () => searchPath(random.pick(titles), '/api/search/stream'),
    () => `${searchPath(random.pick(titles))}&res=works`,
    () => `/api/v1/sources/${random.pick(lists)}`,
    () => `/api/v1/batch?sources=${random.some(lists, 4).join(',')}`,
  ]
  const samples: number[] = []
  const [began, until] = [Date.now(), Date.now() + minutes * 60_000]
  const name = `mixed requests for ${minutes} minutes`
  await measure(name, trawl, async () => {
    const counts = new Map<string, number>()
    while (Date.now() < until) {
      const ends = await crowd(
        Array.from({ length: 6 }, () => trawl.url + random.pick(paths)()),
        withinMs,
      )
      for (const [end, count] of ends.counts) counts.set(end, (counts.get(end) ?? 0) + count)
      const problem = problemOf(ends)
      if (problem !== undefined) problems.push(`${name}: ${problem}`)
      if (Date.now() - began > (minutes * 60_000) / 2) samples.push(await residentMb(trawl.pid))
    }
    const growth = ((samples.at(-1) ?? 0) - (samples[0] ?? 0)) / (minutes / 120)
    const ended = [...counts].map(([end, count]) => `${count} × ${end}`).join(', ')
    return `${ended}; resident memory ${growth.toFixed(0)} MB an hour in the second half`
  })
}

console.info(`Load: seed ${seed}, at most ${seconds} s a part, calm weather, ordinary limits, Node ${process.version}`)
const standin = await startStandinProcess('calm', seed)
// A long run in pieces goes on from the data of the piece before.
const { DATA_DIR } = process.env
const trawl = await startAsking(standin.url, DATA_DIR === undefined ? {} : { DATA_DIR })
try {
  await measureCrowds(trawl)
  await measureIdle(trawl)
  if (minutes > 0) await measureLong(trawl)
  problems.push(...trawl.errors.map((line) => `the service logged an error: ${line}`))
} finally {
  await Promise.all([trawl.stop(), standin.stop()])
}
console.info(`  ${problems.length} problems`)
for (const problem of problems) console.info(`  ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
