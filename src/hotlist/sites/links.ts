// Where links of a site lead, and words as part of one.

/** What `href` means on the page `base`; undefined when it leads nowhere else: none, blank, to a place in the page, to a script. */
export function linkIn(base: string, href: string | null | undefined): string | undefined {
  const path = href?.trim() ?? ''
  const url = path === '' || path.startsWith('#') ? null : URL.parse(path, base)
  return url?.protocol.startsWith('http') ? url.href : undefined
}

/** Words as a value of a query; what is no character becomes the sign for that. */
export function inQuery(words: string): string {
  return encodeURIComponent(words.toWellFormed())
}
