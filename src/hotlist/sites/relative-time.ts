// Parses times that Chinese sites show without a year or day (upstreams/hot/README-b.md).
import { chinaDate, chinaTime, shownTime } from '../../parsing/times.ts'

const dayMs = 24 * 60 * 60_000
const clockOnly = /^\d{1,2}:\d{2}(?::\d{2})?$/
const dayOfYear = /^(\d{1,2})[-/](\d{1,2})(?:\s+(\d{1,2}:\d{2}(?::\d{2})?))?$/

/**
 * Parses the formats of `shownTime`, `HH:mm` (today), and `MM-DD` and `M月D日`, optionally with a time: in this year,
 * or in the last one if that would be more than a day ahead. `now` is the time of display. Undefined for other texts.
 */
export function parseRelativeTime(text: string, now: Date): Date | undefined {
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
