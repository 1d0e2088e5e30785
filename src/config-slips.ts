// Slips of the pen: variables that are nearly a setting of ours, and settings that do nothing as they are.
import { distance } from 'fastest-levenshtein'
import type { Config } from './config.ts'

/** Shorter names are too near to everything. */
const leastLetters = 6

/**
 * A sentence for each of `names` that is none of `known` and nearly one of them. The beginning must be right: variables of other programs are often
 * near by chance (GOPROXY), slips are seldom in the first letter.
 */
export function slipsIn(names: readonly string[], known: readonly string[]): string[] {
  const there = new Set(known)
  const set = new Set(names)
  return names.flatMap((name) => {
    if (there.has(name) || (there.has(name.toUpperCase()) && /_proxy$/.test(name))) return []
    const meant = known.find((setting) => !set.has(setting) && isNearly(name, setting))
    return meant === undefined ? [] : [`${name}: there is no such setting; ${meant} is meant, perhaps`]
  })
}

function isNearly(name: string, setting: string): boolean {
  if (setting.length < leastLetters) return false
  const [given, right] = [stemsOf(name), stemsOf(setting)]
  if (right.length > 1 && given.toSorted().join() === right.toSorted().join()) return true
  if (name.charAt(0).toUpperCase() !== setting.charAt(0)) return false
  return distance(given.join(''), right.join('')) <= (setting.length < 10 ? 1 : 2)
}

/** The words of a name without what changes with number and tense: SOURCES and SOURCE, TRUSTED and TRUST, PROXIES and PROXY. */
function stemsOf(name: string): string[] {
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

/** A sentence for each setting that has no effect as the others are, and looks as if it had. */
export function idleSettings(config: Config): string[] {
  const idle = config.AUTH_USERS !== undefined && !config.AUTH_ENABLED
  return idle ? ['AUTH_USERS: nobody has to log in before AUTH_ENABLED=true is set'] : []
}

/** A sentence when passwords of these users stand in the settings as they are typed. */
export function plainPasswords(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const whose = `AUTH_USERS: the password of ${names.join(', ')} stands there as plain text`
  return [
    `${whose}, for all who can read the settings; npm run password -- NAME makes an entry with a hash to put in its place`,
  ]
}
