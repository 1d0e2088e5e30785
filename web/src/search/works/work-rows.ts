// Works in rows of several columns, with a line before those that only a text mentions.
import type { ShownWork } from './arrange-works.ts'

export interface WorkRow {
  /** That of its first work. */
  readonly key: string
  /** Empty for the line. */
  readonly works: readonly ShownWork[]
  /** Index of its first work. */
  readonly first: number
}

const dividerKey = 'text-only'

/** Works by title stand before those by text. */
export function toWorkRows(works: readonly ShownWork[], columns: number): readonly WorkRow[] {
  const firstText = works.findIndex(({ work }) => work.relevance === 'text')
  const end = firstText < 0 ? works.length : firstText
  const byText = chunked(works, end, works.length, columns)
  const divider = byText.length > 0 ? [{ key: dividerKey, works: [], first: end }] : []
  return [...chunked(works, 0, end, columns), ...divider, ...byText]
}

function chunked(works: readonly ShownWork[], from: number, to: number, columns: number): WorkRow[] {
  const rows: WorkRow[] = []
  for (let first = from; first < to; first += columns) {
    const ofRow = works.slice(first, Math.min(to, first + columns))
    rows.push({ key: ofRow[0]?.work.key ?? '', works: ofRow, first })
  }
  return rows
}
