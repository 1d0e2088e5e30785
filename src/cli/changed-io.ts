// Wraps an Io so that every request carries additional headers, or the source sees another time.
import type { Init, Io } from '../upstream/source.ts'

/** The changes to make. */
export interface Change {
  /** Headers added to every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly now?: Date
}

/** Wraps an Io, and every Io that `firstOf` passes on. */
export function changedIo(io: Io, change: Change): Io {
  const { headers = {}, now = io.now } = change
  const more = (init: Init = {}): Init => ({ ...init, headers: { ...init.headers, ...headers } })
  return {
    ...io,
    bytes: (url, init) => io.bytes(url, more(init)),
    text: (url, init) => io.text(url, more(init)),
    json: (url, shape, init) => io.json(url, shape, more(init)),
    feed: (url, init) => io.feed(url, more(init)),
    cookies: (url, init) => io.cookies(url, more(init)),
    html: (url, init) => io.html(url, more(init)),
    firstOf: (ways) => io.firstOf(ways.map((way) => (within: Io) => way(changedIo(within, change)))),
    copy: (file) => io.copy({ ...file, init: more(file.init) }),
    now,
  }
}
