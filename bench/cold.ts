// Measures uncached searches of all channels in a warm process of the built service: CPU time of each thread, and memory as searches go on.
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Gateway, keyword, startGateway } from './channel-pages.ts'
import { builtTrawl, residentMb, type Started, startAsking } from './processes.ts'
import { median, spread } from './statistics.ts'

const warmUps = 20
/** Measured searches of each kind. */
const measured = Number(process.env.BENCH_SEARCHES ?? 10)
/** Searches after which memory is printed, up to `BENCH_MEMORY`. */
const memoryAfter = [10, 60, 200].filter((searches) => searches <= Number(process.env.BENCH_MEMORY ?? 200))
/** Another checkout, built too, whose service makes the same searches in turn, so that both meet the same load. */
const other = process.env.BENCH_AGAINST

/** Groups of threads, by their names in /proc. */
const groups: readonly (readonly [name: string, threads: RegExp])[] = [
  ['main', /^trawl$/],
  ["V8's helpers", /^(?:V8Worker|DelayedTaskSche)/],
  // Earlier checkouts have two threads in place of it.
  ['store', /^(?:store|archive|disk)$/],
  ['others', /./],
]

/** CPU milliseconds of each of the groups. */
type Times = readonly number[]

/** A kind of searches, by the fields of their requests. */
interface Kind {
  readonly name: string
  readonly path: '/api/search' | '/api/search/stream'
  readonly fields: Readonly<Record<string, string>>
}

/** Kinds of searches that are made in turn by services with these settings. */
interface CpuPart {
  readonly settings: Readonly<Record<string, string>>
  readonly kinds: readonly Kind[]
  /** From one keyword to the next: with 1 the posts of every other one are mostly known, with 2 none are. */
  readonly step: 1 | 2
}

const answer = { path: '/api/search', fields: {} } as const
const stream = { path: '/api/search/stream', fields: {} } as const
const byWork = { fields: { res: 'works' } } as const
const knownOrNot = [
  { name: 'posts unknown', ...answer },
  { name: 'posts mostly known', ...answer },
]
const forms = [
  { name: 'answer', ...answer },
  { name: 'answer by work', ...answer, ...byWork },
  { name: 'stream', ...stream },
  { name: 'stream by work', ...stream, ...byWork },
]

const parts: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['cpu', () => benchCpu({ settings: {}, kinds: knownOrNot, step: 1 })],
  ['off', () => benchCpu({ settings: { ARCHIVE: 'off' }, kinds: knownOrNot, step: 1 })],
  ['works', () => benchCpu({ settings: {}, kinds: forms, step: 2 })],
  ['memory', benchMemory],
])

/** Runs the parts that `BENCH_PARTS` names, or all: CPU time with and without the archive and by form of the answer, and memory. */
export async function benchCold(): Promise<void> {
  const expected = process.env.BENCH_PARTS?.split(',') ?? [...parts.keys()]
  const unknown = expected.filter((name) => !parts.has(name))
  if (unknown.length > 0) throw new Error(`BENCH_PARTS: ${unknown}; there are ${[...parts.keys()]}`)
  for (const name of expected) await parts.get(name)?.()
}

/** Prints the CPU time of a search for each kind and group of threads. */
async function benchCpu({ settings, kinds, step }: CpuPart): Promise<void> {
  console.info(
    '\nUncached searches of 116 channels, conc=128, no delays or errors; CPU ms of a search in a warm process',
  )
  console.info(`  ${JSON.stringify(settings)}`)
  await withTrawl(settings, async (services, gateway) => {
    const searches = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => from + at).flatMap((turn) => searchesOf(turn, services, kinds))
    for (const { kind, turn, trawl } of searches(0, warmUps)) await search(trawl, gateway, kind, turn * step)
    const rounds: Round[] = []
    for (const { kind, turn, trawl } of searches(warmUps, kinds.length * measured)) {
      gateway.prepare(turn * step)
      const begun = await settledTimes(trawl)
      const links = await search(trawl, gateway, kind, turn * step)
      const ended = await settledTimes(trawl)
      rounds.push({ kind, trawl, links, times: ended.map((ms, at) => ms - (begun[at] ?? 0)) })
    }
    for (const kind of kinds) printKind(kind, services, rounds)
  })
}

