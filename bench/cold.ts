// Measures uncached searches of all channels in a warm process: CPU time of each thread, and memory as searches go on.
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { defaultChannels } from '../src/search/catalogue.ts'
import { createPageMaker, makePages } from './parse/corpus.ts'
import { readByEvents } from './parse/htmlparser2-reader.ts'
import { receivedFromTelegram, residentMb, type Started, startAsking } from './processes.ts'
import { median, spread } from './statistics.ts'

const warmUps = 20
const measured = 10
/** Searches after which memory is printed. */
const memoryAfter = [10, 60, 200]

/** Groups of threads, by their names in /proc. */
const groups: readonly (readonly [name: string, threads: RegExp])[] = [
  ['main', /^trawl$/],
  ["V8's helpers", /^(?:V8Worker|DelayedTaskSche)/],
  ['archive', /^archive$/],
  ['others', /./],
]

type Times = ReadonlyMap<string, number>

/** Prints CPU time for each group of threads with and without the archive, and memory, for each value of `CACHE_MB`. */
export async function benchCold(): Promise<void> {
  console.info(
    '\nUncached searches of 116 channels, conc=128, no delays or errors; CPU ms of a search in a warm process',
  )
  const yardstick = yardstickMs()
  console.info(`  yardstick: htmlparser2 events over 116 whole pages: ${yardstick.toFixed(0)} ms`)
  await withTrawl({}, (trawl, gateway) => benchCpu(trawl, gateway, yardstick))
  await withTrawl({ ARCHIVE: 'off' }, (trawl, gateway) => benchCpu(trawl, gateway, yardstick))
  console.info('\nMemory in MB after the start and after 10, 60 and 200 uncached searches')
  for (const room of ['', '32']) await withTrawl(room ? { CACHE_MB: room } : {}, benchMemory)
}

async function withTrawl(
  settings: Readonly<Record<string, string>>,
  bench: (trawl: Started, gateway: Gateway) => Promise<void>,
): Promise<void> {
  const gateway = await startGateway()
  const trawl = await startAsking(gateway.url, settings)
  try {
    console.info(`  ${JSON.stringify(settings)}`)
    await bench(trawl, gateway)
  } finally {
    await trawl.stop()
    gateway.stop()
  }
}

async function benchCpu(trawl: Started, gateway: Gateway, yardstick: number): Promise<void> {
  for (let number = 0; number < warmUps; number += 1) await search(trawl, gateway, number)
  const before = await receivedFromTelegram(trawl.url)
  const rounds: Round[] = []
  for (let number = warmUps; number < warmUps + 2 * measured; number += 1) {
    gateway.prepare(number)
    const begun = await settledTimes(trawl)
    const links = await search(trawl, gateway, number)
    const ended = await settledTimes(trawl)
    rounds.push({ number, links, times: groups.map(([name]) => (ended.get(name) ?? 0) - (begun.get(name) ?? 0)) })
  }
  const after = await receivedFromTelegram(trawl.url)
  const kb = (after.bytes - before.bytes) / (after.answers - before.answers) / 1024
  console.info(`    ${kb.toFixed(0)} KB a page, ${spread(rounds.map(({ links }) => links))} links`)
  for (const [what, some] of Object.entries({
    'posts unknown': rounds.filter(({ number }) => number % 2 === 0),
    'posts mostly known': rounds.filter(({ number }) => number % 2 === 1),
  })) {
    console.info(`    ${what}`)
    for (const [at, [name]] of groups.entries())
      console.info(`      ${name.padEnd(14)} ${spread(some.map(({ times }) => times[at] ?? 0))}`)
    const all = some.map(({ times }) => times.reduce((sum, ms) => sum + ms, 0))
    console.info(
      `      ${'whole process'.padEnd(14)} ${spread(all)}, ${(median(all) / yardstick).toFixed(2)} of the yardstick`,
    )
  }
}

interface Round {
  readonly number: number
  readonly links: number
  /** CPU milliseconds of each of the groups. */
  readonly times: readonly number[]
}

