// Tests the pan666 mock: discussions joined to posts, pages by offset, hidden content.
import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { findListings, listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createPan666, pan666Taste } from './pan666.ts'

interface Reply {
  readonly links: { readonly first: string; readonly next?: string }
  readonly data: ReadonlyArray<{
    readonly id: string
    readonly attributes: { readonly title: string; readonly createdAt: string }
    readonly relationships?: { readonly mostRelevantPost: { readonly data: { readonly id: string } } }
  }>
  readonly included: ReadonlyArray<{ readonly id: string; readonly attributes: { readonly contentHtml: string } }>
}

const player = createPan666(1, defaultNow)
const home = 'https://pan666.net/api/discussions'

function send(address: string, method = 'GET') {
  return player.answer(new URL(address), { ...plainGet, method })
}

function ask(q: string, brackets = true): Reply {
  const query = `filter[q]=${encodeURIComponent(q)}&include=mostRelevantPost&page[limit]=50`
  const escaped = query.replaceAll('[', '%5B').replaceAll(']', '%5D')
  return JSON.parse(send(`${home}?${brackets ? query : escaped}`).body)
}

function postOf(reply: Reply, title: string): string {
  const ids = reply.data.filter(({ attributes }) => attributes.title === title).map((one) => one.relationships)
  const wanted = ids.map((relationships) => relationships?.mostRelevantPost.data.id)
  return reply.included
    .filter(({ id }) => wanted.includes(id))
    .map(({ attributes }) => attributes.contentHtml)
    .join('\n')
}

test('every address and code of every listing that is meant can be read in its post', () => {
  const listings = findListings(listingsOf('pan666', pan666Taste, 1, defaultNow), '灯塔')
  const reply = ask('灯塔')
  expect(listings.length).toBeGreaterThan(1)
  for (const { title, offers } of listings) {
    const $ = load(postOf(reply, title))
    const hrefs = $('a')
      .toArray()
      .map((one) => $(one).attr('href'))
    const text = $.root().text()
    for (const { url, code } of offers) {
      expect(hrefs.includes(url) || text.includes(url)).toBe(true)
      expect(text).toContain(code)
    }
  }
})

test('brackets may be raw or escaped', () => {
  expect(ask('灯塔', false)).toEqual(ask('灯塔'))
})

test('pages follow links.next to the end, without a discussion twice', () => {
  const ids: string[] = []
  let next: string | undefined = `${home}?filter[q]=e&include=mostRelevantPost&page[limit]=20`
  let pages = 0
  while (next !== undefined && pages < 20) {
    const reply: Reply = JSON.parse(send(next).body)
    expect(reply.data.length).toBeLessThanOrEqual(20)
    ids.push(...reply.data.map(({ id }) => id))
    next = reply.links.next
    pages++
  }
  expect(pages).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(ids.length)
})

test('times are UTC with a written offset, and posts come only when asked for', () => {
  expect(ask('灯塔').data[0]?.attributes.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  const bare: Reply = JSON.parse(send(`${home}?filter[q]=e`).body)
  expect(bare.included).toEqual([])
  expect(bare.data[0]?.relationships).toBeUndefined()
})

test('some posts are missing, some are hidden from those who did not answer, some name an archive’s password', () => {
  const replies = ['e', '的', '与', '海', '夜'].map((q) => ask(q))
  const posts = new Set(replies.flatMap(({ included }) => included.map(({ id }) => id)))
  const joined = replies.flatMap(({ data }) => data.map((one) => one.relationships?.mostRelevantPost.data.id ?? ''))
  expect(joined.some((id) => !posts.has(id))).toBe(true)
  const texts = replies.flatMap(({ included }) => included.map(({ attributes }) => attributes.contentHtml))
  expect(texts.some((text) => text.includes('回复') && !text.includes('http'))).toBe(true)
  expect(texts.some((text) => text.includes('解压密码'))).toBe(true)
})

test('nothing found has no next page; errors are JSON:API errors', () => {
  expect(ask('zzqx')).toMatchObject({ data: [], included: [] })
  expect(ask('zzqx').links.next).toBeUndefined()
  expect(JSON.parse(player.nothingFound(new URL(home)).body)).toMatchObject({ data: [] })
  expect(send(home, 'POST').status).toBe(405)
  expect(send('https://pan666.net/api/posts').status).toBe(404)
  const wrong = send(`${home}?page[offset]=-1`)
  expect(wrong.status).toBe(400)
  expect(JSON.parse(wrong.body).errors[0]).toEqual({ status: '400', code: 'invalid_parameter' })
})