/** A search of each service for the keyword of a turn, in one order and in the other. */
function searchesOf(turn: number, services: readonly Started[], kinds: readonly Kind[]) {
  const ordered = Math.floor(turn / kinds.length) % 2 === 0 ? services : services.toReversed()
  const kind = kinds[turn % kinds.length]
  return kind ? ordered.map((trawl) => ({ kind, turn, trawl })) : []
}

/** A measured search. */
interface Round {
  readonly kind: Kind
  readonly trawl: Started
  readonly links: number
  readonly times: Times
}

function printKind(kind: Kind, services: readonly Started[], all: readonly Round[]): void {
  const rounds = all.filter((round) => round.kind === kind)
  console.info(`    ${kind.name}, ${spread(rounds.map(({ links }) => links))} links`)
  const columns = services.map((trawl) => rounds.filter((round) => round.trawl === trawl).map(({ times }) => times))
  const print = (name: string, figure: (times: Times) => number) => {
    const [ours = [], others] = columns.map((column) => column.map(figure))
    const ratio = others && median(ours.map((ms, at) => ms / (others[at] ?? ms)))
    const beside = others ? `; the other ${spread(others)}, median ratio of pairs ${ratio?.toFixed(2)}` : ''
    console.info(`      ${name.padEnd(14)} ${spread(ours)}${beside}`)
  }
  for (const [at, [name]] of groups.entries()) print(name, (times) => times[at] ?? 0)
  print('whole process', (times) => times.reduce((sum, ms) => sum + ms, 0))
}

async function benchMemory(): Promise<void> {
  console.info(`\nMemory in MB after the start and after ${memoryAfter.join(', ')} uncached searches`)
  await withTrawl({}, async (services, gateway) => {
    for (const trawl of services) {
      const figures = [await residentMb(trawl.pid)]
      for (let number = 0; number <= Math.max(...memoryAfter); number += 1) {
        if (memoryAfter.includes(number)) figures.push(await residentMb(trawl.pid))
        await search(trawl, gateway, answer, number)
      }
      console.info(`    ${figures.map((mb) => mb.toFixed(0)).join(' ')}`)
    }
  })
}

/** Starts the service of this checkout, and of the other one if there is one. */
async function withTrawl(
  settings: Readonly<Record<string, string>>,
  bench: (services: readonly Started[], gateway: Gateway) => Promise<void>,
): Promise<void> {
  const gateway = await startGateway()
  const services: Started[] = []
  try {
    for (const tree of [undefined, ...(other ? [other] : [])])
      services.push(await startAsking(gateway.url, settings, [], { args: [builtTrawl], ...(tree && { tree }) }))
    await bench(services, gateway)
  } finally {
    for (const trawl of services) await trawl.stop()
    gateway.stop()
  }
}

/** Returns the number of links. Rejects when there are none: then a figure would mean nothing. */
async function search(
  { url }: Started,
  gateway: Gateway,
  { path, fields }: Pick<Kind, 'path' | 'fields'>,
  number: number,
): Promise<number> {
  gateway.prepare(number)
  const kw = keyword(number)
  const response = await fetch(`${url}${path}?${new URLSearchParams({ kw, conc: '128', src: 'tg', ...fields })}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`the service answered ${response.status}: ${text}`)
  // A stream does not say it.
  const total = Number(/"data":\{"total":(\d+)/.exec(text)?.[1] ?? text.split('"url":').length - 1)
  if (total === 0) throw new Error(`the search for ${kw} found nothing`)
  return total
}

/** The times since the start, once the process does nothing more: writes follow the response. */
async function settledTimes({ pid }: Started): Promise<Times> {
  for (let last = -1; ; ) {
    const times = await threadTimes(pid)
    const sum = times.reduce((all, ms) => all + ms, 0)
    if (sum - last < 3) return times
    last = sum
    await pause(300)
  }
}

/** Time on a processor: the first field of /proc/PID/task/TID/schedstat, in nanoseconds (kernel documentation, sched-stats). */
async function threadTimes(pid: number | undefined): Promise<Times> {
  const times = groups.map(() => 0)
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const [comm = '', stat] = await Promise.all(
      ['comm', 'schedstat'].map((file) => readFile(`/proc/${pid}/task/${thread}/${file}`, 'utf8').catch(() => '')),
    )
    const group = groups.findIndex(([, names]) => names.test(comm.trim()))
    if (group >= 0) times[group] = (times[group] ?? 0) + Number(stat?.split(' ')[0]) / 1e6
  }
  return times
}
