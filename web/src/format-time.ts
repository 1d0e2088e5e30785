// Formats ages, points in time, amounts and durations for display.
import type { Language } from './languages.ts'

const locales = { zh: 'zh-CN', en: 'en' } as const

const justNow = { zh: '刚刚', en: 'just now' } as const

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** Offset of a clock from UTC at a time, in minutes; positive is behind UTC. */
type OffsetAt = (at: number) => number

/** The browser's time zone. */
const localOffset: OffsetAt = (at) => new Date(at).getTimezoneOffset()

/**
 * Formats how long ago something was. `at` and `now` are epoch milliseconds. Up to a day: “3 minutes ago”; from then on
 * by the user's calendar: “yesterday”, “last year”. The last minute and the future are “just now”.
 */
export function formatAge(at: number, now: number, language: Language, offsetAt = localOffset): string {
  if (now - at < minuteMs) return justNow[language]
  const [amount, unit] = ageInUnits(at, now, offsetAt)
  const style = unit === 'minute' || unit === 'hour' ? 'short' : 'long'
  const format = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto', style })
  return spaced(format.format(-amount, unit))
}

/** Puts a space between a number and the Chinese after it, as all messages do. */
export function spaced(text: string): string {
  return text.replaceAll(/(\d)(?=\p{Script=Han})/gu, '$1 ')
}

function ageInUnits(at: number, now: number, offsetAt: OffsetAt): readonly [number, Intl.RelativeTimeFormatUnit] {
  const ago = now - at
  if (ago < hourMs) return [Math.floor(ago / minuteMs), 'minute']
  // Shifted so that the UTC fields hold the user's local calendar date.
  const then = new Date(at - offsetAt(at) * minuteMs)
  const today = new Date(now - offsetAt(now) * minuteMs)
  const days = Math.floor(today.getTime() / dayMs) - Math.floor(then.getTime() / dayMs)
  // A day has 25 hours when daylight saving time ends.
  if (ago < dayMs || days === 0) return [Math.floor(ago / hourMs), 'hour']
  if (days < 31) return [days, 'day']
  const years = today.getUTCFullYear() - then.getUTCFullYear()
  const months = 12 * years + today.getUTCMonth() - then.getUTCMonth()
  return months < 12 ? [months, 'month'] : [years, 'year']
}

export function formatDateTime(at: number, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** Formats a number in compact notation: 1.2万, 12K. */
export function formatCompact(amount: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { notation: 'compact', maximumFractionDigits: 1 }).format(amount)
}

/** Formats milliseconds as a duration: 340 ms, 1.2 s. */
export function formatDuration(ms: number): string {
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
