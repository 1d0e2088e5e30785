// npm run kill: kills writers, PostgreSQL and Redis at seeded moments; no write may be lost that was acknowledged.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '../test/kit/clocks.ts'
import { type OwnDatabase, startOwnPostgres } from '../test/kit/servers.ts'
import {
  type Acknowledged,
  findLost,
  inFolder,
  type KillResult,
  killWriter,
  longestLifeMs,
  startWriter,
} from './kill/killer.ts'
import { killRedis } from './kill/redis.ts'
import { isWriterName, writerOf, writers } from './kill/stores.ts'
import { readOptions } from './options.ts'

const { kills, seed } = readOptions({ kills: [200, 10, 100_000], seed: [1, 0, 2 ** 31 - 1] })

type Row = (kills: number, random: () => number) => Promise<KillResult>

const names = Object.keys(writers).filter(isWriterName)
const shared = names.filter((name) => !writerOf(name).hasNoPostgres)

async function withPostgres<Result>(work: (postgres: OwnDatabase) => Promise<Result>): Promise<Result> {
  const postgres = await startOwnPostgres()
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/** Kills PostgreSQL while one process of each writer writes; they go on by themselves. */
async function killPostgres(count: number, random: () => number): Promise<KillResult> {
  return await withPostgres(async (postgres) => {
    const database = postgres.url
    const known = new Map(shared.map((name): [string, Acknowledged] => [name, new Map()]))
    const faults: string[] = []
    let acknowledged = 0
    await inFolder(async (root) => {
      const processes = shared.map((name) => {
        const folder = join(root, name)
        mkdirSync(folder)
        return startWriter(name, { folder, database }, new Map())
      })
      try {
        await Promise.all(processes.map((one) => one.untilMore(0)))
        for (let at = 1; at <= count; at += 1) {
          await pause(random() * longestLifeMs)
          await postgres.kill()
          await postgres.start()
          for (const { name, readInto } of processes) {
            const versions = known.get(name) ?? new Map()
            readInto(versions)
            const lost = await inFolder((folder) => findLost(name, { folder, database }, versions))
            faults.push(...lost.map((fault) => `kill ${at}: ${fault}`))
          }
          await Promise.all(processes.map((one) => one.untilMore(one.size())))
        }
      } finally {
        await Promise.all(processes.map((one) => one.kill()))
        acknowledged = processes.reduce((sum, one) => sum + one.readInto(new Map()), 0)
      }
    })
    return { kills: count, acknowledged, faults }
  })
}

const rows: ReadonlyArray<readonly [string, Row]> = [
  ...names.map((name): readonly [string, Row] => [
    `the writer of ${name}, SQLite`,
    (kills, random) => killWriter({ name, kills, random }),
  ]),
  ...shared.map((name): readonly [string, Row] => [
    `the writer of ${name}, PostgreSQL`,
    (kills, random) => withPostgres(({ url }) => killWriter({ name, kills, random, database: url })),
  ]),
  ['PostgreSQL, under all writers', killPostgres],
  [
    'Redis, under two services that change bans',
    (count, random) => withPostgres(({ url }) => killRedis(url, count, random)),
  ],
]

console.info(`Kill: ${kills} kills at moments of seed ${seed}, Node ${process.version}`)
const results: KillResult[] = []
for (const [at, [name, row]] of rows.entries()) {
  const count = Math.floor(kills / rows.length) + (at < kills % rows.length ? 1 : 0)
  const began = performance.now()
  const result = await row(count, seeded(seed + at))
  results.push(result)
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  console.info(
    `  ${name.padEnd(42)} ${count} kills in ${seconds} s; ${result.acknowledged} writes acknowledged, ${result.faults.length} lost`,
  )
  for (const fault of result.faults.slice(0, 10)) console.info(`    ${fault}`)
}
const lost = results.reduce((sum, { faults }) => sum + faults.length, 0)
console.info(`  in all ${results.reduce((sum, one) => sum + one.kills, 0)} kills, ${lost} lost`)
process.exitCode = lost === 0 ? 0 : 1
