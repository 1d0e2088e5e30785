// Parses the time of a row of a list, in whatever form a site shows it.
import { aheadOfChina, feedTime, zoneTime } from './feed-time.ts'
import { chinaDate, chinaTime, shownTime, unixTime } from './times.ts'

/** Parses a time. A number is seconds or milliseconds since 1970; small numbers are years, days or ranks and are ignored. */
export function parseTime(text: string | undefined, now: Date, zone: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  if (!isPlainNumber(text))
    return zone === undefined ? (feedTime(text) ?? parseRelativeTime(text, now)) : timeIn(zone, text, now)
  const number = Number(text)
  if (number < 1e8) return undefined
  return unixTime(number > 1e11 ? number / 1000 : number)
}

/** Times of day and days without a year are read as in China, at the time that clocks there would show if they went as those of the zone. */
function timeIn(zone: string, text: string, now: Date): Date | undefined {
  const exact = zoneTime(text, zone) ?? feedTime(text)
  if (exact) return exact
  const shift = aheadOfChina(now, zone)
  const at = parseRelativeTime(text, new Date(now.getTime() + shift))
  return at && new Date(at.getTime() - shift)
}

export function isPlainNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

const dayMs = 24 * 60 * 60_000
const clockOnly = /^\d{1,2}:\d{2}(?::\d{2})?$/
const dayOfYear = /^(\d{1,2})[-/](\d{1,2})(?:\s+(\d{1,2}:\d{2}(?::\d{2})?))?$/

function parseRelativeTime(text: string, now: Date): Date | undefined {
  const plain = text.replace(/(\d)月(\d{1,2})日/, '$1-$2 ').trim()
  const today = chinaDate(now)
  if (clockOnly.test(plain)) return chinaTime(`${today} ${plain}`)
  const [, month, day, clock = ''] = dayOfYear.exec(plain) ?? []
  if (month === undefined) return shownTime(text, now)
  const year = Number(today.slice(0, 4))
  const latest = now.getTime() + dayMs
  return [year, year - 1]
    .map((one) => chinaTime(`${one}-${month}-${day} ${clock}`))
    .find((at) => at !== undefined && at.getTime() <= latest)
}
