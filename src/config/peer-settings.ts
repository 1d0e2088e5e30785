// Detects settings of PanSou, DailyHotApi and NewsNow that Trawl does not read, and names their replacements at startup.
import type { Environment } from './env.ts'
import settings from './peer-settings.json' with { type: 'json' }

/** Has no replacement; `docs/coming-from.md` says why. */
const notNeeded = 'not needed'

/** Replacements by program and name; a test compares them with `docs/coming-from.md`. */
const peerSettings: Readonly<Record<string, Readonly<Record<string, string>>>> = settings

/** Other programs, such as container engines, set these too: alone they mean nothing, unless they are in `.env`. */
const ambiguousSettings: ReadonlySet<string> = new Set([
  'JWT_SECRET',
  'REDIS_HOST',
  'REDIS_PORT',
  'REDIS_PASSWORD',
  'REDIS_DB',
])

/** Returns one message if there are any: the settings and their replacements. `inFile` are the names set in `.env`. */
export function findPeerSettings(env: Environment, inFile: readonly string[]): string[] {
  const isUnambiguous = ([name]: readonly [string, string]) => !ambiguousSettings.has(name) || inFile.includes(name)
  const foundSettings = Object.values(peerSettings).flatMap((ofProgram) => {
    const present = Object.entries(ofProgram).filter(([name]) => env[name]?.trim())
    return present.some(isUnambiguous) ? present : []
  })
  if (foundSettings.length === 0) return []
  const replacements = [...new Map(foundSettings)].map(
    ([name, ours]) => `${name} (${ours === notNeeded ? ours : `set ${ours}`})`,
  )
  return [
    `settings of PanSou, NewsNow or DailyHotApi that Trawl does not read: ${replacements.join(', ')}; see docs/coming-from.md`,
  ]
}
