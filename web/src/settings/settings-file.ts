// A user's settings as a file or as part of an address: what is kept in the browser, but no keys.
import type { UserSettings } from '../../../src/contract/user-settings.ts'
import { languages } from '../languages.ts'
import { themes } from '../page-context.ts'
import { type BrowserStorage, parseOneOf } from '../persistent-signal.ts'

/** Names of settings, the most important first: what does not fit into a QR code is dropped from the end. */
export const settingNames = [
  'language',
  'theme',
  'muted',
  'clouds',
  'only-my-clouds',
  'hot.layout',
  'saved',
  'send',
  'history',
] as const satisfies readonly (keyof UserSettings['settings'])[]
export type SettingName = (typeof settingNames)[number]

export type Settings = Partial<Readonly<Record<SettingName, unknown>>>

const version = 1
/** A file of settings is far smaller. */
const maxCharacters = 1_000_000

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const isAllowed: Readonly<Record<SettingName, (value: unknown) => boolean>> = {
  language: (value) => parseOneOf(languages)(value) !== undefined,
  theme: (value) => parseOneOf(themes)(value) !== undefined,
  muted: Array.isArray,
  clouds: Array.isArray,
  'only-my-clouds': (value) => typeof value === 'boolean',
  'hot.layout': (value) => isObject(value) && !Array.isArray(value),
  saved: Array.isArray,
  send: Array.isArray,
  history: Array.isArray,
}

/** The settings that differ from the defaults. */
export function readSettings(storage: BrowserStorage | undefined): Settings {
  const entries = settingNames.flatMap((name) => {
    const stored = storage?.getItem(`trawl.${name}`)
    return stored === null || stored === undefined ? [] : [[name, JSON.parse(stored)] as const]
  })
  return Object.fromEntries(entries)
}

/** Replaces these settings; others stay. Every part of the page validates its own when it reads them. */
export function writeSettings(storage: BrowserStorage | undefined, settings: Settings): void {
  for (const name of settingNames) {
    if (settings[name] !== undefined) storage?.setItem(`trawl.${name}`, JSON.stringify(settings[name]))
  }
}

export function formatSettings(settings: Settings): string {
  return `${JSON.stringify({ trawl: version, settings }, undefined, 2)}\n`
}

/** Why a text is no settings: it is none of ours, or a setting has a value that is not allowed. */
export type SettingsProblem = 'unknown' | { readonly name: SettingName }

/** Settings that are not known here, such as those of a later version, are left out. */
export function parseSettings(text: string): { readonly settings: Settings } | { readonly problem: SettingsProblem } {
  const file = text.length > maxCharacters ? undefined : parseJson(text)
  if (!isObject(file) || !('trawl' in file && 'settings' in file) || file.trawl !== version || !isObject(file.settings))
    return { problem: 'unknown' }
  const given = new Map<string, unknown>(Object.entries(file.settings))
  const names = settingNames.filter((name) => given.has(name))
  const wrong = names.find((name) => !isAllowed[name](given.get(name)))
  if (wrong) return { problem: { name: wrong } }
  return { settings: Object.fromEntries(names.map((name) => [name, given.get(name)])) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
