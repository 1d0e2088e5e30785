// Formats links for copying: the URL alone, with its access code, or many at once.
import type { CollectedLink as Row } from '../../../client/link-collector.ts'

export interface LinkLabels {
  /** An access code and what it is. */
  readonly codeIs: (code: string) => string
}

type Shared = Pick<Row, 'url' | 'password'>

/** One block per link (title, URL, code), separated by blank lines. */
export function formatLinks(rows: readonly (Shared & Pick<Row, 'title'>)[], labels: LinkLabels): string {
  const blocks = rows.map((row) => {
    const title = row.title.replaceAll(/\s+/g, ' ').trim()
    return [...(title === '' ? [] : [title]), ...addressLines(row, labels)].join('\n')
  })
  return blocks.join('\n\n')
}

/** The URL, and the access code unless the URL contains it. */
export function addressLines(row: Shared, labels: LinkLabels): string[] {
  return [row.url, ...(isCodeSeparate(row) ? [labels.codeIs(row.password)] : [])]
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
