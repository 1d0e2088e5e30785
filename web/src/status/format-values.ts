// Formats shares, counts, sizes, time spans and points in time.
import { spaced } from '../format-time.ts'
import type { Language } from '../languages.ts'

const locales = { zh: 'zh-CN', en: 'en-GB' } as const

/** A share of 0 to 1 in per cent. Rounded down: 99.96 % is not 100 %. */
export function formatPercent(share: number): string {
  return `${Math.floor(Number((share * 1_000).toFixed(3))) / 10}%`
}

/** A count in full: 12,345. */
export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(locales[language]).format(count)
}

export function formatMegabytes(bytes: number, language: Language): string {
  return `${formatCount(Math.round(bytes / 1_048_576), language)} MB`
}

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats seconds in the two largest units: “3 days 4 hours”. */
export function formatTimeSpan(seconds: number, language: Language): string {
  const first = spans.findIndex(([, size]) => seconds >= size)
  if (first < 0) return formatUnit(Math.floor(seconds), 'second', language)
  let rest = seconds
  const parts = spans.slice(first, first + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count > 0 ? [formatUnit(count, unit, language)] : []
  })
  return parts.join(' ')
}

function formatUnit(count: number, unit: 'day' | 'hour' | 'minute' | 'second', language: Language): string {
  return spaced(new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count))
}

/** Formats a point in time to the second, for logs. */
export function formatLogTime(at: number, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}

/**
 * Estimates the server time now, from a response made at `madeAt` (server clock) and received at `receivedAt` (browser
 * clock).
 */
export function serverNow(madeAt: number, receivedAt: number, now: number): number {
  return madeAt + Math.max(0, now - receivedAt)
}

/** The colour of a success rate; thresholds as the server uses for healthy, degraded and unhealthy. */
export function rateColor(rate: number): string {
  if (rate < 0.5) return 'bg-bad'
  return rate < 0.8 ? 'bg-warn' : 'bg-good'
}
