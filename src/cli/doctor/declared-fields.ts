// Wraps the Io of a source for commands: other headers, another time, and a report of what the keys of a declared list find.
import type { FieldFound, OnFields } from '../../hotlist/declared/map-rows.ts'
import { oneLine, truncate } from '../../parsing/text.ts'
import type { Init, Io, Source } from '../../upstream/source.ts'

export interface IoChange {
  readonly headers?: Readonly<Record<string, string>>
  readonly now?: Date
  readonly onFields?: OnFields
}

/** The source, with a change of each Io that it gets. */
export function withIo<Query, Item>(source: Source<Query, Item>, change: IoChange): Source<Query, Item> {
  return { ...source, ask: (query, io) => source.ask(query, changedIo(io, change)) }
}

function changedIo(io: Io, change: IoChange): Io {
  const { headers = {}, now = io.now, onFields } = change
  const withHeaders = (init: Init = {}): Init => ({ ...init, headers: { ...init.headers, ...headers } })
  return {
    ...io,
    bytes: (url, init) => io.bytes(url, withHeaders(init)),
    text: (url, init) => io.text(url, withHeaders(init)),
    json: (url, shape, init) => io.json(url, shape, withHeaders(init)),
    feed: (url, init) => io.feed(url, withHeaders(init)),
    cookies: (url, init) => io.cookies(url, withHeaders(init)),
    html: (url, init) => io.html(url, withHeaders(init)),
    firstOf: (ways) => io.firstOf(ways.map((way) => (within: Io) => way(changedIo(within, change)))),
    copy: (file) => io.copy({ ...file, init: withHeaders(file.init) }),
    now,
    ...(onFields && { onFields }),
  }
}

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
