// Product Hunt: whose ranking is asked for, from when, and what serves without it.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import family from './producthunt.ts'

const feed =
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>' +
  '<entry><id>tag:www.producthunt.com,2005:Post/7</id><title>Crane</title><link href="https://www.producthunt.com/products/crane"/></entry>' +
  '<entry><id>tag:www.producthunt.com,2005:Story</id><title>Tale</title><link href="https://www.producthunt.com/stories/tale"/></entry></feed>'
const token = { PRODUCTHUNT_API_TOKEN: 'secret' }

function makeSite(reply: unknown, start?: string) {
  const answer = ({ url }: { readonly url: URL }) => (url.pathname === '/feed' ? feed : reply)
  return makeAskingList(family, 'producthunt', answer, start === undefined ? undefined : Date.parse(start))
}

const posts = { data: { posts: { edges: [{ node: { id: '7', name: 'Crane', votesCount: 3, slug: 'crane' } }] } } }
const sentBody = z.object({ variables: z.object({ postedAfter: z.string() }) })

test.each([
  ['2026-07-06T04:00:00Z', '2026-07-05T07:00:00.000Z'],
  ['2026-07-06T07:00:00Z', '2026-07-06T07:00:00.000Z'],
  ['2026-01-06T07:59:59Z', '2026-01-05T08:00:00.000Z'],
  // Days when clocks change.
  ['2026-03-08T20:00:00Z', '2026-03-08T08:00:00.000Z'],
  ['2026-03-09T07:00:00Z', '2026-03-09T07:00:00.000Z'],
  ['2026-11-01T20:00:00Z', '2026-11-01T07:00:00.000Z'],
  ['2026-11-02T08:00:00Z', '2026-11-02T08:00:00.000Z'],
])('at %s the day of the ranking began at midnight in California, which was %s', async (now, start) => {
  const { ask, asked } = makeSite(posts, now)
  await ask(token)
  expect(sentBody.parse(JSON.parse(asked[0]?.sent ?? '')).variables.postedAfter).toBe(start)
})

test('without a token nobody but the feed is asked, and nothing is amiss', async () => {
  const { ask, sent } = makeSite(posts)
  const { ids, bypassed } = await ask()
  expect(ids).toEqual(['https://www.producthunt.com/products/crane', 'https://www.producthunt.com/stories/tale'])
  expect(bypassed).toBeUndefined()
  expect(sent()).toEqual(['https://www.producthunt.com/feed'])
})

test.each([
  [401, 'blocked'],
  [{ data: null, errors: [{ message: 'Rate limit reached' }] }, 'blocked'],
  [{ errors: [{ error: 'invalid_query' }] }, 'mismatch'],
  [{ data: { posts: { edges: [] } } }, 'mismatch'],
])('the answer %j to a token leads to the feed, by the same ids', async (reply, kind) => {
  const { ids, bypassed } = await makeSite(reply).ask(token)
  expect(ids).toEqual(['7', 'https://www.producthunt.com/stories/tale'])
  expect(bypassed).toMatchObject({ kind })
})

test.each([
  [
    '&lt;p&gt;\n  Fold &amp;amp; fly\n&lt;/p&gt;&lt;p&gt;&lt;a href="x"&gt;Discussion&lt;/a&gt;&lt;/p&gt;',
    'Fold & fly',
  ],
  ['Fold and fly', 'Fold and fly'],
  ['', undefined],
])('of the content of an entry (%s) the first paragraph is shown', async (content, hover) => {
  const entry = feed.replace('<title>Crane</title>', `<title>Crane</title><content type="html">${content}</content>`)
  const { ask } = makeAskingList(family, 'producthunt', ({ url }) => (url.pathname === '/feed' ? entry : 404))
  expect((await ask()).items[0]?.hover || undefined).toBe(hover)
})

test('a token that cannot be sent is refused at start', async () => {
  expect(await failureOf(makeSite(posts).ask({ PRODUCTHUNT_API_TOKEN: 'two words' }))).toMatchObject({
    message: 'PRODUCTHUNT_API_TOKEN: must be a token of plain ASCII characters',
  })
})

test('when the feed fails as well the page serves, by the same ids', async () => {
  const item = (id: number, name: string) =>
    `<section data-test="post-item-${id}"><a href="/products/${name}"><img></a><a data-test="post-name-${id}" href="/products/${name}">${name}</a>` +
    '<button data-test="vote-button">1,024</button></section>'
  const page = `<div data-test="homepage-section-0">${item(7, 'crane')}<section data-test="post-item-8"><a href="/x"></a></section></div>${item(9, 'other')}`
  const crane = { title: 'crane', url: 'https://www.producthunt.com/products/crane', hot: 1024 }
  const ask = (env: Readonly<Record<string, string>>) =>
    makeAskingList(family, 'producthunt', ({ url }) => (url.pathname === '/' ? page : 404)).ask(env)
  expect((await ask(token)).items).toEqual([{ id: '7', ...crane }])
  expect((await ask({})).items).toEqual([{ id: crane.url, ...crane }])
})
