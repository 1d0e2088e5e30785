// npm run load: crowds, open streams, idle connections and floods of forced refreshes; what is served, what is refused, and what it costs.
// Exit code 1 when a request was neither answered nor refused with Retry-After. `--only 1` is the part of one service, `--only 3` that of three replicas.
import { worksOf } from '../standin/corpus/works.ts'
import { crowd, describeEnds, type Ends, openIdle, problemOf } from './load/crowd.ts'
import { readOptions } from './options.ts'
import { cpuMs, descriptorsOf, residentMb, type Started, startAsking, startStandinProcess } from './processes.ts'
import { startOwnRedis } from './servers.ts'

const { clients, streams, idle, seconds, seed, only } = readOptions(
  {
    clients: [500, 1, 5_000],
    streams: [2_000, 1, 8_000],
    idle: [10_000, 1, 50_000],
    seconds: [60, 5, 600],
    seed: [1, 0, 1_000_000],
    only: [0, 0, 3],
  },
  process.argv.slice(2),
)
const withinMs = seconds * 1_000
const sampleMs = 250
const lists = ['weibo', 'zhihu', 'hackernews', 'ithome', 'juejin', 'sspai', 'douban', 'v2ex-hot']
const titles = [...new Set(worksOf(seed).map(({ title }) => title))]

interface Scene {
  readonly replicas: readonly Started[]
  readonly standin: Started
}

const problems: string[] = []

/** Describes how requests ended. `mayReset`: a replica is killed meanwhile. */
function told(name: string, ends: Ends, mayReset = false): string {
  const problem = problemOf(ends, mayReset)
  if (problem !== undefined) problems.push(`${name}: ${problem}`)
  return describeEnds(ends)
}

/** Spreads the requests over the replicas. */
function spread({ replicas }: Scene, count: number, pathOf: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => `${replicas[at % replicas.length]?.url}${pathOf(at)}`)
}

/** A keyword of its own for each number. */
function keyword(at: number): string {
  return `${titles[at % titles.length]}${at < titles.length ? '' : ` ${at}`}`
}

function searchPath(kw: string, path = '/api/search'): string {
  return `${path}?${new URLSearchParams({ kw })}`
}

async function askedOf({ standin }: Scene): Promise<number> {
  const counts: Record<string, number> = await (await fetch(`${standin.url}/__standin/asked`)).json()
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Processor time of those that run. */
async function cpuOf({ replicas }: Scene): Promise<ReadonlyMap<Started, number>> {
  const running = replicas.filter((one) => !one.hasEnded())
  return new Map(await Promise.all(running.map(async (one) => [one, await cpuMs(one.pid)] as const)))
}

/** Runs one part and prints what it did and what it cost. */
async function measure(name: string, scene: Scene, work: (name: string) => Promise<string>): Promise<void> {
  const [cpu, asked, began] = [await cpuOf(scene), await askedOf(scene), performance.now()]
  let [memory, descriptors] = [0, 0]
  const sampling = setInterval(async () => {
    for (const one of scene.replicas.filter((replica) => !replica.hasEnded())) {
      memory = Math.max(memory, await residentMb(one.pid).catch(() => 0))
      descriptors = Math.max(descriptors, await descriptorsOf(one.pid).catch(() => 0))
    }
  }, sampleMs)
  const said = await work(name)
  clearInterval(sampling)
  const spent = [...(await cpuOf(scene))].reduce((sum, [one, ms]) => sum + ms - (cpu.get(one) ?? 0), 0)
  const costs = `${spent} ms of processor, at most ${memory.toFixed(0)} MB and ${descriptors} descriptors in a process, ${(await askedOf(scene)) - asked} requests upstream`
  console.info(`  ${name}, ${((performance.now() - began) / 1_000).toFixed(1)} s\n    ${said}\n    ${costs}`)
}

async function crowds(scene: Scene): Promise<void> {
  const ended = async (name: string, urls: readonly string[]) => told(name, await crowd(urls, withinMs))
  await measure(`${clients} clients, one cold keyword`, scene, (name) =>
    ended(
      name,
      spread(scene, clients, () => searchPath(titles.at(-1) ?? '')),
    ),
  )
  await measure(`${clients} clients, a cold keyword each`, scene, (name) =>
    ended(
      name,
      spread(scene, clients, (at) => searchPath(keyword(at))),
    ),
  )
  await measure(`${clients} forced refreshes of ${lists.length} lists and one search`, scene, (name) =>
    ended(
      name,
      spread(scene, clients, (at) =>
        at % 2 === 0
          ? `/api/v1/sources/${lists[(at / 2) % lists.length]}?force=true`
          : `${searchPath(titles.at(-1) ?? '')}&refresh=true`,
      ),
    ),
  )
  await measure(`${streams} streams at once, ten keywords`, scene, (name) =>
    ended(
      name,
      spread(scene, streams, (at) => searchPath(keyword(clients + (at % 10)), '/api/search/stream')),
    ),
  )
}

/** Idle connections, with ordinary requests beside them. */
async function standIdle(scene: Scene): Promise<void> {
  const [{ url } = { url: '' }] = scene.replicas
  await measure(`${idle} idle connections, 50 requests beside them`, scene, async (name) => {
    const { sockets, refused } = await openIdle(url, idle)
    const beside = await crowd(
      Array.from({ length: 50 }, (_, at) => `${url}/api/v1/sources/${lists[at % lists.length]}`),
      withinMs,
    )
    const standing = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
    for (const socket of sockets) socket.destroy()
    return `${sockets.length} opened, ${refused} refused, ${standing} still open after the requests; beside them ${told(name, beside)}`
  })
}

/** The crowd goes on while one replica after the other is killed; the last one has to serve. */
async function killOneByOne(scene: Scene): Promise<void> {
  for (const dying of scene.replicas.slice(1)) {
    const left = scene.replicas.filter((one) => !one.hasEnded() && one !== dying)
    await measure(`a replica is killed under ${clients} clients, ${left.length} left`, scene, async (name) => {
      const all = spread({ ...scene, replicas: [...left, dying] }, clients, (at) => searchPath(keyword(at % 20)))
      const asking = crowd(all, withinMs)
      process.kill(dying.pid ?? 0, 'SIGKILL')
      const during = told(name, await asking, true)
      const after = await crowd(
        spread({ ...scene, replicas: left }, clients, (at) => searchPath(keyword(at % 20))),
        withinMs,
      )
      return `while it dies: ${during}\n    by those that are left: ${told(name, after)}`
    })
  }
}

console.info(`Load: seed ${seed}, at most ${seconds} s a part, calm weather, ordinary limits, Node ${process.version}`)
const standin = await startStandinProcess('calm', seed)
const redis = await startOwnRedis()
const replicas: Started[] = []
try {
  if (only !== 3) {
    replicas.push(await startAsking(standin.url))
    console.info('One service')
    await crowds({ replicas, standin })
    await standIdle({ replicas, standin })
    await replicas.pop()?.stop()
  }
  if (only !== 1) {
    for (let at = 0; at < 3; at += 1) replicas.push(await startAsking(standin.url, { REDIS_URL: redis.url.href }))
    console.info('Three replicas over one Redis')
    await crowds({ replicas, standin })
    await killOneByOne({ replicas, standin })
  }
} finally {
  await Promise.all([...replicas, standin, redis].map((one) => one.stop()))
}
console.info(`  ${problems.length} problems`)
for (const problem of problems) console.info(`  ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
