// Formats links for copying: the URL alone, with its access code, or many at once.
import type { CollectedLink as Row } from '../../../client/link-collector.ts'

/** Labels of the URL and the access code. */
export interface LinkLabels {
  readonly link: string
  readonly code: string
}

type Shared = Pick<Row, 'url' | 'password'>

/** The URL alone. */
export function formatLink({ url }: Pick<Row, 'url'>): string {
  return url
}

/** “链接: … 提取码: …”. The URL alone if there is no code or the URL contains it. */
export function formatLinkWithCode(row: Shared, labels: LinkLabels): string {
  return isCodeSeparate(row) ? `${labels.link}: ${row.url} ${labels.code}: ${row.password}` : row.url
}

/** One block per link (title, URL, code), separated by blank lines. */
export function formatLinks(rows: readonly (Shared & Pick<Row, 'title'>)[], labels: LinkLabels): string {
  const blocks = rows.map((row) => {
    const title = row.title.replaceAll(/\s+/g, ' ').trim()
    const code = isCodeSeparate(row) ? [`${labels.code}: ${row.password}`] : []
    return [...(title === '' ? [] : [title]), row.url, ...code].join('\n')
  })
  return blocks.join('\n\n')
}

/** A four-letter code may occur in a share id by chance: only values of named parameters count. */
const namedValues = /[?&#](?:amp;)?\w{1,12}=([^&#]*)|访问码[:：]\s?([A-Za-z0-9]+)/g

function isCodeSeparate({ url, password }: Shared): boolean {
  if (password === '') return false
  for (const [, value, spelled] of decoded(url).matchAll(namedValues)) {
    if ((value ?? spelled) === password) return false
  }
  return true
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
