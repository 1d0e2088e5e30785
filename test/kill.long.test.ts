// Kills a process that writes to its disk under load at random moments; acknowledged writes must survive.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { seeded } from './kit/clocks.ts'
import { compiled } from './kit/compiled.ts'

const program = join(import.meta.dirname, 'kit/killed-disk.ts')
/** Most kills happen within this time of the first acknowledged write, some within this time of the start. */
const longestLifeMs = 120
const longestStartMs = 400
const killedAtStart = 0.15

interface Lane {
  readonly random: () => number
  readonly maxBytes: number
  readonly kills: number
  /** Number of kills until a new folder is used, because creating the database must survive too. */
  readonly killsOfFolder: number
}

interface Found {
  kills: number
  acknowledged: number
  killedWhileMaking: number
  faults: string[]
}

interface Left {
  readonly verdict: unknown
  readonly versions: ReadonlyMap<string, number>
}

/** Acknowledged writes of a folder: the latest version of each key, in the order of versions. */
type Acknowledged = Map<string, number>

/** Starts the program over the folder, kills it at a random moment and records the acknowledged writes. */
async function liveAndDie(folder: string, { random, maxBytes }: Lane, told: Acknowledged): Promise<number> {
  const first = Math.max(0, ...told.values()) + 100_000
  const args = [program, folder, maxBytes, first, Math.floor(random() * 2 ** 31)].map(String)
  // A file, not a pipe: a slow reader would slow down the process.
  const said = join(folder, 'said')
  const output = openSync(said, 'w')
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, ...compiled },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  closeSync(output)
  const closed = once(child, 'close')
  if (random() < killedAtStart) await pause(random() * longestStartMs)
  else {
    while (child.exitCode === null && statSync(said).size === 0) await pause(5)
    await pause(random() * longestLifeMs)
  }
  expect(child.exitCode, 'it lives until it is killed').toBeNull()
  child.kill('SIGKILL')
  await closed
  const lines = readFileSync(said, 'utf8').split('\n').slice(0, -1)
  for (const line of lines) {
    const [key = '', version] = line.split(' ')
    const latest = Math.max(told.get(key) ?? 0, Number(version))
    told.delete(key)
    told.set(key, latest)
  }
  return lines.length
}

/** Opens a copy of the folder, so that the program itself recovers the original, and reads the version of every key. */
function readLeft(folder: string): Left {
  const file = join(folder, 'copy.db')
  for (const part of ['', '-wal']) {
    rmSync(file + part, { force: true })
    if (existsSync(join(folder, `trawl.db${part}`))) copyFileSync(join(folder, `trawl.db${part}`), file + part)
  }
  const db = new DatabaseSync(file)
  const verdict = db.prepare('pragma integrity_check').get()?.integrity_check
  const isMade = db.prepare('pragma user_version').get()?.user_version !== 0
  const rows = isMade
    ? db.prepare('select key, body, 1 as packed from answers union all select name, body, 0 from records').all()
    : []
  const versions = rows.map(({ key, body, packed }): [string, number] => {
    if (!(body instanceof Uint8Array)) throw new Error(`${key} has no body`)
    return [String(key), JSON.parse(Buffer.from(packed ? zstdDecompressSync(body) : body).toString()).version]
  })
  db.close()
  return { verdict, versions: new Map(versions) }
}

/** Kills and compares after every kill; `mustHave` selects the acknowledged writes that must survive. */
async function run(lane: Lane, mustHave: (told: Acknowledged) => string[]): Promise<Found> {
  const found: Found = { kills: 0, acknowledged: 0, killedWhileMaking: 0, faults: [] }
  let folder = ''
  let told: Acknowledged = new Map()
  while (found.kills < lane.kills) {
    if (found.kills % lane.killsOfFolder === 0) {
      folder = newFolder()
      told = new Map()
    }
    found.acknowledged += await liveAndDie(folder, lane, told)
    found.kills += 1
    const left = readLeft(folder)
    if (left.versions.size === 0) found.killedWhileMaking += 1
    const faults = [...faultsOf(left, told, mustHave(told)), ...setAsideIn(folder)]
    found.faults.push(...faults.map((fault) => `after kill ${found.kills}: ${fault}`))
  }
  return found
}

function faultsOf({ verdict, versions }: Left, told: Acknowledged, keys: readonly string[]): string[] {
  const lost = keys.filter((key) => (versions.get(key) ?? 0) < (told.get(key) ?? 0))
  const faults = lost.map((key) => `${key} ${told.get(key)} is lost, there is ${versions.get(key)}`)
  return verdict === 'ok' ? faults : [`the check says ${verdict}`, ...faults]
}

function setAsideIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes('corrupt'))
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-killed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const seed = Math.floor(Math.random() * 2 ** 31)

it('loses nothing that was acknowledged when it is killed 200 times under load, and always opens', async () => {
  const lanes = [seed, seed + 1].map((one) => ({
    random: seeded(one),
    maxBytes: 256_000_000,
    kills: 100,
    killsOfFolder: 20,
  }))
  const found = await Promise.all(lanes.map((lane) => run(lane, (told) => [...told.keys()])))
  const kills = found.reduce((sum, one) => sum + one.kills, 0)
  const acknowledged = found.reduce((sum, one) => sum + one.acknowledged, 0)
  const making = found.reduce((sum, one) => sum + one.killedWhileMaking, 0)
  const faults = found.flatMap((one) => one.faults)
  console.info(
    `killed ${kills} times (seed ${seed}; ${making} of them before anything was written): ` +
      `${acknowledged} writes acknowledged, ${faults.length} lost`,
  )
  expect(faults, `seed ${seed}`).toEqual([])
  expect(kills).toBe(200)
  expect(acknowledged).toBeGreaterThan(1_000)
})

it('loses no record and not the newest answers when it is killed while old ones make room', async () => {
  const lane = { random: seeded(seed + 2), maxBytes: 1_000_000, kills: 20, killsOfFolder: 10 }
  const found = await run(lane, (told) => {
    const answers = [...told.keys()].filter((key) => key.startsWith('answer:'))
    return [...[...told.keys()].filter((key) => key.startsWith('record:')), ...answers.slice(-3)]
  })
  expect(found.faults, `seed ${seed}`).toEqual([])
  expect(found.acknowledged).toBeGreaterThan(100)
})
