// Kills a process that writes to its archive at random moments; afterwards the file opens and is consistent.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openArchiveDatabase } from '../src/store/archive/sqlite-database.ts'
import type { StoredSighting } from '../src/store/archive/types.ts'
import { seeded } from './kit/clocks.ts'
import { compiled } from './kit/compiled.ts'

const program = join(import.meta.dirname, 'kit/killed-archive.ts')
const maxBytes = 4_000_000
const kills = 20
/** Maximum time from the first write to the kill, in milliseconds. */
const longestLifeMs = 300
const seed = Math.floor(Math.random() * 2 ** 31)

/** Starts the program over the folder and kills it at a random moment. */
async function liveAndDie(folder: string, random: () => number): Promise<void> {
  const said = join(folder, 'said')
  const output = openSync(said, 'w')
  const args = [program, folder, maxBytes, Math.floor(random() * 2 ** 31)].map(String)
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, ...compiled },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  closeSync(output)
  const closed = once(child, 'close')
  while (child.exitCode === null && statSync(said).size === 0) await pause(5)
  await pause(random() * longestLifeMs)
  expect(child.exitCode, 'it lives until it is killed').toBeNull()
  child.kill('SIGKILL')
  await closed
}

const sources = ['tg:one', 'tg:two']

function firstWordOf({ title }: StoredSighting): string {
  return title.split(' ')[0] ?? ''
}

function nameOf({ key, source, title }: StoredSighting): string {
  return `${key} ${source} ${title}`
}

/** Opens the file as at start and returns its faults. */
async function faultsOf(folder: string): Promise<{ sightings: number; faults: string[] }> {
  const file = join(folder, 'archive.db')
  const archive = openArchiveDatabase(file, { maxBytes, clock: () => 0 }, false)
  const found = await archive.find({ ways: [['all']], types: undefined, sources, most: 100_000 })
  const wrong: string[] = []
  for (const [first, shown] of Map.groupBy(found, firstWordOf)) {
    const same = await archive.find({ ways: [[first, 'all']], types: undefined, sources, most: 100_000 })
    const places = new Set(same.map(nameOf))
    wrong.push(...shown.map(nameOf).filter((name) => !places.has(name)))
  }
  const shares = await archive.shares()
  archive.close()
  const db = new DatabaseSync(file)
  const count = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const sightings = count('select count(*) from sightings')
  const held: readonly [string, boolean][] = [
    ['the index and the sightings differ', found.length === sightings && wrong.length === 0],
    ['the count of shares is wrong', shares === count('select count(*) from shares')],
    [
      'a share has no sighting',
      count('select count(*) from shares where id not in (select share from sightings)') === 0,
    ],
    ['the check fails', db.prepare('pragma integrity_check').get()?.integrity_check === 'ok'],
    ['it was set aside', !readdirSync(folder).some((name) => name.includes('corrupt'))],
  ]
  db.close()
  return { sightings, faults: held.filter(([, isRight]) => !isRight).map(([what]) => what) }
}

it(`is whole after each of ${kills} kills in the middle of writing (seed ${seed})`, { timeout: 120_000 }, async () => {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'trawl-killed-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const faults: string[] = []
  let sightings = 0
  for (let kill = 1; kill <= kills; kill += 1) {
    await liveAndDie(folder, random)
    const left = await faultsOf(folder)
    sightings = left.sightings
    faults.push(...left.faults.map((fault) => `after kill ${kill}: ${fault}`))
  }
  expect(faults).toEqual([])
  expect(sightings).toBeGreaterThan(500)
})
