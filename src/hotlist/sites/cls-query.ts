// The signed queries of 财联社 (upstreams/hot/cls.md).
import { createHash } from 'node:crypto'

/** What its web page says of itself; the signature is over these too. */
const client = { appName: 'CailianpressWeb', os: 'web', sv: '7.7.5' }

/** A query of parameters and the page's own, sorted by name, with the MD5 of their SHA-1, both in hex, as `sign`. */
export function clsQuery(parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...client, ...parameters })
  query.sort()
  const sha1 = createHash('sha1').update(query.toString()).digest('hex')
  query.append('sign', createHash('md5').update(sha1).digest('hex'))
  return query.toString()
}
