// What the keys of a declared list find in the replies, as lines.
import type { FieldFound, OnFields } from '../../hotlist/declared/map-rows.ts'
import { oneLine, truncate } from '../../parsing/text.ts'
import type { Io, Source } from '../../upstream/source.ts'

/** The source, and lines about what its keys find, which appear while it is asked. */
export function collectFields<Query, Item>(source: Source<Query, Item>) {
  const lines: string[] = []
  const onFields: OnFields = (address, rows, fields) => {
    // Without its path, which may have a secret.
    lines.push(`${new URL(address).host}: ${rows} rows`, ...fields.map((field) => formatField(field, rows)))
  }
  const withFields = (io: Io): Io & { readonly onFields: OnFields } => {
    return { ...io, onFields, firstOf: (ways) => io.firstOf(ways.map((way) => (within) => way(withFields(within)))) }
  }
  const observed: Source<Query, Item> = { ...source, ask: (query, io) => source.ask(query, withFields(io)) }
  return { source: observed, lines }
}

const maxValueLength = 60

function formatField({ key, source, found, first }: FieldFound, rows: number): string {
  const name = source === undefined ? `${key} (of the feed)` : `${key}: ${truncate(oneLine(source), 100)}`
  if (found === 0) return `  ${name} finds nothing in any of ${rows} rows`
  const values = first.map((value) => (value === undefined ? '–' : `“${truncate(oneLine(value), maxValueLength)}”`))
  return `  ${name} finds ${values.join(' · ')}${found < rows ? `; nothing in ${rows - found} of ${rows} rows` : ''}`
}
