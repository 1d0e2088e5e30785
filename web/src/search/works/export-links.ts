// Works and links as text for a chat, JSON and CSV.
import type { CollectedLink } from '../../../../client/link-collector.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import { addressLines, type LinkLabels } from '../link-text.ts'

/** Words of a message for a chat. */
export interface ChatLabels extends LinkLabels {
  /** The name of a cloud before an address. */
  readonly cloud: (type: CloudType) => string
  /** In place of links, where all are dead. */
  readonly allDead: string
}

export interface ExportedWork {
  readonly title: string
  readonly year: number | null
  /** For JSON and CSV. */
  readonly links: readonly CollectedLink[]
  /** For texts: the best link of each cloud that has one that is not dead. */
  readonly best: readonly CollectedLink[]
}

export const exportFormats = ['txt', 'json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

export function workTitle({ title, year }: Pick<ExportedWork, 'title' | 'year'>): string {
  return year === null ? title : `${title} (${year})`
}

/** A message for a chat: the title of each work, and its best links with cloud and code. */
export function formatWorks(
  works: readonly Pick<ExportedWork, 'title' | 'year' | 'best'>[],
  labels: ChatLabels,
): string {
  const blocks = works.map((work) => {
    const lines = work.best.map((link) => labels.cloud(link.type) + addressLines(link, labels).join(' '))
    return [workTitle(work), ...(lines.length > 0 ? lines : [labels.allDead])].join('\n')
  })
  return blocks.join('\n\n')
}

interface ExportedLink {
  readonly title: string
  readonly year: number | null
  readonly cloud: string
  readonly url: string
  readonly code: string
  readonly name: string
  readonly time: string
}

function toRecords(works: readonly ExportedWork[]): ExportedLink[] {
  return works.flatMap(({ title, year, links }) =>
    links.map(({ type, url, password, title: name, at }) => ({
      title,
      year,
      cloud: type,
      url,
      code: password,
      name,
      time: at === undefined ? '' : new Date(at).toISOString(),
    })),
  )
}

/** A cell of CSV. Spreadsheets run a text that begins like a formula, so it gets an apostrophe. */
function toCell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function formatExport(works: readonly ExportedWork[], format: ExportFormat, labels: ChatLabels): string {
  if (format === 'txt') return `${formatWorks(works, labels)}\n`
  const records = toRecords(works)
  if (format === 'json') return `${JSON.stringify(records, undefined, 2)}\n`
  const columns = ['title', 'year', 'cloud', 'url', 'code', 'name', 'time'] as const
  const lines = records.map((record) => columns.map((column) => toCell(record[column])).join(','))
  // With a byte order mark, without which Excel takes it for the local encoding.
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}\r\n`
}
