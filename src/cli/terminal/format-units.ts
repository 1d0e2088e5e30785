// Formats ages, durations and numbers for narrow columns.
import type { Language } from '../../config/locale.ts'

const steps: readonly (readonly [unit: string, zhUnit: string, ms: number])[] = [
  ['y', '年', 31_557_600_000],
  ['mo', '个月', 2_629_800_000],
  ['d', '天', 86_400_000],
  ['h', '小时', 3_600_000],
  ['min', '分钟', 60_000],
]

/** Formats an age: `3 min`, `12 d`, `2 y`; the last minute and the future are `now`. */
export function formatAge(at: number, now: number, language: Language = 'en'): string {
  const step = steps.find(([, , ms]) => now - at >= ms)
  if (!step) return language === 'zh' ? '刚刚' : 'now'
  const [unit, zhUnit, ms] = step
  return `${Math.floor((now - at) / ms)} ${language === 'zh' ? zhUnit : unit}`
}

/** Formats an age for a sentence: `3 min ago`, `just now`. */
export function formatAgeLong(at: number, now: number, language: Language = 'en'): string {
  const ago = formatAge(at, now, language)
  if (language === 'zh') return ago === '刚刚' ? ago : `${ago}前`
  return ago === 'now' ? 'just now' : `${ago} ago`
}

/** Formats a duration in milliseconds: `340 ms`, `1.2 s`. */
export function formatDuration(ms: number): string {
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** Formats a number for a column: `940`, `12K`, `3.4M`; in Chinese `1.2万`. */
export function formatCount(amount: number, language: Language = 'en'): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(amount)
}
