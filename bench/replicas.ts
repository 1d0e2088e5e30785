// Compares one, two and three replicas, with and without Redis: answers per second, upstream requests and Redis commands per search.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { worksOf } from '../standin/corpus/works.ts'
import { freePort, startRedisServer } from '../test/kit/servers.ts'
import { cpuMs, type Started, startAsking, startStandinProcess } from './processes.ts'
import { quantile } from './statistics.ts'
import { load, whyNoWrk } from './wrk.ts'

const most = 3
/** Searches of each part. */
const searches = Number(process.env.BENCH_SEARCHES || 16)
const atOnce = 6
const clients = 3
const loadSeconds = Number(process.env.BENCH_SECONDS ?? 3)
/** A part starts no search after this time; its figures cover the finished ones. */
const longestMs = 15_000
const patienceMs = 20_000
const world = 7

/**
 * Prints the cost of cold searches, repeats on another replica, equal searches at the same time and ready answers, for
 * one to three replicas.
 */
export async function benchReplicas(): Promise<void> {
  const trouble = whyNoWrk() ?? whyNoRedis()
  if (trouble !== undefined) return void console.error(trouble)
  console.info(
    `\nReplicas: all channels and plugins, calm weather, ${searches} searches a part, ${clients} at a time, each by the next replica; this machine does it all`,
  )
  const standin = await startStandinProcess('calm', world)
  try {
    for (const isShared of [true, false])
      for (let count = 1; count <= most; count += 1) await benchFleet(standin.url, count, isShared)
  } finally {
    await standin.stop()
  }
}

const redisServer = 'redis-server'

function whyNoRedis(): string | undefined {
  if (!spawnSync(redisServer, ['--version']).error) return undefined
  return 'This benchmark needs redis-server, which is not installed here: apt-get install redis-server'
}

/** Replicas and their stand-in. */
interface Fleet {
  readonly replicas: readonly Started[]
  readonly standin: string
  readonly store: Store | undefined
}

type Store = Awaited<ReturnType<typeof startStore>>

async function benchFleet(standin: string, count: number, isShared: boolean): Promise<void> {
  const store = isShared ? await startStore() : undefined
  const replicas: Started[] = []
  try {
    const settings = { RATE_LIMITS: 'off', RECHECK: 'false', ...(store && { REDIS_URL: store.url }) }
    for (let made = 0; made < count; made += 1) replicas.push(await startAsking(standin, settings))
    console.info(`  ${count === 1 ? '1 replica' : `${count} replicas`} ${isShared ? 'with Redis' : 'without'}`)
    await benchParts({ replicas, standin, store })
  } finally {
    await Promise.all(replicas.map((one) => one.stop()))
    await store?.stop()
  }
}

async function startStore() {
  const port = await freePort()
  const server = await startRedisServer(port)
  const url = `redis://127.0.0.1:${port}`
  const redis = new Redis(url)
  const stop = async () => {
    redis.disconnect()
    const ended = once(server, 'exit')
    server.kill()
    await ended
  }
  return { url, redis, stop, pid: server.pid }
}

async function benchParts(fleet: Fleet): Promise<void> {
  const titles = [...new Set(worksOf(world).map(({ title }) => title))]
  const [warmUp, cold, equal] = [titles.slice(0, 4), titles.slice(4, 4 + searches), titles.slice(-atOnce)]
  for (const one of fleet.replicas) await Promise.all(warmUp.map((kw) => searched(one, kw)))
  await benchPart('cold', fleet, cold, (at) => [at])
  await benchPart('again, by the next replica', fleet, cold, (at) => [at + 1])
  await benchPart('by all at the same moment', fleet, equal, () => fleet.replicas.keys())
  await benchReady(fleet, cold[0] ?? '')
}

