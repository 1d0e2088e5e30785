// Ten minutes of ordinary use in ordinary weather: checks the bounds of memory and disk, and for duplicate shares.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { recognise } from '../src/search/clouds/recognise.ts'
import { worksOf } from '../standin/corpus/works.ts'
import { createSeededRandom, type SeededRandom } from '../standin/seeded-random.ts'
import { residentMb, type Started, startAsking, startStandinProcess } from './processes.ts'
import { median } from './statistics.ts'

const seconds = Number(process.env.SOAK_SECONDS ?? 600)
const clients = 6
const sampleMs = 5_000
/** Small, so that both databases reach their bounds. */
const diskMb = 16
/** How often the stand-in is replaced by one with other works, which causes outages and new links. */
const worlds = 5

interface Sample {
  readonly memoryMb: number
  readonly diskMb: number
}

interface Soak {
  readonly trawl: Started
  readonly folder: string
  readonly until: number
  /** Seed of the current world. */
  world: number
  readonly counts: Map<string, number>
  readonly doubles: string[]
}

/** Prints memory and disk over time, the requests, and every share that was answered or stored twice. */
export async function benchSoak(): Promise<void> {
  console.info(
    `\nSoak: ${seconds} s, ${clients} clients, ordinary weather, ${worlds} worlds, DISK_MB=${diskMb}, CACHE_MB=32`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'trawl-soak-'))
  let standin = await startStandinProcess('ordinary', 1)
  const trawl = await startAsking(standin.url, {
    DATA_DIR: folder,
    DISK_MB: `${diskMb}`,
    CACHE_MB: '32',
    RATE_LIMITS: 'off',
  })
  const soak: Soak = { trawl, folder, until: Date.now() + seconds * 1_000, world: 1, counts: new Map(), doubles: [] }
  try {
    const samples: Sample[] = []
    const work = [watch(soak, samples), ...Array.from({ length: clients }, (_, at) => use(soak, at))]
    for (let world = 2; world <= worlds; world += 1) {
      await pause((seconds * 1_000) / worlds)
      await standin.stop()
      standin = await startStandinProcess('ordinary', world, [], Number(new URL(standin.url).port))
      soak.world = world
    }
    await Promise.all(work)
    print(soak, samples)
  } finally {
    await trawl.stop()
    await standin.stop()
  }
  printKept(folder)
  await rm(folder, { recursive: true, force: true })
}

async function watch({ trawl, folder, until }: Soak, samples: Sample[]): Promise<void> {
  while (Date.now() < until) {
    await pause(sampleMs)
    samples.push({ memoryMb: await residentMb(trawl.pid), diskMb: await diskOf(folder) })
  }
}

async function diskOf(folder: string): Promise<number> {
  const names = ['trawl.db', 'trawl.db-wal', 'archive.db', 'archive.db-wal']
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
}

/** One client that sends one request after the other. */
async function use(soak: Soak, number: number): Promise<void> {
  const chance = createSeededRandom('soak', number)
  while (Date.now() < soak.until) {
    const [what, ask] = chance.pick(uses)
    const outcome = await ask(soak, chance).catch((error: unknown) => (error instanceof Error ? error.name : 'failed'))
    const told = `${what} ${outcome}`
    soak.counts.set(told, (soak.counts.get(told) ?? 0) + 1)
  }
}

type Use = (soak: Soak, chance: SeededRandom) => Promise<string>

const uses: ReadonlyArray<readonly [string, Use]> = [
  ['search', searchOnce],
  ['search', searchOnce],
  ['search', searchOnce],
  ['stream', streamOnce],
  ['check', checkOnce],
  ['hot list', listOnce],
]

const links = z.object({
  data: z.object({
    merged_by_type: z.record(z.string(), z.array(z.object({ url: z.string(), password: z.string() }))),
  }),
})

