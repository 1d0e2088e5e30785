// The bans made over the interface, kept over restarts.
import { z } from 'zod'
import { banKinds } from '../contract/bans.ts'
import { type BanList, type BansParts, createBans, type MadeBan } from './bans.ts'
import { type BanReader, createBanReader } from './read-ban.ts'

/** The record they are kept as. */
const recordName = 'bans.json'

/** Where they are kept. */
export interface BanRecords {
  /** Resolves to whether it is written down; `changed` says that another process has written what was not read here yet, and nothing was done. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** What `read` makes of what is kept; undefined when nothing is. Rejects when something is and cannot be read, `read` throwing at it included. */
  readSurely<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /** From now on `hear` is called when another process has written under the name, or may have. */
  onChangedElsewhere(name: string, hear: () => void): void
}

interface KeptBansParts extends Pick<BansParts, 'spellings' | 'now'> {
  readonly records: BanRecords
}

/**
 * Takes up the bans that an earlier process left. What others write is followed; as long as that cannot be read, they stay as they were.
 * @throws Error with a sentence when there are some that cannot be read: to start without them would show what must not be shown.
 */
export async function openKeptBans({ records, spellings, now }: KeptBansParts): Promise<BanList> {
  const read = createBanReader(spellings.keyOf)
  const saved = async () => (await records.readSurely(recordName, (bytes) => readSaved(bytes, read))) ?? []
  try {
    const write = (made: readonly MadeBan[]) => records.write(recordName, written(made))
    const bans = createBans({ read, made: await saved(), write, saved, spellings, now })
    // Records that cannot be read say so themselves.
    records.onChangedElsewhere(recordName, () => void bans.takeUp().catch(() => undefined))
    return bans
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `the bans cannot be read: ${reason}; mend that, or write them to ${recordName} in DATA_DIR as a JSON array, [] for none`,
      { cause: error },
    )
  }
}

const shape = z.array(
  z.object({
    kind: z.enum(banKinds),
    value: z.string(),
    note: z.string().default(''),
    since: z.int().nonnegative().default(0),
  }),
)

function readSaved(bytes: Uint8Array, read: BanReader): readonly MadeBan[] {
  const saved = shape.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  if (!saved.success) throw new Error(`${recordName} must be a JSON array of objects with kind and value`)
  return saved.data.map(({ kind, value, note, since }, at) => {
    try {
      return { ...read(kind, value), note, since }
    } catch (error) {
      const why = error instanceof Error ? error.message : error
      throw new Error(`${recordName}: entry ${at + 1}: ${kind}: ${why}`, { cause: error })
    }
  })
}

function written(made: readonly MadeBan[]): Uint8Array {
  const kept = made.map(({ kind, value, note, since }) => ({ kind, value, note, since }))
  return new TextEncoder().encode(`${JSON.stringify(kept, null, 2)}\n`)
}
