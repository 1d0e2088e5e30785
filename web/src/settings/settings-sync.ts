// Keeps the settings of this browser the same as the document of the server: each browser writes what was changed in it, and the last one to
// write a setting wins.
import type { UserSettingsAnswer } from '../../../src/contract/user-settings.ts'
import type { ApiClient } from '../api-client.ts'
import type { PageContext } from '../page-context.ts'
import type { BrowserStorage } from '../persistent-signal.ts'
import { readSettings, type SettingName, type Settings, settingNames, writeSettings } from './settings-file.ts'

export const settingsPath = '/api/v1/settings'

/** The storage key under which this browser notes that its settings are synchronised, and their last known values. */
const stateKey = 'trawl.synchronised'

const lookEveryMs = 60_000

interface SyncState {
  /** Another user of this browser must neither get nor overwrite these settings. */
  readonly owner: string
  /** The values after the last synchronisation, as JSON. */
  readonly known: Readonly<Record<string, string>>
}

interface SyncOptions {
  readonly api: Pick<ApiClient, 'json' | 'put'>
  readonly storage: BrowserStorage
  /** Called with the settings that were replaced by those of the server. Default: all parts of the page read them again. */
  readonly onReplaced?: (names: readonly SettingName[]) => void
}

export function isSynchronised(storage: BrowserStorage | undefined): boolean {
  return readState(storage) !== undefined
}

/** Begins for the user whom the server names. */
export function beginSync(storage: BrowserStorage, owner: string): void {
  writeState(storage, owner, readSettings(storage))
}

/** Ends it; the settings stay in the browser and on the server. */
export function endSync(storage: BrowserStorage): void {
  storage.removeItem(stateKey)
}

/** Names of the settings that were changed in this browser since the last synchronisation. */
export function changedSettings(storage: BrowserStorage): readonly SettingName[] {
  const { known = {} } = readState(storage) ?? {}
  const local = readSettings(storage)
  return settingNames.filter((name) => local[name] !== undefined && JSON.stringify(local[name]) !== known[name])
}

/** Synchronises once; ends it when the server knows the user by another name. Rejects with `ApiError`. */
export async function synchronise({ api, storage, onReplaced = announce }: SyncOptions): Promise<void> {
  const [local, changed] = [readSettings(storage), changedSettings(storage)]
  const { owner, stored } = await api.json<UserSettingsAnswer>(settingsPath, { isBackground: true })
  if (owner !== readState(storage)?.owner) return endSync(storage)
  const settings: Settings = { ...local, ...stored?.settings, ...pick(local, changed) }
  const sent = differences(settings, stored?.settings ?? {})
  if (sent.length > 0) await api.put(settingsPath, { trawl: 1, settings: pick(settings, sent) }, { isBackground: true })
  const replaced = differences(settings, local)
  writeSettings(storage, pick(settings, replaced))
  // What the user changed while the requests ran is sent the next time.
  writeState(storage, owner, settings)
  if (replaced.length > 0) onReplaced(replaced)
}

const followed = new WeakSet<ApiClient>()

/** Starts once for a page. A failure is not shown: it is tried again, and the dialog of the settings shows it. */
export function followSettings({
  api,
  storage,
  credential,
}: Pick<PageContext, 'api' | 'storage' | 'credential'>): void {
  if (!storage || followed.has(api)) return
  followed.add(api)
  const sync = () => {
    if (isSynchronised(storage) && credential.value !== '') void synchronise({ api, storage }).catch(() => undefined)
  }
  sync()
  document.addEventListener('visibilitychange', sync)
  setInterval(() => {
    if (!document.hidden && isSynchronised(storage) && changedSettings(storage).length > 0) sync()
  }, lookEveryMs)
}

/** All parts of the page read these settings again, as they do when another window changes them. */
function announce(names: readonly SettingName[]): void {
  for (const name of names) dispatchEvent(new StorageEvent('storage', { key: `trawl.${name}` }))
}

function pick(settings: Settings, names: readonly SettingName[]): Settings {
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}

function differences(one: Settings, other: Settings): readonly SettingName[] {
  return settingNames.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

/** Written by this page only; whatever else is there counts as none. */
function readState(storage: BrowserStorage | undefined): SyncState | undefined {
  try {
    const state = JSON.parse(storage?.getItem(stateKey) ?? 'null')
    return typeof state.owner === 'string' && typeof state.known === 'object' ? state : undefined
  } catch {
    return undefined
  }
}

function writeState(storage: BrowserStorage, owner: string, settings: Settings): void {
  const known = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]))
  storage.setItem(stateKey, JSON.stringify({ owner, known }))
}
