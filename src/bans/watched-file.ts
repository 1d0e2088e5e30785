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
export async function readOperatorFile(path: string) {
  const fingerprint = await fingerprintOf(path)
  const bytes = await readFile(path).catch(throwUnreadable)
  if (!isUtf8(bytes)) throw new Error('must be saved as UTF-8')
  return { text: bytes.toString(), fingerprint }
}

/** Reads the file. Rejects with a sentence for the operator if it cannot be used, unless it is optional. */
export async function watchFile(options: WatchedFileOptions) {
  const { setting, path, contents, isOptional = false, log } = options
  const loaded = createLoader(options)
  let seen: string | undefined
  let problem: string | undefined
  let reading: Promise<void> | undefined

  const recordProblem = (error: unknown): void => {
    const words = messageOf(error)
    // Logged once, not at every reading.
    if (words !== problem)
      log.warn(
        `${words}; ${loaded.isInForce() ? 'using its previous' : 'running without its'} ${contents} until it is fixed`,
      )
    problem = words
  }

  /** Reads a file that has changed and was the same at the previous look, so that no half-written file is read. */
  async function readAgain(): Promise<void> {
    try {
      const fingerprint = await fingerprintOf(path).catch(loaded.failed)
      const isUnchanged = fingerprint === seen
      seen = fingerprint
      if (!isUnchanged || loaded.isOf(fingerprint)) return
      log.info(`${setting} was read again: ${await loaded.load()}`)
      problem = undefined
    } catch (error) {
      recordProblem(error)
    }
  }

  const start = async () => log.info(`${await loaded.load()} of ${setting}`)
  await (isOptional ? start().catch(recordProblem) : start())
  return {
    /** The next tick reads the file, whether it changed or not. */
    invalidate: loaded.invalidate,
    /** Reads the file again if it changed; call it about once a second. Never rejects. */
    tick(): Promise<void> {
      reading ??= readAgain().finally(() => {
        reading = undefined
      })
      return reading
    },
    /** Why the current file is not used, one sentence that quotes nothing of it; empty when it is used. */
    problems(): readonly string[] {
      const state = loaded.isInForce() ? `previous ${contents} are in use` : `${contents} are missing`
      return problem === undefined ? [] : [`${setting} is invalid, so its ${state}; the log has the reason`]
    },
  }
}

/** What was read last, and whether a text is in force. */
function createLoader({ setting, path, apply }: WatchedFileOptions) {
  let read: string | undefined
  let isInForce = false
  const invalidate = () => {
    read = undefined
  }
  /** @throws always. A file that reappears counts as changed. */
  const failed = (error: unknown): never => {
    invalidate()
    throw new Error(`${setting}: ${messageOf(error)}`, { cause: error })
  }
  return {
    invalidate,
    failed,
    isInForce: () => isInForce,
    isOf: (fingerprint: string) => read === fingerprint,
    async load(): Promise<string> {
      const { text, fingerprint } = await readOperatorFile(path).catch(failed)
      read = fingerprint
      const summary = await apply(text)
      isInForce = true
      return summary
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
