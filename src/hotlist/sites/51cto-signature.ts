// Signs URLs for 51CTO's API (upstreams/hot/b-51cto.md).
import { createHash } from 'node:crypto'

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
  query.append('sign', md5(md5(path) + md5(names + md5(token) + timestamp)))
  return `https://api-media.51cto.com/${path}?${query}`
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
