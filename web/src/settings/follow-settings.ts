// Synchronises the settings while the page is open: when it is shown, and soon after a change.
import type { ApiClient } from '../api-client.ts'
import { now } from '../clock.ts'
import type { PageContext } from '../page-context.ts'
import type { SettingName } from './settings-file.ts'
import { isSynchronised, noteChanges, synchronise } from './settings-sync.ts'

const lookEveryMs = 60_000

const followed = new WeakSet<ApiClient>()

/** Starts once for a page. A failure is not shown: it is tried again, and the dialog of the settings shows it. */
export function followSettings({
  api,
  storage,
  credential,
}: Pick<PageContext, 'api' | 'storage' | 'credential'>): void {
  if (!storage || followed.has(api)) return
  followed.add(api)
  const options = { api, storage, epochMs: now, onReplaced: announce }
  const sync = () => {
    if (isSynchronised(storage) && credential.value !== '') void synchronise(options).catch(() => undefined)
  }
  sync()
  document.addEventListener('visibilitychange', sync)
  setInterval(() => {
    if (!document.hidden && noteChanges(options)) sync()
  }, lookEveryMs)
}

/** All parts of the page read these settings again, as they do when another window changes them. */
export function announce(names: readonly SettingName[]): void {
  for (const name of names) dispatchEvent(new StorageEvent('storage', { key: `trawl.${name}` }))
}
