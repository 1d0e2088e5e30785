// The stored settings of what is kept and for how long: days and size of the history, and whether the archive is used.

import type { StoredSetting } from '../admin/stored-settings.ts'
import { readOne, writtenForm } from '../config/schema.ts'
import type { HistoryLimits } from '../store/history/types.ts'
import type { Settings } from './settings.ts'

const megabyte = 1024 * 1024

export type RetentionSettings = ReturnType<typeof createRetentionSettings>

export function createRetentionSettings({ config, env }: Pick<Settings, 'config' | 'env'>) {
  const history = { maxDays: config.HISTORY_DAYS, maxBytes: config.HISTORY_MB * megabyte }
  let isArchiveOn = config.ARCHIVE
  const listeners: (() => void)[] = []
  /** A setting with the name and form of its variable; `put` puts a value into force. */
  const settingOf = <Name extends 'HISTORY_DAYS' | 'HISTORY_MB' | 'ARCHIVE'>(
    name: Name,
    put: (value: (typeof config)[Name]) => void,
  ): StoredSetting => ({
    name,
    ...writtenForm(name),
    environment: env[name]?.trim() ? { variable: name, value: String(config[name]) } : undefined,
    check: (text) => readOne(name, text),
    apply: (text) => put(text === undefined ? config[name] : readOne(name, text)),
  })
  const ofHistory = [
    settingOf('HISTORY_DAYS', (days) => {
      history.maxDays = days
    }),
    settingOf('HISTORY_MB', (megabytes) => {
      history.maxBytes = megabytes * megabyte
    }),
  ]
  const ofArchive = settingOf('ARCHIVE', (isOn) => {
    isArchiveOn = isOn
    for (const listener of listeners) listener()
  })
  const limits: HistoryLimits = history
  return {
    /** The limits of the history at the moment. */
    history: limits,
    isArchiveOn: () => isArchiveOn,
    /** Calls the listener after the archive was switched on or off. */
    onArchiveSwitch: (listener: () => void) => void listeners.push(listener),
    /** The settings of what this store keeps. */
    of: (store: { readonly history?: unknown; readonly archive?: unknown }): readonly StoredSetting[] => [
      ...(store.history ? ofHistory : []),
      ...(store.archive || ofArchive.environment ? [ofArchive] : []),
    ],
  }
}
