// npm run kill: kills writers, PostgreSQL and Redis at seeded moments; nothing may be lost that was told as stored.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '../test/kit/clocks.ts'
import { killRedis } from './kill/redis.ts'
import { openings, type WriterName, type WriterPlace } from './kill/stores.ts'
import { findLost, type KillResult, readTold, startWriter, type Told } from './kill/told.ts'
import { readOptions } from './options.ts'
import { type OwnDatabase, startOwnPostgres } from './servers.ts'

const { kills, seed } = readOptions({ kills: [200, 10, 100_000], seed: [1, 0, 2 ** 31 - 1] }, process.argv.slice(2))

/** Most kills happen within this time of the first told write, some within the other of the start. */
const longestLifeMs = 150
const longestStartMs = 500
const killedAtStart = 0.15

type Row = (count: number, random: () => number) => Promise<KillResult>

const names = Object.keys(openings).filter((name): name is WriterName => name in openings)

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-kill-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function withPostgres<Result>(work: (postgres: OwnDatabase) => Promise<Result>): Promise<Result> {
  const postgres = await startOwnPostgres()
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/** Kills a writer's process again and again; each time a new one opens the same place. */
async function killWriter(
  name: WriterName,
  place: WriterPlace,
  count: number,
  random: () => number,
): Promise<KillResult> {
  const told: Told = new Map()
  const faults: string[] = []
  let lines = 0
  for (let kill = 1; kill <= count; kill += 1) {
    const writer = startWriter(name, place, told)
    if (random() < killedAtStart) await pause(random() * longestStartMs)
    else {
      await writer.untilMore(0)
      await pause(random() * longestLifeMs)
    }
    await writer.kill()
    lines += readTold(writer, told)
    const lost = [...(await findLost(name, place, told)), ...setAside(place)]
    faults.push(...lost.map((fault) => `kill ${kill}: ${fault}`))
  }
  return { kills: count, told: lines, faults }
}

function setAside({ folder }: WriterPlace): string[] {
  return readdirSync(folder).filter((name) => name.includes('corrupt'))
}

/** Kills PostgreSQL while one process of each writer writes; they go on by themselves. */
async function killPostgres(count: number, random: () => number): Promise<KillResult> {
  return await withPostgres(async (postgres) => {
    const database = postgres.url
    const told = new Map(names.map((name) => [name, new Map() satisfies Told]))
    const faults: string[] = []
    const lanes = names.map((name) => {
      const folder = mkdtempSync(join(tmpdir(), 'trawl-kill-'))
      return { ...startWriter(name, { folder, database }, new Map()), folder }
    })
    try {
      await Promise.all(lanes.map((lane) => lane.untilMore(0)))
      for (let at = 1; at <= count; at += 1) {
        await pause(random() * longestLifeMs)
        await postgres.kill()
        await postgres.start()
        for (const lane of lanes) {
          const known: Told = told.get(lane.name) ?? new Map()
          readTold(lane, known)
          const lost = await inFolder((folder) => findLost(lane.name, { folder, database }, known))
          faults.push(...lost.map((fault) => `kill ${at}: ${fault}`))
        }
        await Promise.all(lanes.map((lane) => lane.untilMore(lane.count())))
      }
    } finally {
      await Promise.all(lanes.map((lane) => lane.kill()))
    }
    const lines = lanes.reduce((sum, lane) => sum + readTold(lane, new Map()), 0)
    for (const { folder } of lanes) rmSync(folder, { recursive: true })
    return { kills: count, told: lines, faults }
  })
}

const rows: ReadonlyArray<readonly [string, Row]> = [
  ...names.map((name): readonly [string, Row] => [
    `the writer of ${name}, SQLite`,
    (count, random) => inFolder((folder) => killWriter(name, { folder }, count, random)),
  ]),
  ...names.map((name): readonly [string, Row] => [
    `the writer of ${name}, PostgreSQL`,
    (count, random) =>
      withPostgres(({ url }) => inFolder((folder) => killWriter(name, { folder, database: url }, count, random))),
  ]),
  ['PostgreSQL, under all writers', killPostgres],
  [
    'Redis, under two services that take bans',
    (count, random) => withPostgres(({ url }) => killRedis(url, count, random)),
  ],
]

process.setMaxListeners(0)
console.info(`Kill: ${kills} kills at moments of seed ${seed}, Node ${process.version}`)
const outcomes: KillResult[] = []
for (const [at, [name, row]] of rows.entries()) {
  const count = Math.floor(kills / rows.length) + (at < kills % rows.length ? 1 : 0)
  const began = performance.now()
  const outcome = await row(count, seeded(seed + at))
  outcomes.push(outcome)
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  console.info(
    `  ${name.padEnd(42)} ${count} kills in ${seconds} s; ${outcome.told} writes told as stored, ${outcome.faults.length} lost`,
  )
  for (const fault of outcome.faults.slice(0, 10)) console.info(`    ${fault}`)
}
const lost = outcomes.reduce((sum, { faults }) => sum + faults.length, 0)
console.info(`  in all ${outcomes.reduce((sum, one) => sum + one.kills, 0)} kills, ${lost} lost`)
process.exitCode = lost === 0 ? 0 : 1
