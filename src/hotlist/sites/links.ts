// Where links of a site lead, pictures over https, and words as part of a link.

/** What `href` means on the page `base`; undefined when it leads nowhere else: none, blank, to a place in the page, to a script. */
export function linkIn(base: string, href: string | null | undefined): string | undefined {
  const path = href?.trim() ?? ''
  const url = path === '' || path.startsWith('#') ? null : URL.parse(path, base)
  return url?.protocol.startsWith('http') ? url.href : undefined
}

/** The address of a picture over https, also where it is written for http or without saying which: pages over https show no others. */
export function overHttps(address: string | null | undefined): string | undefined {
  return address?.trim().replace(/^(?:http:)?\/\//i, 'https://')
}

/** Words as a value of a query; what is no character becomes the sign for that. */
export function inQuery(words: string): string {
  return encodeURIComponent(words.toWellFormed())
}
