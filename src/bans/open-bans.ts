// Opens the bans: those of BANS_FILE, which is watched, and those made over the API.
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { type BanList, type BanListOptions, createBanList } from './ban-list.ts'
import { parseBansFile } from './bans-file.ts'
import { recordName } from './saved-bans.ts'
import { createWatchedFile } from './watched-file.ts'

interface OpenBansOptions extends BanListOptions {
  readonly file: string | undefined
  /** Invalidates everything rendered before a change. */
  readonly versions: { allChanged(): void }
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Loads the bans of the file and those made over the API.
 * @throws Error for the operator: one line for each mistake in the file, or why it or the saved bans cannot be read.
 */
export async function openBans(options: OpenBansOptions) {
  const { file: path, versions, log } = options
  const bans = createBanList(options)
  await loadSavedBans(bans)
  bans.onChange(async () => versions.allChanged())
  if (path === undefined) return { bans, tick: async () => undefined, problems: (): readonly string[] => [] }
  const file = createWatchedFile(path)
  const problem = await bans.setFile(parseBansFile(await file.read().catch(rethrowNamed), bans.read))
  if (problem !== undefined) throw new Error(`BANS_FILE: ${problem}`)
  log.info(`${fileCount(bans)} bans of BANS_FILE`)
  return watchBansFile(bans, file, log)
}

/** Loads the saved bans and follows changes of other processes; while those cannot be read, the last bans stay in force. */
async function loadSavedBans({ record }: BanList): Promise<void> {
  try {
    await record.load()
  } catch (error) {
    // Starting without them would show banned links.
    throw new Error(
      `the bans cannot be read: ${messageOf(error)}; fix that, or write them to ${recordName} in DATA_DIR as a JSON array, [] for none`,
      { cause: error },
    )
  }
  record.follow()
}

function rethrowNamed(error: unknown): never {
  throw new Error(`BANS_FILE: ${messageOf(error)}`, { cause: error })
}

function watchBansFile(bans: BanList, file: ReturnType<typeof createWatchedFile>, log: OpenBansOptions['log']) {
  let problem: string | undefined
  /** The version of the bans when the file exceeded their capacity. */
  let fullVersion: number | undefined
  let reading: Promise<void> | undefined

  function fail(words: string): void {
    // Logged once, not at every reading.
    if (words !== problem) log.warn(`${words}; using its previous bans until it is fixed`)
    problem = words
  }

  async function readAgain(): Promise<void> {
    // There may be capacity by now.
    if (fullVersion !== undefined && fullVersion !== bans.version()) file.invalidate()
    try {
      const text = await file.readIfChanged().catch(rethrowNamed)
      if (text === undefined) return
      fullVersion = undefined
      const refusal = await bans.setFile(parseBansFile(text, bans.read))
      if (refusal !== undefined) {
        fullVersion = bans.version()
        return fail(`BANS_FILE: ${refusal}`)
      }
    } catch (error) {
      return fail(messageOf(error))
    }
    problem = undefined
    log.info(`BANS_FILE was read again: ${fileCount(bans)} bans`)
  }

  return {
    bans,
    /** Reads the file again if it changed; call it about once a second. Never rejects. */
    tick(): Promise<void> {
      reading ??= readAgain().finally(() => {
        reading = undefined
      })
      return reading
    },
    /** Why the current file is not used, one sentence that quotes nothing of it; empty when it is used. */
    problems: () =>
      problem === undefined ? [] : ['BANS_FILE is invalid, so its previous bans are in use; the log has the reason'],
  }
}

function fileCount(bans: BanList): number {
  return bans.all().filter(({ from }) => from === 'file').length
}
