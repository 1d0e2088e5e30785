// Parses times in the formats of foreign sites.
/** China has one time zone, UTC+8, without daylight saving time. */
export const chinaOffset = '+08:00'
const chinaOffsetMs = 8 * 60 * 60_000

const dateTime = /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?/
/** A suffix that changes the time before it: further digits, a zone, am or pm. */
const continuation = /^(?:\d|[T:./]\d|\s*(?:[+-]\d|(?:[Zz]|UTC|GMT|[A-Z]{2,4}T|[AaPp][Mm])(?![A-Za-z])))/

/**
 * Parses `YYYY-MM-DD HH:mm:ss` as China time, which is what sites without a zone mean; a date alone is its midnight.
 * Words may follow. Undefined for anything else, for times with a zone, and for dates that do not exist.
 */
export function chinaTime(text: string | null | undefined): Date | undefined {
  const match = dateTime.exec(text ?? '')
  if (!match || continuation.test((text ?? '').slice(match[0].length))) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] = match
  const local = localTime([year, month, day], [hour, minute, second])
  return isCalendarDate(local) ? new Date(`${local}${chinaOffset}`) : undefined
}

/** Formats the parts of a time as `YYYY-MM-DDTHH:mm:ss`. */
export function localTime(date: readonly string[], clock: readonly string[]): string {
  const two = (part: string) => part.padStart(2, '0')
  return `${date.map(two).join('-')}T${clock.map(two).join(':')}`
}

/** `Date` would turn `2026-02-31T00:00:00` into a time in March. */
export function isCalendarDate(local: string): boolean {
  const at = new Date(`${local}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local)
}

/** The hour in China, from 0 to 23. */
export function chinaHour(at: Date): number {
  return new Date(at.getTime() + chinaOffsetMs).getUTCHours()
}

/**
 * Parses a time with a zone (RFC 3339, seconds optional); undefined for anything else, and for dates that do not exist.
 */
export function zonedTime(text: string | null | undefined): Date | undefined {
  const zoned = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/
  const local = zoned.exec(text ?? '')?.[1]
  if (local === undefined || !isCalendarDate(local)) return undefined
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Tolerance for clock differences. */
const clockToleranceMs = 24 * 60 * 60_000

/** Whether a time is too late for something that is published: it is wrong, and would stay first in a time line. */
export function isFuture(at: Date, now: Date): boolean {
  return at.getTime() > now.getTime() + clockToleranceMs
}

/** Undefined for a time that no `Date` can hold. */
export function validDate(at: Date): Date | undefined {
  return Number.isNaN(at.getTime()) ? undefined : at
}

/**
 * Parses seconds since 1970, also as a string of digits; undefined for anything else, and for 0, which means "unknown".
 */
export function unixTime(seconds: unknown): Date | undefined {
  const number = typeof seconds === 'string' && /^\d{1,12}$/.test(seconds) ? Number(seconds) : seconds
  return typeof number === 'number' && number > 0 && number < 1e11 ? new Date(number * 1000) : undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const unitMs: ReadonlyMap<string, number> = new Map([
  ...['秒', '秒钟', 'second', 's'].map((unit) => [unit, 1_000] as const),
  ...['分钟', '分', 'minute', 'min'].map((unit) => [unit, minuteMs] as const),
  ...['小时', '时', '个小时', 'hour', 'h'].map((unit) => [unit, hourMs] as const),
  ...['天', '日', 'day', 'd'].map((unit) => [unit, dayMs] as const),
  ...['周', '星期', '个星期', 'week'].map((unit) => [unit, 7 * dayMs] as const),
  ...['个月', '月', 'month'].map((unit) => [unit, 30 * dayMs] as const),
  ...['年', 'year'].map((unit) => [unit, 365 * dayMs] as const),
])

const span =
  /(\d+(?:\.\d+)?|an?|几)(秒钟?|分钟?|个?小时|时|天|日|周|个?星期|个?月|年|seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|[shd](?=ago|[^a-z]|$))/y

/**
 * Parses a time as Chinese sites display it: `5分钟前`, `2小时14分钟前`, `3 days ago`, `刚刚`, `昨天 10:20`, `周一 8点`, or a date and
 * time. `now` is when it was displayed. Undefined for anything else; a month has 30 days, a year 365, `几` is 3.
 */
export function shownTime(text: string | null | undefined, now: Date): Date | undefined {
  const plain = (text ?? '').toLowerCase().replaceAll(/[\s,，]/g, '')
  if (plain === '') return undefined
  if (/^(?:刚刚|刚才|justnow)$/.test(plain)) return now
  const shift = parseSpan(plain)
  if (shift !== undefined) return validDate(new Date(now.getTime() + shift))
  return parseDayTime(plain, now) ?? chinaTime(text?.replaceAll(/[,，]/g, ' '))
}

/** Converts `2小时14分钟前` to milliseconds; negative for the past. */
function parseSpan(plain: string): number | undefined {
  const from = plain.startsWith('in') ? 2 : 0
  let total = 0
  let at = from
  for (span.lastIndex = at; at < plain.length; span.lastIndex = at) {
    const match = span.exec(plain)
    if (!match) break
    total += parseAmount(match[1] ?? '') * (unitMs.get((match[2] ?? '').replace(/(?<=[a-z]{2})s$/, '')) ?? 0)
    at += match[0].length
  }
  const rest = plain.slice(at)
  if (at === from) return undefined
  if (/^(?:以?前|之前|ago)$/.test(rest)) return -total
  return /^(?:以?后|之后)$/.test(rest) || (from > 0 && rest === '') ? total : undefined
}

function parseAmount(word: string): number {
  if (word === '几') return 3
  return word.startsWith('a') ? 1 : Number(word)
}

const days: ReadonlyMap<string, number> = new Map([
  ['今天', 0],
  ['今日', 0],
  ['昨天', -1],
  ['昨日', -1],
  ['前天', -2],
  ['明天', 1],
  ['后天', 2],
])
const dayClock =
  /^(今天|今日|昨天|昨日|前天|明天|后天|(?:周|星期)[一二三四五六日天])(?:(\d{1,2})(?::(\d{2})(?::(\d{2}))?|点(?:(\d{1,2})(?:分|$))?(?:(\d{1,2})秒)?))?$/

/** The time of `昨天10:20` or `周一8点`, in China; a weekday is its most recent occurrence. */
function parseDayTime(plain: string, now: Date): Date | undefined {
  const match = dayClock.exec(plain)
  if (!match) return undefined
  const [, day = '', hour = '0', minute = '0', second = '0', dotMinute = '0', dotSecond = '0'] = match
  const clock = [Number(hour), Number(minute) + Number(dotMinute), Number(second) + Number(dotSecond)] as const
  if (clock[0] > 23 || clock[1] > 59 || clock[2] > 59) return undefined
  const clockMs = clock[0] * hourMs + clock[1] * minuteMs + clock[2] * 1_000
  const local = now.getTime() + chinaOffsetMs
  const midnight = local - (local % dayMs)
  const shift = days.get(day)
  if (shift !== undefined) return new Date(midnight + shift * dayMs + clockMs - chinaOffsetMs)
  const weekday = '日一二三四五六'.indexOf(day.slice(-1).replace('天', '日'))
  const back = (new Date(midnight).getUTCDay() - weekday + 7) % 7
  const at = midnight - back * dayMs + clockMs
  return new Date((at > local ? at - 7 * dayMs : at) - chinaOffsetMs)
}

/** The date in China: `2026-07-06`. */
export function chinaDate(at: Date): string {
  return new Date(at.getTime() + chinaOffsetMs).toISOString().slice(0, 10)
}
