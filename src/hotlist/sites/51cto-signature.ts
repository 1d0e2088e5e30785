// Signs URLs for 51CTO's API (upstreams/hot/b-51cto.md).
import { hash } from 'node:crypto'

/** The token that the site issued, and the time of the request. */
interface RequestContext {
  readonly token: string
  readonly at: Date
}

/** Builds a signed URL; the signature covers the path, the parameter names, the token and the time. */
export function sign51ctoUrl(
  path: string,
  parameters: Readonly<Record<string, string>>,
  { token, at }: RequestContext,
): string {
  const timestamp = String(at.getTime())
  const query = new URLSearchParams({ ...parameters, timestamp, token })
  const names = [...query.keys()].sort().join(',')
  query.append('sign', hash('md5', hash('md5', path) + hash('md5', names + hash('md5', token) + timestamp)))
  return `https://api-media.51cto.com/${path}?${query}`
}
