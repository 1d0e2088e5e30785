// Changes the Io of a source: other headers, another time.
import type { Init, Io, Source } from '../src/upstream/source.ts'

interface IoChange {
  readonly headers?: Readonly<Record<string, string>>
  readonly now?: Date
}

/** The source, with a change of each Io that it gets. */
export function withIo<Query, Item>(source: Source<Query, Item>, change: IoChange): Source<Query, Item> {
  return { ...source, ask: (query, io) => source.ask(query, changedIo(io, change)) }
}

function changedIo(io: Io, change: IoChange): Io {
  const { headers = {}, now = io.now } = change
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
  }
}
