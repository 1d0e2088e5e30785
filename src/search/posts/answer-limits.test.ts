// Size limits of posts, of the results of one source, of cached answers and of whole answers.
import { describe, expect, it } from 'vitest'
import { day, mergedOf, result, shareAt as share } from '../../../test/kit/searching.ts'
import { answeringIo } from '../../../test/kit/site-io.ts'
import { rankLinks } from '../pipeline/rank.ts'
import { toData } from '../pipeline/to-contract.ts'
import type { Post } from '../plugin.ts'
import { readChannelPage } from '../telegram/page.ts'
import { createSearchLimits, fitAnswer } from './answer-limits.ts'
import { type ParsedPost, withParsedPosts } from './parse-post.ts'

function post(more: Partial<Post>): Post {
  return { id: '1', title: 'pwn', text: '', anchors: [], tags: [], images: [], aside: '', ...more }
}

/** What is understood of posts that a source gives. */
async function understoodOf(posts: readonly Post[]): Promise<readonly ParsedPost[]> {
  const source = withParsedPosts({ id: 'plugin:demo', home: 'https://demo.test/', ask: async () => [...posts] })
  return await source.ask({ kw: 'pwn', ext: {} }, answeringIo(() => 404).io)
}

function entriesOf(results: readonly ParsedPost[]) {
  return rankLinks(mergedOf(results, 'pwn'), () => undefined)
}

function foundOf(results: readonly ParsedPost[]) {
  return results.map((one) => ({ result: one, matches: [], relevance: 'title' as const }))
}

function answerOf(results: readonly ParsedPost[]): string {
  return JSON.stringify(toData('all', entriesOf(results), foundOf(results)))
}

describe('a reply within the byte limits that holds', () => {
  it('a message of 8,000 pictures and 20,000 links is answered with ten and 500, in a few hundred kilobytes', async () => {
    const picture = (number: number) =>
      `<a class="tgme_widget_message_photo_wrap" style="background-image:url('https://cdn.test/${number}.jpg')"></a>`
    const link = (number: number) => `<a href="${share(number)}">pwn</a><br/>`
    const many = (count: number, one: (number: number) => string) =>
      Array.from({ length: count }, (_, at) => one(at)).join('')
    const page = `<div class="tgme_channel_info"></div><section class="tgme_channel_history">
      <div class="tgme_widget_message_wrap"><div class="tgme_widget_message" data-post="a/1">
      <div class="tgme_widget_message_bubble">${many(8_000, picture)}<div class="tgme_widget_message_text js-message_text">pwn<br/>
      ${many(20_000, link)}</div></div></div></div></section>`
    const posts = readChannelPage(Buffer.from(page))
    expect([posts[0]?.images.length, posts[0]?.anchors.length]).toEqual([8_000, 20_000])
    const results = await understoodOf(posts)
    expect([results[0]?.images.length, results[0]?.links.length]).toEqual([10, 500])
    expect(entriesOf(results)[0]?.images.length).toBe(1)
    expect(answerOf(results).length).toBeLessThan(300_000)
  })

  it('a film with 200 links and a picture of 3.5 MB is answered without the picture', async () => {
    const anchors = Array.from({ length: 200 }, (_, at) => ({ start: 0, end: 0, href: share(at), cloud: 'quark' }))
    const results = await understoodOf([post({ anchors, images: [`https://a.test/${'x'.repeat(3_500_000)}`] })])
    expect(results.map(({ images, links }) => [images.length, links.length])).toEqual([[0, 200]])
    expect(answerOf(results).length).toBeLessThan(100_000)
  })

  it('100,000 links is answered with 2,000 of them', async () => {
    const posts = Array.from({ length: 1_000 }, (_, at) =>
      post({
        id: `${at}`,
        anchors: Array.from({ length: 100 }, (_one, link) => ({ start: 0, end: 0, href: share(100 * at + link) })),
      }),
    )
    const results = await understoodOf(posts)
    expect(results.flatMap(({ links }) => links).length).toBe(2_000)
    expect(answerOf(results).length).toBeLessThan(1_000_000)
  })

  it('posts of many links and long pictures is answered up to some megabytes', async () => {
    const images = Array.from({ length: 10 }, (_, at) => `https://a.test/${at}${'x'.repeat(1_900)}`)
    const posts = Array.from({ length: 100 }, (_, at) =>
      post({
        id: `${at}`,
        images,
        anchors: Array.from({ length: 20 }, (_one, link) => ({ start: 0, end: 0, href: share(20 * at + link) })),
      }),
    )
    expect(answerOf(await understoodOf(posts)).length).toBeLessThan(5_000_000)
  })

  it('long texts of every kind is kept without them', async () => {
    const long = '\ufdfa'.repeat(100_000)
    const anchors = [
      { start: 90_000, end: 95_000, href: share(1), code: long, cloud: long },
      { start: 90_000, end: 95_000, href: `${share(2)}?${'x'.repeat(20_000)}` },
      { start: 0, end: 0, href: `https://files.test/s/${'x'.repeat(9_000)}`, cloud: 'files' },
    ]
    const [one] = await understoodOf([
      post({ id: long, title: long, text: long, anchors, tags: Array(90).fill(long), aside: long }),
    ])
    expect(one && [one.id.length, one.title.text.length, one.text.length, one.tags.length]).toEqual([
      500, 200, 20_000, 50,
    ])
    expect(one?.title.folded.length).toBe(200 * 4)
    expect(one?.besides.length).toBeLessThan(26_000)
    expect(one?.links.map((link) => link.share.url)).toEqual([share(1)])
  })
})

