// Settings of the page that the server stores for its users, so that they are the same in each of their browsers.
import { z } from 'zod'
import type { SharedRecords } from '../../async/shared-record.ts'
import { maxUserSettingsBytes, type UserSettings, userSettings } from '../../contract/user-settings.ts'
import { badRequest } from '../errors.ts'
import { createStoredValue } from '../stored-value.ts'

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

/** Creates the settings of all users: none until stored ones are opened. */
export function createUserSettings({ records, epochMs }: UserSettingsOptions) {
  const stored = createStoredValue<Saved>({
    name: recordName,
    records,
    initial: {},
    parse: (json) => saved.parse(json),
    notStored: 'settings: the change could not be saved and was not applied',
  })
  const of = (owner: string): UserSettings | undefined => stored.get()[owner]
  return {
    open: stored.open,
    of,
    /**
     * Stores these settings; others that are stored stay. Returns what is stored then.
     * @throws (rejects) RequestError that names the limit.
     */
    async put(owner: string, { settings }: UserSettings): Promise<UserSettings | undefined> {
      const at = epochMs()
      await stored.change((all) => {
        if (!all[owner] && Object.keys(all).length >= maxUsers)
          throw badRequest('settings', `those of ${maxUsers} users are stored, which is the limit`, 413)
        return { ...all, [owner]: requireSmall(merge(all[owner], settings, at)) }
      })
      return of(owner)
    },
    remove: (owner: string): Promise<void> => stored.change(({ [owner]: _removed, ...others }) => others),
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
