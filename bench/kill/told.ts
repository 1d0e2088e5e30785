// What the writers were told is stored, and what of it a store that is opened anew does not have.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compiled } from '../../test/kit/compiled.ts'
import { openings, type WriterName, type WriterPlace } from './stores.ts'

/** A writer's process, and the file with what it was told. */
export interface WriterProcess {
  readonly name: WriterName
  readonly place: WriterPlace
  readonly child: ChildProcess
  /** The number of lines in the file. */
  count(): number
  /** Resolves when it was told more than `count`. @throws when the process ends or takes too long. */
  untilMore(count: number): Promise<void>
  kill(): Promise<void>
}

export interface KillResult {
  readonly kills: number
  /** Writes that were told as stored. */
  readonly told: number
  readonly faults: readonly string[]
}

/** The latest told version of each key. */
export type Told = Map<string, number>

const program = join(import.meta.dirname, 'writer.ts')
const mostPauses = 24_000

export function startWriter(name: WriterName, place: WriterPlace, told: Told): WriterProcess {
  const file = join(place.folder, `told-${name}`)
  // A file, not a pipe: a slow reader would slow down the process.
  const output = openSync(file, 'w')
  const first = Math.max(0, ...told.values()) + 100_000
  const child = spawn(process.execPath, [program, name, place.folder, place.database?.href ?? '', `${first}`], {
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, ...compiled },
  })
  closeSync(output)
  process.once('exit', () => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  return {
    ...{ name, place, child },
    count: () => statSync(file).size,
    async untilMore(count) {
      for (let pauses = 0; statSync(file).size <= count; pauses += 1) {
        if (child.exitCode !== null) throw new Error(`the writer of ${name} ended with status ${child.exitCode}`)
        if (pauses > mostPauses) throw new Error(`the writer of ${name} is told nothing more`)
        await pause(5)
      }
    },
    async kill() {
      if (child.exitCode !== null) throw new Error(`the writer of ${name} ended with status ${child.exitCode}`)
      child.kill('SIGKILL')
      await closed
    },
  }
}

/** Adds what the process was told so far; returns the number of lines in its file. */
export function readTold({ name, place }: Pick<WriterProcess, 'name' | 'place'>, told: Told): number {
  const lines = readFileSync(join(place.folder, `told-${name}`), 'utf8')
    .split('\n')
    .slice(0, -1)
  for (const line of lines) {
    const [key = '', version] = line.split(' ')
    told.set(key, Math.max(told.get(key) ?? 0, Number(version)))
  }
  return lines.length
}

/** Opens the store as a new process does; a sentence for each version that was told as stored and is not there. */
export async function findLost(name: WriterName, place: WriterPlace, told: Told): Promise<string[]> {
  const store = await openings[name](place)
  const lost: string[] = []
  for (const [key, version] of told) {
    const found = await store.read(key)
    if (found === undefined) lost.push(`${name}: ${key} cannot be read`)
    else if (found < version) lost.push(`${name}: ${key} ${version} is lost, there is ${found}`)
  }
  await store.close()
  return lost
}
