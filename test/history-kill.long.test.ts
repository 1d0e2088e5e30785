// Kills a process that records the history of a list at random moments; afterwards everything that was told as stored is there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openHistoryDatabase } from '../src/store/history/sqlite-database.ts'
import { seeded } from './kit/clocks.ts'
import { compiled } from './kit/compiled.ts'
import { newFolder, roomy } from './kit/disk.ts'
import { refreshOf } from './kit/killed-history-refreshes.ts'

const program = join(import.meta.dirname, 'kit/killed-history.ts')
const kills = 10
/** Maximum time from the first write to the kill, in milliseconds. */
const longestLifeMs = 300
/** A refresh is a minute after the one before. */
const minutesInDay = 24 * 60
const seed = Math.floor(Math.random() * 2 ** 31)

/** Starts the program and kills it at a random moment; returns the numbers of the refreshes that it told as stored. */
async function liveAndDie(folder: string, first: number, random: () => number): Promise<number[]> {
  const said = join(folder, 'said')
  const output = openSync(said, 'w')
  const child = spawn(process.execPath, [program, folder, `${first}`], {
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
  // The last line may be cut off.
  return readFileSync(said, 'utf8').split('\n').slice(0, -1).map(Number)
}

/** Of these refreshes those that the history does not have as they were. */
async function lostOf(folder: string, numbers: readonly number[]): Promise<number[]> {
  const database = openHistoryDatabase(join(folder, 'history.db'), roomy, false)
  const lost: number[] = []
  for (const number of numbers) {
    const { list, at, items } = refreshOf(number)
    const found = await database.listAt(list, at)
    if (JSON.stringify(found) !== JSON.stringify({ at, items })) lost.push(number)
  }
  database.close()
  return lost
}

it(`loses no refresh that was told as stored in ${kills} kills (seed ${seed})`, { timeout: 300_000 }, async () => {
  const random = seeded(seed)
  const folder = newFolder()
  const stored: number[] = []
  const lost: number[] = []
  for (let kill = 1; kill <= kills; kill += 1) {
    const told = await liveAndDie(folder, (stored.at(-1) ?? -1) + 2, random)
    stored.push(...told)
    lost.push(...(await lostOf(folder, told)))
  }
  expect(lost).toEqual([])
  // Later kills and compressed days have changed nothing of the earlier ones. Days older than a week are thinned: a fast machine gets that far.
  const oldest = (stored.at(-1) ?? 0) - 6 * minutesInDay
  const sample = stored.filter((number, index) => index % 20 === 0 && number >= oldest)
  expect(await lostOf(folder, sample)).toEqual([])
  expect(stored.length).toBeGreaterThan(100)
})
