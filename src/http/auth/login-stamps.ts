// The stamps of accounts: a log-out gives the account a new one, which ends all tokens that were issued under the one before.
import { z } from 'zod'
import { createSharedRecord, type SharedRecords } from '../../async/shared-record.ts'

export type LoginStamps = ReturnType<typeof createLoginStamps>

const recordName = 'login-stamps.json'

/** Pairs, because a user name may be one that objects inherit. */
const saved = z.array(z.tuple([z.string(), z.string()]))

function readSaved(bytes: Uint8Array): ReadonlyMap<string, string> {
  return new Map(saved.parse(JSON.parse(new TextDecoder().decode(bytes))))
}

/** Creates the stamps. Until `load` has succeeded, changes stay in this process. */
export function createLoginStamps(records: SharedRecords, newStamp: () => string) {
  let stored: ReadonlyMap<string, string> | undefined
  /** Stamps that could not be stored yet; they count here. */
  const unsaved = new Map<string, string>()
  const record = createSharedRecord<ReadonlyMap<string, string>>({
    name: recordName,
    records,
    read: async () => (await records.readWithFallback(recordName, readSaved)) ?? new Map(),
    serialize: (stamps) => JSON.stringify([...stamps]),
    apply(stamps) {
      // Stamps of the time before ended tokens whose secret has ended too.
      if (!stored) unsaved.clear()
      stored = stamps
    },
  })

  async function save(): Promise<boolean> {
    const written = [...unsaved]
    if (!(await record.update(() => ({ next: new Map([...(stored ?? []), ...written]), result: true })))) return false
    for (const [user, stamp] of written) if (unsaved.get(user) === stamp) unsaved.delete(user)
    return true
  }

  async function load(): Promise<void> {
    await record.load()
    if (unsaved.size > 0) await save()
  }

  return {
    /** The stamp of an account; empty before its first log-out. */
    of: (user: string): string => unsaved.get(user) ?? stored?.get(user) ?? '',
    /** Gives the account a new stamp, at once. Resolves to whether that is stored, as far as it has to be. */
    async renew(user: string): Promise<boolean> {
      unsaved.set(user, newStamp())
      return stored === undefined || (await save())
    },
    /** Reads the stored stamps, and stores those that could not be stored before. Rejects if they cannot be read. */
    load,
    /** Calls `listener` when another process has changed the stamps, or they may be readable again. */
    onChanged: (listener: () => void) => records.onChangedElsewhere(recordName, listener),
  }
}