async function benchMemory(trawl: Started, gateway: Gateway): Promise<void> {
  const figures = [await residentMb(trawl.pid)]
  for (let number = 0; number <= Math.max(...memoryAfter); number += 1) {
    if (memoryAfter.includes(number)) figures.push(await residentMb(trawl.pid))
    await search(trawl, gateway, number)
  }
  console.info(`    ${figures.map((mb) => mb.toFixed(0)).join(' ')}`)
}

type Gateway = Awaited<ReturnType<typeof startGateway>>

const postsOfPage = 22
/** Posts of a page that the search for the other keyword of its pair does not find. */
const postsOfItsOwn = 2

/** Keywords in pairs: the pages of the second one have the posts of the first, but for the newest. */
function keyword(number: number): string {
  return `第${number}号`
}

/** Serves the pages of one keyword at a time, which are made before the search, so that the service never waits for them. */
async function startGateway() {
  const makePage = createPageMaker()
  const pages = new Map<string, Buffer>()
  let prepared = -1
  const server = createServer((request, response) => {
    const url = new URL(String(request.headers['x-upstream-url']))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
    response.end(pages.get(url.pathname.split('/').at(-1) ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Makes the pages of the keyword with this number, unless they are there. */
    prepare(asked: number): void {
      if (prepared === asked) return
      prepared = asked
      for (const channel of defaultChannels) pages.set(channel, gzipSync(makePage(channel, postsFor(asked))))
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function postsFor(asked: number) {
  const pair = asked - (asked % 2)
  return Array.from({ length: postsOfPage }, (_, at) => {
    const isOwn = asked !== pair && at >= postsOfPage - postsOfItsOwn
    return {
      number: (isOwn ? asked : pair) * 100 + at + 1,
      work: isOwn ? keyword(asked) : `${keyword(pair)}${keyword(pair + 1)}`,
    }
  })
}

const answered = z.object({ data: z.object({ total: z.int() }) })

/** Returns the number of links. Rejects when there are none: then a figure would mean nothing. */
async function search(trawl: Started, gateway: Gateway, number: number): Promise<number> {
  gateway.prepare(number)
  const kw = keyword(number)
  const response = await fetch(`${trawl.url}/api/search?${new URLSearchParams({ kw, conc: '128', src: 'tg' })}`)
  if (!response.ok) throw new Error(`the service answered ${response.status}: ${await response.text()}`)
  const { total } = answered.parse(await response.json()).data
  if (total === 0) throw new Error(`the search for ${kw} found nothing`)
  return total
}

/** CPU milliseconds of each group since the start, once the process does nothing more: writes follow the response. */
async function settledTimes({ pid }: Started): Promise<Times> {
  for (let last = -1; ; ) {
    const times = await threadTimes(pid)
    const sum = times.values().reduce((all, ms) => all + ms, 0)
    if (sum - last < 3) return times
    last = sum
    await pause(300)
  }
}

/** Time on a processor: the first field of /proc/PID/task/TID/schedstat, in nanoseconds (kernel documentation, sched-stats). */
async function threadTimes(pid: number | undefined): Promise<Times> {
  const times = new Map<string, number>()
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const [comm, stat] = await Promise.all(
      ['comm', 'schedstat'].map((file) => readFile(`/proc/${pid}/task/${thread}/${file}`, 'utf8').catch(() => '')),
    )
    const group = groups.find(([, names]) => names.test(comm?.trim() ?? ''))
    if (group) times.set(group[0], (times.get(group[0]) ?? 0) + Number(stat?.split(' ')[0]) / 1e6)
  }
  return times
}

/** CPU time of this machine for 116 pages with the fastest reference parser, to compare figures of different machines. */
function yardstickMs(): number {
  const pages = makePages(116, 7).map((bytes) => bytes.toString())
  return median(
    Array.from({ length: 7 }, () => {
      const before = process.cpuUsage()
      for (const page of pages) readByEvents(page)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )
}
