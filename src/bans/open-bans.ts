// What is never shown, by the settings: the bans of BANS_FILE, and those made over the interface.

import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { banSpellings } from '../search/ban-spellings.ts'
import { createWatchedFile, type WatchedFile } from '../watched-file.ts'
import type { BanList } from './bans.ts'
import { readBansFile } from './bans-file.ts'
import { type BanRecords, openKeptBans } from './kept-bans.ts'

interface OpenBansParts {
  readonly config: Pick<Config, 'BANS_FILE'>
  readonly records: BanRecords
  /** Hears that nothing holds any more that was made before a change. */
  readonly versions: { allChanged(): void }
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Bans, kept as the file has them. */
export interface OpenBans {
  readonly bans: BanList
  /** Looks at the file; to be called every second or so. Never rejects. */
  tick(): Promise<void>
  /** Why the file as it is now does not count, a sentence that names nothing of it; empty when it does. */
  troubles(): readonly string[]
}

/**
 * Takes up the bans of the file and those made before.
 * @throws Error in words for the operator: a line for each mistake of the file, or what cannot be read.
 */
export async function openBans({ config, versions, log, ...parts }: OpenBansParts): Promise<OpenBans> {
  const bans = await openKeptBans({ ...parts, spellings: banSpellings })
  bans.onChange(async () => versions.allChanged())
  const path = config.BANS_FILE
  if (path === undefined) return { bans, tick: async () => undefined, troubles: () => [] }
  const file = createWatchedFile(path)
  const problem = await bans.setFile(readBansFile(await file.read().catch(throwNamed), bans.read))
  if (problem !== undefined) throw new Error(`BANS_FILE: ${problem}`)
  log.info(`${fileCount(bans)} bans of BANS_FILE`)
  return { bans, ...createFollowing(bans, file, log) }
}

function throwNamed(error: unknown): never {
  throw new Error(`BANS_FILE: ${wordsOf(error)}`, { cause: error })
}

/** Follows the changes of the file. */
function createFollowing(bans: BanList, file: WatchedFile, log: OpenBansParts['log']): Omit<OpenBans, 'bans'> {
  let trouble: string | undefined
  /** Of the bans when the file had more than there was room for. */
  let fullVersion: number | undefined
  let looking: Promise<void> | undefined

  function fail(words: string): void {
    // Said once, not at every look.
    if (words !== trouble) log.warn(`${words}; the bans it held before count until it is mended`)
    trouble = words
  }

  async function look(): Promise<void> {
    // There may be room by now.
    if (fullVersion !== undefined && fullVersion !== bans.version()) file.forget()
    try {
      const text = await file.look().catch(throwNamed)
      if (text === undefined) return
      fullVersion = undefined
      const problem = await bans.setFile(readBansFile(text, bans.read))
      if (problem !== undefined) {
        fullVersion = bans.version()
        return fail(`BANS_FILE: ${problem}`)
      }
    } catch (error) {
      return fail(wordsOf(error))
    }
    trouble = undefined
    log.info(`BANS_FILE was read again: ${fileCount(bans)} bans`)
  }

  return {
    tick() {
      looking ??= look().finally(() => {
        looking = undefined
      })
      return looking
    },
    troubles: () =>
      trouble === undefined
        ? []
        : ['BANS_FILE cannot be taken as it is now, so the bans it held before count; the log says what is wrong'],
  }
}

function fileCount(bans: BanList): number {
  return bans.all().filter(({ from }) => from === 'file').length
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
