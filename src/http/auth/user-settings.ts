// Settings of the page that the server stores for its users, so that they are the same in each of their browsers.
import { z } from 'zod'
import { createSharedRecord, type SharedRecords } from '../../async/shared-record.ts'
import { maxUserSettingsBytes, type UserSettings, userSettings } from '../../contract/user-settings.ts'
import { badRequest, RequestError } from '../errors.ts'

const recordName = 'user-settings.json'

/** Bounds the record: all of it is written with each change. */
const maxUsers = 100

const saved = z.record(z.string(), userSettings)
type Saved = z.output<typeof saved>

interface UserSettingsOptions {
  readonly records: SharedRecords
  readonly epochMs: () => number
}

export type UserSettingsStore = ReturnType<typeof createUserSettings>

/**
 * Loads the settings of all users, and follows changes by other processes.
 * @throws (rejects) what `records` throws if there is a record that cannot be read.
 */
export async function openUserSettings(options: UserSettingsOptions) {
  const store = createUserSettings(options)
  await store.record.load()
  store.record.follow()
  return store
}

/** Creates the store; nothing that was stored before is loaded. */
export function createUserSettings({ records, epochMs }: UserSettingsOptions) {
  let all: ReadonlyMap<string, UserSettings> = new Map()
  const record = createSharedRecord<ReadonlyMap<string, UserSettings>>({
    name: recordName,
    records,
    read: async () => new Map(Object.entries((await records.read(recordName, parseSaved)) ?? {})),
    serialize: (users) => JSON.stringify(Object.fromEntries(users)),
    apply(users) {
      all = users
    },
  })
  const change = async (next: () => ReadonlyMap<string, UserSettings>) => {
    const result = await record.update(() => ({ next: next(), result: true }))
    if (result === undefined) throw new RequestError(500, 'settings: the change could not be saved and was not applied')
  }
  return {
    record,
    of: (owner: string): UserSettings | undefined => all.get(owner),
    /**
     * Stores these settings; others that are stored stay. Returns what is stored then.
     * @throws (rejects) RequestError that names the limit.
     */
    async put(owner: string, { settings }: UserSettings): Promise<UserSettings> {
      const at = epochMs()
      const merged = () => requireSmall(merge(all.get(owner), settings, at))
      await change(() => {
        if (!all.has(owner) && all.size >= maxUsers)
          throw badRequest('settings', `those of ${maxUsers} users are stored, which is the limit`, 413)
        return new Map([...all, [owner, merged()]])
      })
      return all.get(owner) ?? merged()
    },
    remove: (owner: string): Promise<void> => change(() => new Map([...all].filter(([name]) => name !== owner))),
  }
}

function merge(stored: UserSettings | undefined, sent: UserSettings['settings'], at: number): UserSettings {
  const changed = Object.fromEntries(Object.keys(sent).map((name) => [name, at]))
  return { trawl: 1, settings: { ...stored?.settings, ...sent }, changed: { ...stored?.changed, ...changed } }
}

function requireSmall(settings: UserSettings): UserSettings {
  if (Buffer.byteLength(JSON.stringify(settings)) <= maxUserSettingsBytes) return settings
  throw badRequest('settings', `must be at most ${maxUserSettingsBytes} bytes in all, as JSON`, 413)
}

function parseSaved(bytes: Uint8Array): Saved {
  return saved.parse(JSON.parse(new TextDecoder().decode(bytes)))
}