it('a title and a text are shown without what turns a line round or what a terminal obeys', async () => {
  const text = `一\u202e二\u009b31m\n三👨‍👩‍👧 ${share(1)}`
  const [one] = await understoodOf([post({ title: 'p\u202ew\u0007n', text })])
  expect([one?.title.text, one?.text]).toEqual(['pw n', `一二 31m\n三👨‍👩‍👧 ${share(1)}`])
})

it('the pictures of a post stand at each of its links, fewer where there are many links', () => {
  const images = Array.from({ length: 10 }, (_, at) => `https://a.test/${at}.jpg`)
  const shown = [1, 20, 50, 400].map((count) => {
    const links = Array.from({ length: count }, (_, at) => share(at)).join('\n')
    return entriesOf([result('tg:demo', `pwn\n${links}`, { images })])[0]?.images.length
  })
  expect(shown).toEqual([10, 10, 4, 1])
})

describe('an answer', () => {
  const results = Array.from({ length: 40 }, (_, at) =>
    result('tg:demo', `pwn ${at}\n${share(at)}`, { id: `${at}`, at: day(20) }),
  )
  const entries = entriesOf(results)

  it('has all links and posts when there is room for them', () => {
    expect(fitAnswer(entries, foundOf(results))).toEqual({ entries, results: foundOf(results), warnings: [] })
  })

  it('has the first ones when there is no room for all, and says how many are left out', () => {
    const fitting = fitAnswer(entries, foundOf(results), 10_000)
    expect(fitting.entries).toEqual(entries.slice(0, fitting.entries.length))
    expect(fitting.entries.length).toBeGreaterThan(10)
    expect(fitting.results.length).toBeGreaterThan(5)
    const data = toData('all', fitting.entries, fitting.results)
    expect(data.total).toBe(fitting.entries.length)
    expect(JSON.stringify(data).length).toBeLessThan(15_000)
    expect(fitting.warnings).toEqual([
      {
        kind: 'answer_too_large',
        detail: `the last ${40 - fitting.entries.length} links and ${40 - fitting.results.length} results are omitted: answers are limited to about 10,000 characters; select fewer sources or cloud types`,
      },
    ])
  })

  it('has more of one kind where only that is wanted', () => {
    const both = fitAnswer(entries, foundOf(results), 5_000)
    const alone = fitAnswer(entries, [], 5_000)
    expect(alone.entries.length).toBeGreaterThan(both.entries.length)
    expect(alone.warnings[0]?.detail).toContain(`the last ${40 - alone.entries.length} links are omitted`)
  })
})

describe('searches in progress', () => {
  const link = { share: { url: 'https://pan.quark.cn/s/0' } }
  const post = {
    title: { text: '' },
    text: '',
    besides: '',
    tags: [],
    images: [],
    links: Array.from({ length: 2_000 }, () => link),
  }
  /** How many of so many posts of 2,000 links fit. */
  const taken = (limit: ReturnType<ReturnType<typeof createSearchLimits>>, posts = 100) =>
    limit.take(Array.from({ length: posts }, () => post)).length

  it('have 20,000 links each, 60,000 of one client, and 120,000 in all', () => {
    const open = createSearchLimits()
    const ofOne = Array.from({ length: 5 }, () => taken(open('one')))
    const ofOthers = ['two', 'two', 'three', 'three', undefined].map((client) => taken(open(client)))
    expect([ofOne, ofOthers]).toEqual([
      [10, 10, 10, 0, 0],
      [10, 10, 10, 0, 0],
    ])
  })

  it('leave their place to the next when they end', () => {
    const open = createSearchLimits()
    const [first, second] = [open('one'), open('one')]
    expect([taken(first), taken(second), taken(open('one')), taken(open('one'), 1)]).toEqual([10, 10, 10, 0])
    first.release()
    first.release()
    expect([taken(open('one')), taken(open('one'), 1)]).toEqual([10, 0])
  })

  it('are not charged for what a source gives after they have ended', () => {
    const open = createSearchLimits()
    const ended = Array.from({ length: 20 }, () => open('one'))
    for (const limit of ended) limit.release()
    expect(ended.map((limit) => taken(limit))).toEqual(ended.map(() => 0))
    expect([taken(open('one')), taken(open('two'))]).toEqual([10, 10])
  })
})
