// Opens the bans: those of BANS_FILE, which is watched, and those made over the API.
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { type BanList, type BanListOptions, createBanList } from './ban-list.ts'
import { parseBansFile } from './bans-file.ts'
import { followFile } from './followed-file.ts'

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
  /** The version of the bans when the file exceeded their capacity. */
  let fullVersion: number | undefined
  const file = await followFile({
    ...({ setting: 'BANS_FILE', path, contents: 'bans', log } as const),
    async apply(text) {
      fullVersion = undefined
      const refusal = await bans.setFile(parseBansFile(text, bans.read))
      if (refusal === undefined) return `${bans.all().filter(({ from }) => from === 'file').length} bans`
      fullVersion = bans.version()
      throw new Error(`BANS_FILE: ${refusal}`)
    },
  })
  return {
    bans,
    tick(): Promise<void> {
      // There may be capacity by now.
      if (fullVersion !== undefined && fullVersion !== bans.version()) file.invalidate()
      return file.tick()
    },
    problems: file.problems,
  }
}

/** Loads the saved bans and follows changes of other processes; while those cannot be read, the last bans stay in force. */
async function loadSavedBans({ record }: BanList): Promise<void> {
  try {
    await record.load()
  } catch (error) {
    // Starting without them would show banned links.
    throw new Error(`the bans cannot be read: ${messageOf(error)}`, { cause: error })
  }
  record.follow()
}