function keywordOf({ world }: Soak, chance: SeededRandom): string {
  const { title } = chance.pick(worksOf(world))
  return chance.happens(0.5) ? title : [...title].slice(0, 2).join('')
}

async function found(soak: Soak, chance: SeededRandom) {
  const ext = JSON.stringify(chance.happens(0.3) ? { deadline_ms: 1_500 } : {})
  const query = new URLSearchParams({ kw: keywordOf(soak, chance), conc: '64', ext })
  if (chance.happens(0.1)) query.set('refresh', 'true')
  const response = await fetch(`${soak.trawl.url}/api/search?${query}`, { signal: AbortSignal.timeout(30_000) })
  const body: unknown = await response.json()
  return {
    status: `${response.status}`,
    links: response.ok ? Object.values(links.parse(body).data.merged_by_type).flat() : [],
  }
}

async function searchOnce(soak: Soak, chance: SeededRandom): Promise<string> {
  const { status, links: all } = await found(soak, chance)
  noteDoubles(
    soak,
    all.map(({ url }) => url),
  )
  return status
}

async function streamOnce(soak: Soak, chance: SeededRandom): Promise<string> {
  const query = new URLSearchParams({ kw: keywordOf(soak, chance) })
  const response = await fetch(`${soak.trawl.url}/api/search/stream?${query}`, { signal: AbortSignal.timeout(30_000) })
  await response.text()
  return `${response.status}`
}

async function checkOnce(soak: Soak, chance: SeededRandom): Promise<string> {
  const { links: all } = await found(soak, chance)
  const items = chance.some(all, 6).map(({ url, password }) => ({ disk_type: '', url, password }))
  if (items.length === 0) return 'nothing to check'
  const body = JSON.stringify({ items })
  const response = await fetch(`${soak.trawl.url}/api/check/links`, { method: 'POST', body })
  await response.text()
  return `${response.status}`
}

async function listOnce({ trawl }: Soak, chance: SeededRandom): Promise<string> {
  const id = chance.pick(['weibo', 'zhihu', 'v2ex-hot', 'hackernews', 'ithome', 'douban', 'juejin', 'sspai'])
  const response = await fetch(`${trawl.url}/api/v1/sources/${id}`)
  await response.text()
  return `${response.status}`
}

function noteDoubles({ doubles }: Soak, urls: readonly string[]): void {
  const keys = urls.map((url) => recognise(url)?.key ?? url)
  doubles.push(...keys.filter((key, at) => keys.indexOf(key) !== at))
}

function print({ counts, doubles }: Soak, samples: readonly Sample[]): void {
  const asked = [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([what, count]) => `${what}: ${count}`)
  console.info(`  asked          ${asked.join(' · ')}`)
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  for (const [name, of] of [
    ['memory MB', ({ memoryMb }: Sample) => memoryMb],
    ['disk MB', ({ diskMb: disk }: Sample) => disk],
  ] as const) {
    const parts = Array.from({ length: 10 }, (_, part) =>
      median(samples.slice(part * tenth, (part + 1) * tenth).map(of)),
    )
    const most = Math.max(...samples.map(of))
    console.info(
      `  ${name.padEnd(14)} every tenth of the time ${parts.map((one) => one.toFixed(0)).join(' ')}; most ${most.toFixed(1)}`,
    )
  }
  console.info(`  answered twice ${doubles.length} shares ${doubles.slice(0, 3).join(' ')}`)
}

/** Prints the contents of the archive after the service has ended. */
function printKept(folder: string): void {
  const db = new DatabaseSync(join(folder, 'archive.db'), { readOnly: true })
  const rows = z
    .array(z.object({ key: z.string(), url: z.string() }))
    .parse(db.prepare('select key, url from shares').all())
  db.close()
  const keys = new Set(rows.map(({ key, url }) => recognise(url)?.key ?? key))
  console.info(`  kept           ${rows.length} shares, ${rows.length - keys.size} of them twice`)
}