/** Searches each keyword on the replicas whose numbers `whom` returns, modulo their count. */
async function benchPart(
  name: string,
  fleet: Fleet,
  keywords: readonly string[],
  whom: (at: number) => Iterable<number>,
): Promise<void> {
  const { replicas } = fleet
  const before = await spentBy(fleet)
  const began = performance.now()
  const took: number[] = []
  const state = { next: 0, failed: 0 }
  const work = async () => {
    while (state.next < keywords.length && performance.now() - began < longestMs) {
      const at = state.next
      state.next += 1
      const kw = keywords[at] ?? ''
      const asks = Array.from(whom(at), async (number) => {
        const one = replicas[number % replicas.length]
        const ms = one && (await searched(one, kw))
        if (ms === undefined) state.failed += 1
        else took.push(ms)
      })
      await Promise.all(asks)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const seconds = (performance.now() - began) / 1000
  console.info(
    `    ${name.padEnd(27)} ${(took.length / seconds).toFixed(1)} searches/s; p50 ${quantile(took, 0.5).toFixed(0)} p90 ${quantile(took, 0.9).toFixed(0)} most ${quantile(took, 1).toFixed(0)} ms; ` +
      `a keyword: ${spentWords(before, await spentBy(fleet), state.next)}${state.failed > 0 ? `; ${state.failed} FAILED` : ''}`,
  )
}

/** Resources used by a fleet since its start. */
interface Spent {
  /** Requests to the stand-in. */
  readonly asks: number
  /** Processor time of all replicas and of Redis, in milliseconds. */
  readonly replicasMs: number
  readonly redisMs: number
  readonly commands: ReadonlyMap<string, number>
}

async function spentBy({ replicas, standin, store }: Fleet): Promise<Spent> {
  const each = await Promise.all(replicas.map(({ pid }) => cpuMs(pid)))
  return {
    asks: await askedOf(standin),
    replicasMs: each.reduce((sum, ms) => sum + ms, 0),
    redisMs: store ? await cpuMs(store.pid) : 0,
    commands: await commandsOf(store?.redis),
  }
}

const shownCommands = 6

function spentWords(before: Spent, after: Spent, keywords: number): string {
  const each = (of: (spent: Spent) => number, digits = 0) => ((of(after) - of(before)) / keywords).toFixed(digits)
  const own = `${each(({ asks }) => asks, 1)} requests upstream, ${each(({ replicasMs }) => replicasMs)} ms of processor`
  if (after.commands.size === 0) return own
  const counts = [...after.commands.keys()].map((name) => {
    return [name, Number(each(({ commands }) => commands.get(name) ?? 0, 1))] as const
  })
  const sorted = counts.toSorted(([, one], [, other]) => other - one)
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  const shown = sorted.slice(0, shownCommands).map(([name, count]) => `${name} ${count.toFixed(0)}`)
  return `${own}, ${each(({ redisMs }) => redisMs, 1)} ms of Redis for ${all.toFixed(0)} commands (${shown.join(', ')})`
}

/** Duration of a search in milliseconds; undefined when it failed. */
async function searched({ url }: Started, kw: string): Promise<number | undefined> {
  const began = performance.now()
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetch(`${url}/api/search?${new URLSearchParams({ kw, conc: '128' })}`, { signal })
    await response.arrayBuffer()
    return response.ok ? performance.now() - began : undefined
  } catch {
    return undefined
  }
}

const counts = z.record(z.string(), z.number())

/** Requests to the stand-in so far. */
async function askedOf(standin: string): Promise<number> {
  const answers = counts.parse(await (await fetch(`${standin}/__standin/asked`)).json())
  return Object.values(answers).reduce((sum, count) => sum + count, 0)
}

/** Number of calls per Redis command, those in scripts included; empty without Redis. */
async function commandsOf(redis: Redis | undefined): Promise<ReadonlyMap<string, number>> {
  const told = (await redis?.info('commandstats')) ?? ''
  const lines = told.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)
  return new Map(Array.from(lines, ([, name = '', calls]) => [name, Number(calls)]))
}

const mostTries = 100

/** Ready answers of all replicas at the same time, with one wrk each. */
async function benchReady({ replicas }: Fleet, kw: string): Promise<void> {
  const path = `/api/search?${new URLSearchParams({ kw, src: 'tg' })}`
  for (const { url } of replicas) {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const response = await fetch(`${url}${path}`)
      await response.arrayBuffer()
      if (response.headers.get('x-cache') === 'HIT') break
    }
  }
  const loads = await Promise.all(replicas.map(({ url }) => load({ url: `${url}${path}`, headers: {} }, loadSeconds)))
  const sum = (of: (one: (typeof loads)[number]) => number) => loads.reduce((all, one) => all + of(one), 0)
  const failed = sum((one) => one.failed)
  console.info(
    `    ${'ready answers'.padEnd(27)} ${sum((one) => one.perSecond).toFixed(0)} a second; p50 ${Math.max(...loads.map((one) => one.p50Ms)).toFixed(1)} p99 ${Math.max(...loads.map((one) => one.p99Ms)).toFixed(1)} ms${failed > 0 ? `; ${failed} FAILED` : ''}`,
  )
}
