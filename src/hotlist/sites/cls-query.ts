// Signed queries for 财联社's API (upstreams/hot/cls.md).
import { hash } from 'node:crypto'

/** Parameters that the site's page sends; they are signed too. */
const client = { appName: 'CailianpressWeb', os: 'web', sv: '7.7.5' }

/** Builds the query: parameters and the page's own, sorted by name, with the hex MD5 of their hex SHA-1 as `sign`. */
export function clsQuery(parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...client, ...parameters })
  query.sort()
  const sha1 = hash('sha1', query.toString())
  query.append('sign', hash('md5', sha1))
  return query.toString()
}
