// Kills the process of a writer again and again, and looks for what was acknowledged and is not there in a store that is opened anew.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compiled } from '../../test/kit/compiled.ts'
import { fileFaults, type WriterName, type WriterPlace, writerOf } from './stores.ts'

export interface KillResult {
  readonly kills: number
  /** The number of acknowledged writes. */
  readonly acknowledged: number
  readonly faults: readonly string[]
}

/** The acknowledged versions of each key, in their order. */
export type Acknowledged = Map<string, number[]>

/** Most kills happen within this time of the first acknowledged write, some within the other of the start. */
export const longestLifeMs = 150
const longestStartMs = 500
const killedAtStart = 0.15

const program = join(import.meta.dirname, 'writer.ts')
const maxPauses = 24_000
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a writer whose versions begin above all acknowledged ones. */
export function startWriter(name: WriterName, place: WriterPlace, acknowledged: Acknowledged) {
  // A file, not a pipe: a slow reader would slow down the process.
  const file = join(place.folder, 'acknowledged')
  const output = openSync(file, 'w')
  const first = Math.max(0, ...[...acknowledged.values()].map((versions) => versions.at(-1) ?? 0)) + 100_000
  const { folder, database, maxBytes } = place
  const child = spawn(
    process.execPath,
    [program, name, folder, database?.href ?? '', `${maxBytes ?? ''}`, `${first}`],
    {
      stdio: ['ignore', output, 'inherit'],
      env: { ...process.env, ...compiled },
    },
  )
  closeSync(output)
  running.add(child)
  const closed = once(child, 'close')
  return {
    name,
    /** The bytes that it has printed. */
    size: () => statSync(file).size,
    /** Resolves when it has printed more than `size` bytes. @throws when the process ends or takes too long. */
    async untilMore(size: number) {
      for (let pauses = 0; statSync(file).size <= size; pauses += 1) {
        if (child.exitCode !== null) throw new Error(`the writer of ${name} ended with status ${child.exitCode}`)
        if (pauses > maxPauses) throw new Error(`no more writes of ${name} are acknowledged`)
        await pause(5)
      }
    },
    /** Adds what was acknowledged to the process so far; returns the number of writes. The last line may be cut off. */
    readInto(known: Acknowledged): number {
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
      for (const line of lines) {
        const [key = '', text] = line.split(' ')
        const [versions, version] = [known.get(key) ?? [], Number(text)]
        // The order of keys is that of their latest versions.
        if (version <= (versions.at(-1) ?? 0)) continue
        known.delete(key)
        known.set(key, [...versions, version])
      }
      return lines.length
    },
    async kill() {
      if (child.exitCode !== null) throw new Error(`the writer of ${name} ended with status ${child.exitCode}`)
      child.kill('SIGKILL')
      await closed
      running.delete(child)
    },
  }
}

/** Opens the store as a new process does; a sentence for each version that was acknowledged and is not there. */
export async function findLost(
  name: WriterName,
  place: WriterPlace,
  acknowledged: Acknowledged,
  keys: Iterable<string> = acknowledged.keys(),
): Promise<string[]> {
  const store = await writerOf(name).open(place)
  const lost: string[] = []
  for (const key of keys) {
    const versions = acknowledged.get(key) ?? []
    const [found, latest] = [await store.read(key), versions.at(-1) ?? 0]
    if (found === undefined) lost.push(`${name}: ${key} cannot be read`)
    else if (found < latest) lost.push(`${name}: ${key} ${latest} is lost, there is ${found}`)
    for (const version of versions.filter((one) => isChecked(one, latest)))
      if (store.has && !(await store.has(key, version)))
        lost.push(`${name}: ${key} ${version} is not as it was written`)
  }
  await store.close()
  return lost
}

/** All versions of the last process, and some of those before, within six days of a history: older ones are thinned. */
function isChecked(version: number, latest: number): boolean {
  return version > latest - 50_000 || (version % 20 === 0 && version > latest - 6 * 24 * 3_600)
}

export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-kill-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What is killed, and how often. */
interface Killing {
  readonly name: WriterName
  readonly kills: number
  readonly random: () => number
  readonly database?: URL | undefined
  /** A small store drops old answers: only the keys that `mustHave` selects are looked for. */
  readonly maxBytes?: number
  readonly mustHave?: (keys: readonly string[]) => readonly string[]
  /** Kills until a new folder is used, because creating the files must survive too; default never. */
  readonly killsOfFolder?: number
}

/** Kills a writer's process at random moments; each time a new one opens the same place. */
export async function killWriter(killing: Killing): Promise<KillResult> {
  const { kills, killsOfFolder = kills } = killing
  const results: KillResult[] = []
  for (let done = 0; done < kills; done += killsOfFolder) {
    const count = Math.min(killsOfFolder, kills - done)
    results.push(await inFolder((folder) => killInFolder(folder, { ...killing, kills: count })))
  }
  return {
    kills,
    acknowledged: results.reduce((sum, one) => sum + one.acknowledged, 0),
    faults: results.flatMap(({ faults }) => faults),
  }
}

async function killInFolder(folder: string, killing: Killing): Promise<KillResult> {
  const { name, kills, random, database, maxBytes, mustHave = (keys) => keys } = killing
  const place = { folder, database, ...(maxBytes === undefined ? {} : { maxBytes }) }
  const known: Acknowledged = new Map()
  const faults: string[] = []
  let acknowledged = 0
  for (let kill = 1; kill <= kills; kill += 1) {
    const writer = startWriter(name, place, known)
    if (random() < killedAtStart) await pause(random() * longestStartMs)
    else {
      await writer.untilMore(0)
      await pause(random() * longestLifeMs)
    }
    await writer.kill()
    acknowledged += writer.readInto(known)
    const lost = await findLost(name, place, known, mustHave([...known.keys()]))
    const wrong = database ? [] : ((await writerOf(name).faults?.(folder)) ?? [])
    faults.push(...[...lost, ...wrong, ...fileFaults(folder)].map((fault) => `kill ${kill}: ${fault}`))
  }
  return { kills, acknowledged, faults }
}
