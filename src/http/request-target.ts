// Splits a request target, as Node provides it, into path and query, undecoded.

export function targetPath(url: string): string {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

/** The query without `?`; empty if there is none. */
export function targetQuery(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return ''
  const end = url.indexOf('#', start)
  return url.slice(start + 1, end < 0 ? undefined : end)
}
