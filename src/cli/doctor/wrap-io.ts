// Wraps an Io so that every request carries additional headers, the source sees another time, or the finds of a declared list are reported.
import type { OnFields } from '../../hotlist/declared/map-rows.ts'
import type { Init, Io } from '../../upstream/source.ts'

/** Wraps an Io, and every Io that `firstOf` passes on. */
export function wrapIo(
  io: Io,
  change: { readonly headers?: Readonly<Record<string, string>>; readonly now?: Date; readonly onFields?: OnFields },
): Io {
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
    firstOf: (ways) => io.firstOf(ways.map((way) => (within: Io) => way(wrapIo(within, change)))),
    copy: (file) => io.copy({ ...file, init: withHeaders(file.init) }),
    now,
    ...(onFields && { onFields }),
  }
}
