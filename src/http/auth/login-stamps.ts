// The stamps of accounts: a log-out gives the account a new one, which ends all tokens that were issued under the one before.
import { z } from 'zod'
import { createSharedRecord, type SharedRecords } from '../../async/shared-record.ts'

export interface LoginStamps {
  /** The stamp of an account; empty before its first log-out. */
  of(user: string): string
  /** Gives the account a new stamp, at once. Resolves to whether that is stored. */
  renew(user: string): Promise<boolean>
}

type Stamps = ReadonlyMap<string, string>

const recordName = 'login-stamps.json'

/** Pairs, because a user name may be one that objects inherit. */
const saved = z.array(z.tuple([z.string(), z.string()]))

function readSaved(bytes: Uint8Array): Stamps {
  return new Map(saved.parse(JSON.parse(new TextDecoder().decode(bytes))))
}

/** Reads the stored stamps, and follows those of other processes. Rejects if they cannot be read. */
export async function openLoginStamps(records: SharedRecords, newStamp: () => string): Promise<LoginStamps> {
  let stored: Stamps = new Map()
  /** Stamps that could not be stored yet; they count here. */
  const unsaved = new Map<string, string>()
  const record = createSharedRecord<Stamps>({
    name: recordName,
    records,
    read: async () => (await records.read(recordName, readSaved)) ?? new Map(),
    serialize: (stamps) => JSON.stringify([...stamps]),
    apply(stamps) {
      stored = stamps
    },
  })

  async function save(): Promise<boolean> {
    const written = [...unsaved]
    if (!(await record.update(() => ({ next: new Map([...stored, ...written]), result: true })))) return false
    for (const [user, stamp] of written) if (unsaved.get(user) === stamp) unsaved.delete(user)
    return true
  }

  await record.load()
  records.onChangedElsewhere(recordName, () => {
    // The store logs read errors.
    const reading = record.load().then(() => unsaved.size === 0 || save())
    void reading.catch(() => undefined)
  })
  return {
    of: (user) => unsaved.get(user) ?? stored.get(user) ?? '',
    async renew(user) {
      unsaved.set(user, newStamp())
      return await save()
    },
  }
}
