// npm run soak: mixed load in ordinary and bad weather, alone and over Redis and PostgreSQL; what grows, and whether answers are right at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { worksOf } from '../standin/corpus/works.ts'
import { createSeededRandom } from '../standin/seeded-random.ts'
import { freePort } from '../test/kit/servers.ts'
import { readOptions } from './options.ts'
import { type Started, startAsking, startStandinProcess } from './processes.ts'
import { startOwnPostgres, startOwnRedis } from './servers.ts'
import { compareAnswers } from './soak/compare.ts'
import { openInspector } from './soak/inspector.ts'
import { describe, type Sample, takeSample } from './soak/samples.ts'
import { lists, type SoakLoad, uses } from './soak/uses.ts'

const given = readOptions(
  { minutes: [30, 1, 24 * 60], hours: [0, 0, 72], clients: [6, 1, 100], seed: [1, 0, 1_000_000] },
  process.argv.slice(2),
)
const minutes = given.hours > 0 ? given.hours * 60 : given.minutes
const { clients, seed } = given
const samples = 60
/** Small, so that both databases reach their bounds. */
const small = { DISK_MB: '16', CACHE_MB: '32' }
/** How often the stand-in is replaced by one with other works, which is an outage and brings new links. */
const worlds = 6
/** Keywords that are compared at the end. */
const compared = 10

/** Soaks one service for the whole time; returns sentences about what was wrong. */
async function soak(name: string, shared: Readonly<Record<string, string>>): Promise<string[]> {
  console.info(`\n${name}: ${minutes} min, ${clients} clients, seed ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'trawl-soak-'))
  const inspected = await freePort()
  let standin = await startStandinProcess('ordinary', seed)
  const settings = { ...small, ...shared, DATA_DIR: folder, RATE_LIMITS: 'off', ADMIN_TOKEN: 'correct-horse-battery' }
  const trawl = await startAsking(standin.url, settings, [`--inspect=127.0.0.1:${inspected}`])
  const load: SoakLoad = { url: trawl.url, world: seed, counts: new Map(), doubles: [] }
  const until = Date.now() + minutes * 60_000
  try {
    const work = [
      observe(trawl, folder, inspected, until),
      ...Array.from({ length: clients }, (_, at) => use(load, at, until)),
    ] as const
    for (let world = 1; world < worlds; world += 1) {
      await pause((minutes * 60_000) / worlds)
      await standin.stop()
      // Every second world is one of bad weather.
      standin = await startStandinProcess(
        world % 2 === 0 ? 'ordinary' : 'rough',
        seed + world,
        [],
        Number(new URL(standin.url).port),
      )
      load.world = seed + world
    }
    const [lines] = await Promise.all(work)
    print(load, lines)
    return [...problemsOf(trawl, load), ...(await compare(trawl, standin, load))]
  } finally {
    await trawl.stop()
    await standin.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function observe(trawl: Started, folder: string, port: number, until: number): Promise<string[]> {
  const inspector = await openInspector(port)
  const began = Date.now()
  const every = (until - began) / samples
  const taken: Sample[] = []
  while (Date.now() + every < until) {
    await pause(every)
    taken.push(await takeSample(trawl, inspector, folder, (Date.now() - began) / 60_000))
  }
  inspector.close()
  return describe(taken)
}

/** One client that sends one request after the other. */
async function use(load: SoakLoad, number: number, until: number): Promise<void> {
  const chance = createSeededRandom('soak', seed, number)
  while (Date.now() < until) {
    const [what, ask] = chance.pick(uses)
    const outcome = await ask(load, chance).catch((error: unknown) => (error instanceof Error ? error.name : 'failed'))
    const told = `${what} ${outcome}`
    load.counts.set(told, (load.counts.get(told) ?? 0) + 1)
  }
}

function print({ counts, doubles }: SoakLoad, lines: readonly string[]): void {
  const asked = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  console.info(`  requests: ${asked.map(([what, count]) => `${what} ${count}`).join(' · ')}`)
  for (const line of lines) console.info(`  ${line}`)
  console.info(`  shares that one answer had twice: ${doubles.length}`)
}

function problemsOf(trawl: Started, { counts, doubles }: SoakLoad): string[] {
  // A service whose event loop lags refuses what is dear with 503; 502 and 504 are named failures of an upstream.
  const bad = [...counts.keys()].filter((what) => !/ (?:200|502|503|504|nothing to check)$/.test(what))
  return [
    ...(trawl.hasEnded() ? ['the service ended'] : []),
    ...trawl.errors.slice(0, 5).map((line) => `the service logged an error: ${line}`),
    ...(doubles.length > 0 ? [`${doubles.length} shares were answered twice, such as ${doubles[0]}`] : []),
    ...bad.map((what) => `${what}: ${counts.get(what)}`),
  ]
}

/** Asks the soaked service and a new one the same in calm weather. */
async function compare(trawl: Started, standin: Started, { world }: SoakLoad): Promise<string[]> {
  await fetch(`${standin.url}/__standin/weather`, { method: 'POST', body: '{"weather":"calm"}' })
  const fresh = await startAsking(standin.url, { ARCHIVE: 'off', RATE_LIMITS: 'off' })
  try {
    const titles = [...new Set(worksOf(world).map(({ title }) => title))].slice(0, compared)
    const { sentence, problems } = await compareAnswers(trawl.url, fresh.url, titles)
    console.info(`  at the end: ${sentence}; ${lists.length} lists asked`)
    for (const list of lists) {
      const { status } = await fetch(`${trawl.url}/api/v1/sources/${list}?force=true`)
      if (status !== 200) problems.push(`the list ${list} is answered ${status} at the end`)
    }
    return problems
  } finally {
    await fresh.stop()
  }
}

console.info(`Soak, Node ${process.version}`)
const [redis, postgres] = [await startOwnRedis(), await startOwnPostgres()]
const problems: string[] = []
try {
  problems.push(...(await soak('Alone', {})))
  const servers = { REDIS_URL: redis.url.href, DATABASE_URL: postgres.url.href, DATABASE_MB: '64' }
  problems.push(...(await soak('With Redis and PostgreSQL', servers)))
} finally {
  await Promise.all([redis.stop(), postgres.stop()])
}
console.info(`\n  ${problems.length} problems`)
for (const problem of problems) console.info(`  ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
