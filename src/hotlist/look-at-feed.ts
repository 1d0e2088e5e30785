// Reads a feed, or the one that a page names, before it becomes a list: its title and its first rows.
import { badRequest } from '../http/errors.ts'
import { parseFragment } from '../parsing/html.ts'
import { titleText } from '../parsing/text.ts'
import { readFeedTitle } from '../upstream/net/feed.ts'
import { probeId } from '../upstream/net/reachability.ts'
import type { Source } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { buildLists } from './build-lists.ts'
import type { ListItem } from './sanitize-items.ts'

const maxRows = 5
const feedTypes = /^application\/(?:rss\+xml|atom\+xml|feed\+json)/i

interface Feed {
  readonly title: string
  readonly items: readonly ListItem[]
}

/** Creates the look at a feed. @throws (rejects) RequestError 400 for a wrong address; a failed request is an answer. */
export function createFeedLook(upstream: Pick<Upstream, 'ask'>) {
  const look = async (url: string) => {
    const read = { text: '' }
    const outcome = await upstream.ask(await feedSource(url, read), {}, { maxAgeMs: 0 })
    return { outcome, feed: url, linked: outcome.state === 'failed' ? feedOfPage(read.text, url) : undefined }
  }
  return async (url: string) => {
    const given = await look(url)
    const { outcome, feed } = given.linked === undefined ? given : await look(given.linked)
    if (outcome.state === 'failed') {
      const { kind, detail, reason } = outcome.failure
      return { title: null, items: [], total: 0, failure: { kind, detail, ...(reason && { reason }) } }
    }
    const { title = '', items = [] } = outcome.items[0] ?? {}
    const rows = items.slice(0, maxRows).map((item) => ({ title: item.title, url: item.url }))
    return { title: title || null, items: rows, total: items.length, ...(feed !== url && { feed }) }
  }
}

/** The address of the feed that a page names; undefined without one, and for a text that is no page. */
function feedOfPage(text: string, url: string): string | undefined {
  const links = text.match(/<link\s[^<>]{1,2000}>/gi) ?? []
  const [href] = links.flatMap((link) => {
    const { attribs = {} } = parseFragment(link)('link')[0] ?? {}
    const isFeed = /\balternate\b/i.test(attribs.rel ?? '') && feedTypes.test(attribs.type ?? '')
    return isFeed ? (attribs.href ?? []) : []
  })
  return href === undefined ? undefined : URL.parse(href, url)?.href
}

/** The source of a list of this feed, which returns the title of the feed with the items. `read` gets what was received. */
async function feedSource(url: string, read: { text: string }): Promise<Source<object, Feed>> {
  const { readDeclaredLists } = await import('./declared/load-file.ts')
  const context = { takenReason: () => undefined, ourList: async () => undefined }
  const { lists } = await readDeclaredLists(JSON.stringify({ feed: { name: 'feed', feed: url } }), 'feed', context)
  const family = lists[0]?.declared?.family
  const [list] = family ? buildLists('feed', family) : []
  if (!list) throw badRequest('url', 'must be an http or https address of a feed')
  const { home, limits } = list.source
  return {
    id: probeId(url),
    home,
    limits: { ...limits, freshMs: 0, staleMs: 0 },
    async ask(_query, io) {
      let title = ''
      const text: typeof io.text = async (...request) => {
        const body = await io.text(...request)
        read.text = body
        title = titleText(readFeedTitle(body)) ?? ''
        return body
      }
      const items = await list.source.ask({}, { ...io, text })
      return [{ title, items }]
    },
  }
}
