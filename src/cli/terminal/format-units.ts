// Formats ages, durations and numbers for narrow columns.

const steps: readonly (readonly [unit: string, ms: number])[] = [
  ['y', 31_557_600_000],
  ['mo', 2_629_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
]

/** Formats an age: `3 min`, `12 d`, `2 y`; the last minute and the future are `now`. */
export function formatAge(at: number, now: number): string {
  const step = steps.find(([, ms]) => now - at >= ms)
  return step ? `${Math.floor((now - at) / step[1])} ${step[0]}` : 'now'
}

/** Formats an age for a sentence: `3 min ago`, `just now`. */
export function formatAgeLong(at: number, now: number): string {
  const ago = formatAge(at, now)
  return ago === 'now' ? 'just now' : `${ago} ago`
}

/** Formats a duration in milliseconds: `340 ms`, `1.2 s`. */
export function formatDuration(ms: number): string {
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** Formats a number for a column: `940`, `12K`, `3.4M`. */
export function formatCount(amount: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(amount)
}

/** Formats a number with its noun: `1 link`, `12 links`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
