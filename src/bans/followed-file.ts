// A file that a setting names: read at the start, and again after changes. One with a mistake leaves what was read before in force.
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { createWatchedFile } from './watched-file.ts'

interface FollowedFileOptions {
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

/** Reads the file. Rejects with a sentence for the operator if it cannot be used, unless it is optional. */
export async function followFile({ setting, path, contents, isOptional = false, apply, log }: FollowedFileOptions) {
  const file = createWatchedFile(path)
  const rethrowNamed = (error: unknown): never => {
    throw new Error(`${setting}: ${messageOf(error)}`, { cause: error })
  }
  let problem: string | undefined
  let isInForce = false
  let reading: Promise<void> | undefined

  const put = async (text: string): Promise<string> => {
    const summary = await apply(text)
    isInForce = true
    return summary
  }
  const recordProblem = (error: unknown): void => {
    const words = messageOf(error)
    // Logged once, not at every reading.
    if (words !== problem)
      log.warn(`${words}; ${isInForce ? 'using its previous' : 'running without its'} ${contents} until it is fixed`)
    problem = words
  }

  async function readAgain(): Promise<void> {
    try {
      const text = await file.readIfChanged().catch(rethrowNamed)
      if (text === undefined) return
      log.info(`${setting} was read again: ${await put(text)}`)
      problem = undefined
    } catch (error) {
      recordProblem(error)
    }
  }

  async function start(): Promise<void> {
    log.info(`${await put(await file.read().catch(rethrowNamed))} of ${setting}`)
  }

  await (isOptional ? start().catch(recordProblem) : start())
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
        : [
            `${setting} is invalid, so its ${isInForce ? `previous ${contents} are in use` : `${contents} are missing`}; the log has the reason`,
          ],
  }
}
