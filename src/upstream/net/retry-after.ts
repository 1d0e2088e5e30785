// Parses the Retry-After header.

/** Milliseconds to wait from `now` (epoch milliseconds), from seconds or an HTTP date (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // `Date.parse` accepts texts that are not dates, such as "-5" and "1.5".
  const date = /^[a-z]{3}.*\d\d:\d\d:\d\d/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
