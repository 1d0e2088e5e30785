// A file that a setting names: read at the start, and again after changes. One with a mistake leaves what was read before in force.
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { describeSystemError, messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'

/** Larger than any file written by hand; protects against endless ones. */
const maxBytes = 4 * 1024 * 1024

interface WatchedFileOptions {
  readonly setting: string
  readonly path: string
  /** The plural noun of its entries: `bans`. */
  readonly contents: string
  /** The service starts without the file, or with one that cannot be used. */
  readonly isOptional?: boolean
  /** Puts a text into force, and resolves to a count of what it declares. Rejects with what is wrong, quoting no secret; the previous contents then stay. */
  apply(text: string): Promise<string>
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Reads a file that an operator wrote. Rejects with a reason without the path if it cannot be read. */
export async function readOperatorFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch(throwUnreadable)
  if (!isUtf8(bytes)) throw new Error('must be saved as UTF-8')
  return bytes.toString()
}

/** Reads the file. Rejects with a sentence for the operator if it cannot be used, unless it is optional. */
export async function watchFile({ setting, path, contents, isOptional, apply, log }: WatchedFileOptions) {
  /** The file that was read last, used or not; undefined when it is gone. */
  let read: string | undefined
  /** The file at the previous look. */
  let seen: string | undefined
  let isInForce = false
  let problem: string | undefined
  let reading: Promise<void> | undefined

  async function load(): Promise<void> {
    // A file that reappears counts as changed.
    read = undefined
    const fingerprint = await fingerprintOf(path).catch(throwNamed)
    const text = await readOperatorFile(path).catch(throwNamed)
    read = fingerprint
    const summary = await apply(text)
    log.info(isInForce ? `${setting} was read again: ${summary}` : `${summary} of ${setting}`)
    isInForce = true
    problem = undefined
  }

  function throwNamed(error: unknown): never {
    throw new Error(`${setting}: ${messageOf(error)}`, { cause: error })
  }

  function recordProblem(error: unknown): void {
    const words = messageOf(error)
    const state = isInForce ? `using its previous ${contents}` : `running without its ${contents}`
    // Logged once, not at every reading.
    if (words !== problem) log.warn(`${words}; ${state} until it is fixed`)
    problem = words
  }

  /** Reads a file that has changed and was the same at the previous look, so that no half-written file is read. */
  async function readAgain(): Promise<void> {
    const fingerprint = await fingerprintOf(path).catch(() => undefined)
    const isUnchanged = fingerprint !== undefined && (fingerprint === read || fingerprint !== seen)
    seen = fingerprint
    if (!isUnchanged) await load().catch(recordProblem)
  }

  await (isOptional ? load().catch(recordProblem) : load())
  return {
    /** Reads the file again if it changed; call it about once a second. Never rejects. */
    tick(): Promise<void> {
      reading ??= readAgain().finally(() => {
        reading = undefined
      })
      return reading
    },
    /** Why the current file is not used, one sentence that quotes nothing of it; empty when it is used. */
    problems(): readonly string[] {
      const state = isInForce ? `previous ${contents} are in use` : `${contents} are missing`
      return problem === undefined ? [] : [`${setting} is invalid, so its ${state}; the log has the reason`]
    },
  }
}

function throwUnreadable(error: unknown): never {
  throw new Error(`cannot be read (${describeSystemError(error)})`, { cause: error })
}

async function fingerprintOf(path: string): Promise<string> {
  const stats = await stat(path).catch(throwUnreadable)
  if (!stats.isFile()) throw new Error('must be a file')
  if (stats.size > maxBytes) throw new Error('must be at most 4 MB')
  return `${stats.mtimeMs} ${stats.size} ${stats.ino}`
}
