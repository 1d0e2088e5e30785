// Loads and saves the bans of the API.

import { z } from 'zod'
import { banKinds } from '../contract/bans.ts'
import { messageOf } from '../observability/error-message.ts'
import { type ApiBan, type BanList, type BanListDeps, createBanList } from './ban-list.ts'
import { type BanReader, createBanParser } from './parse-ban.ts'

/** The name of the record. */
const recordName = 'bans.json'

/** Storage of the record. */
export interface BanRecords {
  /** Writes a record. `changed`: another process has written since the last read, and nothing was written. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** Reads and parses a record; undefined if there is none. Rejects if it cannot be read, or if `read` throws. */
  readWithFallback<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /** Registers a listener that is called when another process has, or may have, written the record. */
  onChangedElsewhere(name: string, hear: () => void): void
}

interface BanStorageDeps extends Pick<BanListDeps, 'spellings' | 'epochMs'> {
  readonly records: BanRecords
}

/**
 * Loads the saved bans and follows changes of other processes; while those cannot be read, the last bans stay in force.
 * @throws Error for users if saved bans cannot be read: starting without them would show banned links.
 */
export async function loadBans({ records, spellings, epochMs }: BanStorageDeps): Promise<BanList> {
  const read = createBanParser(spellings.keyOf)
  const saved = async () => (await records.readWithFallback(recordName, (bytes) => parseSaved(bytes, read))) ?? []
  try {
    const write = (made: readonly ApiBan[]) => records.write(recordName, serialize(made))
    const bans = createBanList({ read, made: await saved(), write, saved, spellings, epochMs })
    // The record storage logs records that cannot be read.
    records.onChangedElsewhere(recordName, () => void bans.reload().catch(() => undefined))
    return bans
  } catch (error) {
    const reason = messageOf(error)
    throw new Error(
      `the bans cannot be read: ${reason}; fix that, or write them to ${recordName} in DATA_DIR as a JSON array, [] for none`,
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

function parseSaved(bytes: Uint8Array, read: BanReader): readonly ApiBan[] {
  const saved = shape.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  if (!saved.success) throw new Error(`${recordName} must be a JSON array of objects with kind and value`)
  return saved.data.map(({ kind, value, note, since }, at) => {
    try {
      return { ...read(kind, value), note, since }
    } catch (error) {
      const why = messageOf(error)
      throw new Error(`${recordName}: entry ${at + 1}: ${kind}: ${why}`, { cause: error })
    }
  })
}

function serialize(made: readonly ApiBan[]): Uint8Array {
  const stored = made.map(({ kind, value, note, since }) => ({ kind, value, note, since }))
  return new TextEncoder().encode(`${JSON.stringify(stored, null, 2)}\n`)
}
