// Times as sites of China show them beside an entry without saying the year, or the day (upstreams/hot/README-b.md).
import { chinaDate, chinaTime, shownTime } from '../../reading/times.ts'

const dayMs = 24 * 60 * 60_000
const clockOnly = /^\d{1,2}:\d{2}(?::\d{2})?$/
const dayOfYear = /^(\d{1,2})[-/](\d{1,2})(?:\s+(\d{1,2}:\d{2}(?::\d{2})?))?$/

/**
 * Reads what `shownTime` reads, and besides `HH:mm`, which is today's, and `MM-DD` and `M月D日`, with a clock or without: of this year,
 * or of the last one where that would be more than a day ahead. `now` is when it was shown. Undefined for anything else.
 */
export function postedTime(text: string, now: Date): Date | undefined {
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
