// Finds probable mistakes in the environment: misspelt settings, retired ones, and settings without effect.

import { distance } from 'fastest-levenshtein'
import type { Environment } from './env.ts'
import type { Config } from './schema.ts'

/** Minimum length of a setting's name; shorter ones resemble too many others. */
const minNameLength = 6

/** A name that is longer than a setting's by more resembles none; a variable of a megabyte is not compared. */
const maxExtraLength = 10

/**
 * Returns a message for each unknown name that resembles a known one. The first letter must match: variables of other programs are often
 * similar by chance (GOPROXY), while typos rarely affect the first letter.
 */
export function findTypos(names: readonly string[], known: readonly string[]): string[] {
  const knownNames = new Set(known)
  const set = new Set(names)
  return names.flatMap((name) => {
    if (knownNames.has(name) || (knownNames.has(name.toUpperCase()) && /_proxy$/.test(name))) return []
    const intended = known.find((setting) => !set.has(setting) && isCloseTo(name, setting))
    return intended === undefined ? [] : [`${name}: unknown setting; did you mean ${intended}?`]
  })
}

function isCloseTo(name: string, setting: string): boolean {
  if (setting.length < minNameLength || name.length > setting.length + maxExtraLength) return false
  const [givenStems, knownStems] = [wordStems(name), wordStems(setting)]
  if (knownStems.length > 1 && givenStems.toSorted().join() === knownStems.toSorted().join()) return true
  if (name.charAt(0).toUpperCase() !== setting.charAt(0)) return false
  return distance(givenStems.join(''), knownStems.join('')) <= (setting.length < 10 ? 1 : 2)
}

/** The words of a name without plural and tense endings: SOURCES and SOURCE, TRUSTED and TRUST, PROXIES and PROXY. */
function wordStems(name: string): string[] {
  const words = name
    .toUpperCase()
    .split('_')
    .filter((word) => word !== '')
  return words.map((word) =>
    word
      .replace(/IES$/, 'Y')
      .replace(/S$/, '')
      .replace(/(?:ED|E)$/, ''),
  )
}

/** Settings that earlier versions had, with what to do instead. */
const retiredSettings: ReadonlyMap<string, string> = new Map([
  ['WORKERS', 'one process answers all requests; for more, start replicas over REDIS_URL (docs/scale.md)'],
])

export function findRetiredSettings(env: Environment): string[] {
  return [...retiredSettings].flatMap(([name, advice]) =>
    env[name]?.trim() ? [`${name}: has no effect any more: ${advice}`] : [],
  )
}

/** Returns a message for each setting that has no effect in combination with the others. */
export function findIneffectiveSettings(config: Config): string[] {
  const { AUTH_USERS, AUTH_ENABLED, HISTORY_SOURCES, HISTORY, DATA_DIR, DATABASE_URL } = config
  const hasHistory = HISTORY && (DATA_DIR !== undefined || DATABASE_URL !== undefined)
  return [
    ...(AUTH_USERS !== undefined && !AUTH_ENABLED ? ['AUTH_USERS: has no effect without AUTH_ENABLED=true'] : []),
    ...(HISTORY_SOURCES !== undefined && !hasHistory
      ? ['HISTORY_SOURCES: has no effect without HISTORY=true, and DATA_DIR or DATABASE_URL']
      : []),
  ]
}

/** Returns a warning if these users' passwords are plain text in the settings. */
export function plainPasswordWarnings(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const subject = `AUTH_USERS: the password of ${names.join(', ')} is plain text`
  return [
    `${subject}, visible to everybody who can read the settings; trawl password NAME prints an entry with a hash to use instead`,
  ]
}
