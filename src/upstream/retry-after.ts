// Reads the Retry-After header.

/**
 * How long an upstream asks us to wait, in milliseconds from `now` (epoch milliseconds); undefined when it does not say.
 * Both forms of RFC 9110, 10.2.3: seconds and an HTTP date.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // `Date.parse` makes dates of much that is none, "-5" and "1.5" among them.
  const date = /^[a-z]{3}.*\d\d:\d\d:\d\d/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
