// The two parts of a request target, as Node gives it: undecoded.

/** The path, without a query. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1).join('')
}

/** The query without its question mark; empty when there is none. */
export function queryOf(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return ''
  const end = url.indexOf('#', start)
  return url.slice(start + 1, end < 0 ? undefined : end)
}
