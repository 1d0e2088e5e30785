// Writes addresses of feeds as OPML, which feed readers import.
import { generateOpml } from 'feedsmith'
import { stripInvalidXml, toUri } from './xml-text.ts'

interface OpmlFeed {
  readonly title: string
  readonly url: string
  readonly home: string
}

export interface OpmlGroup {
  readonly title: string
  readonly feeds: readonly OpmlFeed[]
}

export const opmlType = 'text/x-opml; charset=utf-8'

/** The text of an OPML 2.0 document with at least one group. */
export function renderOpml(title: string, groups: readonly OpmlGroup[]): string {
  return generateOpml({
    head: { title: stripInvalidXml(title) },
    body: {
      outlines: groups.map((group) => ({
        text: stripInvalidXml(group.title),
        outlines: group.feeds.map((feed) => {
          const text = stripInvalidXml(feed.title)
          return { text, title: text, type: 'rss', xmlUrl: toUri(feed.url), htmlUrl: toUri(feed.home) }
        }),
      })),
    },
  })
}
