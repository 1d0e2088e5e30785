// Links of pages and replies: resolved, over https, and values of a query.

/** Resolves `href` against `base`; undefined for a missing or blank link, a fragment or a script. */
export function resolveLink(base: string, href: string | null | undefined): string | undefined {
  const path = href?.trim() ?? ''
  const url = path === '' || path.startsWith('#') ? null : URL.parse(path, base)
  return url?.protocol.startsWith('http') ? url.href : undefined
}

/** Changes an http or protocol-relative image URL to https, because https pages block others. */
export function toHttps(address: string | null | undefined): string | undefined {
  return address?.trim().replace(/^(?:http:)?\/\//i, 'https://')
}

/** Encodes a query value; lone surrogates become U+FFFD. */
export function encodeForQuery(words: string): string {
  return encodeURIComponent(words.toWellFormed())
}
