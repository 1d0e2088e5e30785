// Keeps the settings of this browser the same as those on the server: of each setting, the later change counts.
import type { UserSettingsAnswer } from '../../../src/contract/user-settings.ts'
import type { ApiClient } from '../api-client.ts'
import type { BrowserStorage } from '../persistent-signal.ts'
import { readSettings, type SettingName, type Settings, settingNames, writeSettings } from './settings-file.ts'

export const settingsPath = '/api/v1/settings'

/** The storage key under which this browser notes that its settings are synchronised, and their last known state. */
const stateKey = 'trawl.synchronised'

/** The time of a setting from before the synchronisation began: it loses to any stored one. */
const timeUnknown = -1
/** Earlier than any time. */
const neverStored = -2

interface SyncState {
  /** Another user of this browser must neither get nor overwrite these settings. */
  readonly owner: string
  /** The values after the last synchronisation, as JSON. */
  readonly known: Readonly<Record<string, string>>
  /** When each was changed last. */
  readonly changed: Readonly<Record<string, number>>
}

interface SyncOptions {
  readonly api: Pick<ApiClient, 'json' | 'put'>
  readonly storage: BrowserStorage
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Called with the settings that were replaced by those of the server. */
  readonly onReplaced: (names: readonly SettingName[]) => void
}

/** Whether this browser synchronises its settings. */
export function isSynchronised(storage: BrowserStorage | undefined): boolean {
  return readState(storage) !== undefined
}

/** Begins for the user whom the server names. */
export function beginSync(storage: BrowserStorage, owner: string): void {
  writeState(storage, { owner, known: toTexts(readSettings(storage)), changed: {} })
}

/** Ends it; the settings stay in the browser and on the server. */
export function endSync(storage: BrowserStorage): void {
  storage.removeItem(stateKey)
}

/** Notes the time of changes since the last synchronisation; returns whether there are any. */
export function noteChanges({ storage, epochMs }: Pick<SyncOptions, 'storage' | 'epochMs'>): boolean {
  const state = readState(storage)
  if (!state) return false
  const texts = toTexts(readSettings(storage))
  const names = Object.keys(texts).filter((name) => texts[name] !== state.known[name])
  const at = epochMs()
  const times = Object.fromEntries(names.map((name) => [name, at]))
  if (names.length > 0) writeState(storage, { ...state, known: texts, changed: { ...state.changed, ...times } })
  return names.length > 0
}

/** Synchronises once; ends it when the server knows the user by another name. Rejects with `ApiError`. */
export async function synchronise(options: SyncOptions): Promise<void> {
  const { api, storage, onReplaced } = options
  noteChanges(options)
  const state = readState(storage)
  if (!state) return
  const { owner, stored } = await api.json<UserSettingsAnswer>(settingsPath, { isBackground: true })
  if (owner !== state.owner) return endSync(storage)
  const local = readSettings(storage)
  const localAt = (name: SettingName) => state.changed[name] ?? timeUnknown
  const storedAt = (name: SettingName) =>
    stored?.settings[name] === undefined ? neverStored : (stored.changed?.[name] ?? 0)
  const taken = settingNames.filter((name) => storedAt(name) > localAt(name))
  const sent = settingNames.filter((name) => local[name] !== undefined && localAt(name) > storedAt(name))
  const timesOf = (names: readonly SettingName[], timeOf: (name: SettingName) => number) =>
    Object.fromEntries(names.map((name) => [name, Math.max(0, timeOf(name))]))
  const received = pick(stored?.settings ?? {}, taken)
  writeSettings(storage, received)
  const changed = timesOf(sent, localAt)
  if (sent.length > 0)
    await api.put(settingsPath, { trawl: 1, settings: pick(local, sent), changed }, { isBackground: true })
  writeState(storage, {
    owner,
    // The next run notes changes that the user makes while the requests run.
    known: toTexts({ ...local, ...received }),
    changed: { ...state.changed, ...changed, ...timesOf(taken, storedAt) },
  })
  if (taken.length > 0) onReplaced(taken)
}

function pick(settings: Settings, names: readonly SettingName[]): Settings {
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}

function toTexts(settings: Settings): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]))
}

/** Written by this page only; whatever else is there counts as none. */
function readState(storage: BrowserStorage | undefined): SyncState | undefined {
  try {
    const state: unknown = JSON.parse(storage?.getItem(stateKey) ?? 'null')
    return isState(state) ? state : undefined
  } catch {
    return undefined
  }
}

function isState(value: unknown): value is SyncState {
  return typeof value === 'object' && value !== null && 'owner' in value && 'known' in value && 'changed' in value
}

function writeState(storage: BrowserStorage, state: SyncState): void {
  storage.setItem(stateKey, JSON.stringify(state))
}
