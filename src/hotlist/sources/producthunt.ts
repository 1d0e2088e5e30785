// Product Hunt: products of the day by votes (with a token), else new ones (upstreams/hot/producthunt.md, b-producthunt.md,
// upstreams/search/evidence.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { zoneTime } from '../../parsing/feed-time.ts'
import { lenientArray, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { pageRows } from '../../parsing/page-rows.ts'
import { amountOf, titleText } from '../../parsing/text.ts'
import type { FeedEntry, Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { feedItems } from '../sites/json-list.ts'

const site = 'https://www.producthunt.com'
const feed = `${site}/feed`

const settings = z.object({
  api_token: z
    .string()
    .regex(/^[!-~]{1,500}$/, 'must be a token of plain ASCII characters')
    .optional()
    .describe('enables votes'),
})

export default defineFamily<z.output<typeof settings>>({
  name: 'Product Hunt',
  home: 'https://www.producthunt.com/',
  column: 'tech',
  color: '#da552f',
  needs: 'a network outside mainland China',
  settings,
  lists: {
    producthunt: {
      type: 'hottest',
      interval: 600,
      ask: (io, { api_token: token }) =>
        token === undefined
          ? io.firstOf([(own) => feedItems(own, feed, taglineOf), linkedOnPage])
          : io.firstOf([(own) => ranking(own, token), (own) => feedItems(own, feed, numbered), onPage]),
    },
  },
})

/** The products of the day, by the ids of the ranking. */
async function onPage(io: Io): Promise<HotItem[]> {
  const found = await pageRows(io, site, '[data-test=homepage-section-0] [data-test^=post-item]')
  return found.map((row) => ({
    id: row.attribute('data-test')?.replace(/^post-item-/, ''),
    title: row.text('a[data-test^=post-name]'),
    url: row.link('a'),
    hot: amountOf(row.text('[data-test=vote-button]')),
  }))
}

/** New products from the feed, which needs no token, by their links. */
async function linkedOnPage(io: Io): Promise<HotItem[]> {
  return (await onPage(io)).map((item) => ({ ...item, id: item.url }))
}

/** The first paragraph of an entry; the next one has links to the site. */
function taglineOf({ summary }: FeedEntry): Pick<HotItem, 'hover'> {
  const [paragraph] = summary.split('</p>', 1)
  return { hover: titleText(paragraph) }
}

/** The ranking identifies products by a number that the feed also contains. */
function numbered(entry: FeedEntry): Pick<HotItem, 'id' | 'hover'> {
  return { id: /\bPost\/(\d+)$/.exec(entry.id)?.[1] ?? entry.url, ...taglineOf(entry) }
}

const query =
  'query Ranking($postedAfter: DateTime!) { posts(first: 30, order: RANKING, postedAfter: $postedAfter) { edges { node { id name tagline votesCount url slug } } } }'
const texts = { name: z.string(), tagline: maybeText, url: maybeText, slug: maybeText }
const node = z.object({ id: nonEmptyText(), ...texts, votesCount: z.number() })
const reply = z.object({
  data: z.object({ posts: z.object({ edges: lenientArray(z.object({ node })) }) }).nullish(),
  errors: z.array(z.object({ message: maybeText, error: maybeText })).nullish(),
})

async function ranking(io: Io, token: string): Promise<HotItem[]> {
  const { data, errors } = await io.json('https://api.producthunt.com/v2/api/graphql', reply, {
    method: 'POST',
    headers: { ...dataHeaders, accept: 'application/json', authorization: `Bearer ${token}` },
    body: { query, variables: { postedAfter: startOfDay(io.now)?.toISOString() } },
  })
  if (!data) throw apiRefusal(errors?.[0]?.message ?? errors?.[0]?.error ?? '')
  return data.posts.edges.map(({ node: { id, name, tagline, votesCount, url, slug } }) => ({
    id,
    title: name,
    url: url || (slug ? `https://www.producthunt.com/posts/${slug}` : undefined),
    hot: votesCount,
    info: ` △︎ ${votesCount}`,
    hover: tagline,
  }))
}

/** Start of the day in California, whose time zone the ranking uses. */
function startOfDay(now: Date): Date | undefined {
  const timeZone = 'America/Los_Angeles'
  return zoneTime(`${new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)} 00:00:00`, timeZone)
}
