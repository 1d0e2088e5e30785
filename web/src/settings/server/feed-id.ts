// The id of a list that is made of the address of a feed.

/** Letters, digits and single hyphens, as ids of lists are. */
export function feedId(url: string): string {
  const parts = new URL(url).hostname.replace(/^www\./, '').match(/[a-z0-9]+/g) ?? []
  return `feed-${parts.join('-')}`.slice(0, 50).replace(/-$/, '')
}
