// A file that a setting names: read at the start, and again after changes. One with a mistake leaves what was read before in force.
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { createWatchedFile } from './watched-file.ts'

interface FollowedFileOptions {
  readonly setting: string
  readonly path: string
  /** What the file declares, in the plural: `bans`. */
  readonly contents: string
  /** Puts a text into force, and resolves to a count of what it declares. Rejects with what is wrong, quoting no secret; the previous contents then stay. */
  apply(text: string): Promise<string>
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Reads the file. Rejects with a sentence for the operator if it cannot be used. */
export async function followFile({ setting, path, contents, apply, log }: FollowedFileOptions) {
  const file = createWatchedFile(path)
  const rethrowNamed = (error: unknown): never => {
    throw new Error(`${setting}: ${messageOf(error)}`, { cause: error })
  }
  let problem: string | undefined
  let reading: Promise<void> | undefined

  async function readAgain(): Promise<void> {
    try {
      const text = await file.readIfChanged().catch(rethrowNamed)
      if (text === undefined) return
      log.info(`${setting} was read again: ${await apply(text)}`)
      problem = undefined
    } catch (error) {
      const words = messageOf(error)
      // Logged once, not at every reading.
      if (words !== problem) log.warn(`${words}; using its previous ${contents} until it is fixed`)
      problem = words
    }
  }

  log.info(`${await apply(await file.read().catch(rethrowNamed))} of ${setting}`)
  return {
    /** The next tick reads the file, whether it changed or not. */
    invalidate: file.invalidate,
    /** Reads the file again if it changed; call it about once a second. Never rejects. */
    tick(): Promise<void> {
      reading ??= readAgain().finally(() => {
        reading = undefined
      })
      return reading
    },
    /** Why the current file is not used, one sentence that quotes nothing of it; empty when it is used. */
    problems: (): readonly string[] =>
      problem === undefined
        ? []
        : [`${setting} is invalid, so its previous ${contents} are in use; the log has the reason`],
  }
}
