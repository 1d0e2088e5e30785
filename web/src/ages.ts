// Times and amounts as a reader says them.
import type { Language } from './languages.ts'

const locales = { zh: 'zh-CN', en: 'en' } as const

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** How long ago something was, `at` and `now` in epoch milliseconds: “3 minutes ago”. What is to come, and the last minute, is now. */
export function ageText(at: number, now: number, language: Language): string {
  const ago = now - at
  const format = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto', style: 'short' })
  const step = steps.find(([, size]) => ago >= size)
  return step ? format.format(-Math.floor(ago / step[1]), step[0]) : format.format(0, 'second')
}

/** A point in time in full, for who wants to know exactly. */
export function timeText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** A number as it is said: 1.2万, 12K. */
export function amountText(amount: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { notation: 'compact', maximumFractionDigits: 1 }).format(amount)
}

/** Milliseconds as a duration: 340 ms, 1.2 s. */
export function durationText(ms: number): string {
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
