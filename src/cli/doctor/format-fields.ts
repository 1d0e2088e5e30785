// Formats what the keys of a declared list found in a reply.
import type { FieldFound, OnFields } from '../../hotlist/declared/map-rows.ts'
import { oneLine, truncate } from '../../parsing/text.ts'

const maxValueLength = 60

/** Collects what the keys found, as lines. */
export function collectFields(): { readonly onFields: OnFields; readonly lines: readonly string[] } {
  const lines: string[] = []
  const onFields: OnFields = (address, rows, fields) => {
    // Without its path, which may have a secret.
    lines.push(`${new URL(address).host}: ${rows} rows`, ...fields.map((field) => formatField(field, rows)))
  }
  return { onFields, lines }
}

function formatField({ key, source, found, first }: FieldFound, rows: number): string {
  const name = source === undefined ? `${key} (of the feed)` : `${key}: ${truncate(oneLine(source), 100)}`
  if (found === 0) return `  ${name} finds nothing in any of ${rows} rows`
  const values = first.map((value) => (value === undefined ? '–' : `“${truncate(oneLine(value), maxValueLength)}”`))
  return `  ${name} finds ${values.join(', ')}${found < rows ? `; nothing in ${rows - found} of ${rows} rows` : ''}`
}
