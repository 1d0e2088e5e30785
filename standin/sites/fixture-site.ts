// A site as its plugin's hand-made fixture shows it: the same pages, with titles, shares, ids and times of the corpus.
import { findLoosely, type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import { notFoundPage } from '../error-pages.ts'
import { cut, findItems } from '../hot/find-items.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { namedAfter } from '../picture-hosts.ts'
import { type ExpectedItem, isSameRequest, type SearchExchange, type SearchFixture } from '../search-fixtures.ts'
import { createRequestPattern, type RequestPattern } from './request-pattern.ts'
import { fillMarks, type Mark, marksOf, timeMarksOf } from './text-marks.ts'

/** A page of a search shows at most this many listings. */
const maxListings = 20

/** The words and the forms by which sites say that they have nothing. */
const noResults = `<form><input name="q"><input name="keyword"><input name="wd"></form>
<main class="module list post"><div class="bubble"></div></main><ul class="main-list"></ul><p>对不起，没有找到匹配结果。</p>`

interface Page {
  readonly exchange: SearchExchange
  readonly pattern: RequestPattern
}

/** The place of the items in the reply of a search. */
interface ListPage extends Page {
  readonly reply: MockResponse
  readonly cut: ReturnType<typeof cut>
}

/** The item of a fixture that stands for all listings of the site. */
interface Model {
  readonly item: ExpectedItem
  readonly part: string
  readonly list: ListPage
  /** What the addresses of its own pages say in place of its id. */
  readonly key: string
  readonly details: readonly Page[]
}

function offerOf({ offers }: Listing, at: number) {
  return offers[at % offers.length]
}

/** The links of an item, also those in its text. */
function anchorsOf({ anchors, text }: ExpectedItem): ExpectedItem['anchors'] {
  const inText = text.match(/https?:\/\/[\w./?=&#-]+/g) ?? []
  const codes = [...text.matchAll(/(?:提取码|访问码)[：: ]*(\w{4})/g)].map(([, code]) => ({ href: '', code }))
  const more = inText.filter((href) => !anchors.some((anchor) => anchor.href === href)).map((href) => ({ href }))
  return [...anchors, ...more, ...codes]
}

/** What a listing has in place of the texts of an item. */
function marksIn(body: string, item: ExpectedItem, nowMs: number): readonly Mark<Listing>[] {
  const { title, id, at } = item
  const anchors = anchorsOf(item)
  const urls = anchors.flatMap(({ href }, index) => {
    const whole = marksOf<Listing>(body, href, (listing) => offerOf(listing, index)?.url ?? '')
    const code = /\/[st]\/([\w-]+)/.exec(href)?.[1] ?? ''
    return whole.length > 0 ? whole : marksOf<Listing>(body, code, (one) => offerOf(one, index)?.truth.code ?? '')
  })
  const codes = anchors.flatMap(({ code = '' }, index) =>
    marksOf<Listing>(body, code, (listing) => offerOf(listing, index)?.code ?? ''),
  )
  const times = at === undefined ? [] : timeMarksOf<Listing>(body, Date.parse(at), nowMs, (listing) => listing.at)
  const ids = marksOf<Listing>(body, id, (listing) => `${id}${listing.id}`)
  return [...urls, ...marksOf<Listing>(body, title, (listing) => listing.title), ...codes, ...times, ...ids]
}

/** The pictures of an item, which show the title of the work. Their names may have the id in them. */
function picturesIn(body: string, { images }: ExpectedItem): readonly Mark<Listing>[] {
  return images.flatMap((address) => {
    const [file = ''] = /\/[^/]+$/.exec(address) ?? []
    return marksOf<Listing>(body, file, ({ work }) => `/${namedAfter(work.title)}${file.slice(1)}`)
  })
}

function textsIn(part: string, item: ExpectedItem, nowMs: number): number {
  const has = (text: string) => marksOf(part, text, () => '').length > 0
  const isItem = has(item.title) || (item.title === '' && has(item.id))
  if (!isItem) return 0
  return new Set(marksIn(part, item, nowMs).map(({ start }) => start)).size + 1
}

/** Search engines mark the keyword in titles. */
function withoutHighlights(reply: MockResponse, kw: string): MockResponse {
  const tag = String.raw`(?:em|b|i|strong|font|span|mark)\b[^<>]*>`
  const marked = new RegExp(`(?:<${tag})+(${RegExp.escape(kw)})(?:<\\\\?/${tag})+`, 'g')
  return { ...reply, body: reply.body.replaceAll(marked, '$1') }
}

/** The longest word with a number, else the longest word. */
function longestNumber(words: readonly string[]): string {
  const numbers = words.filter((word) => /\d{2,}/.test(word))
  return (numbers.length > 0 ? numbers : words).toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** The part of an address that an item of a list has too: numbers before words. */
function keyOf(url: string, part: string): string {
  const { pathname, search } = new URL(url)
  const words = `${pathname} ${search}`.match(/\w+/g) ?? []
  const own = words.filter((word) => marksOf(part, word, () => '').length > 0 && !/^html?$/.test(word))
  return longestNumber(own.toReversed())
}

/** The body around its items; whole when it has none of them. */
function cutReply({ body }: MockResponse, { nowMs, expected }: SearchFixture): ReturnType<typeof cut> {
  const items = expected()
  const spans = findItems(body, {
    count: items.length,
    textsIn: (part, at) => items.slice(at, at + 1).reduce((sum, item) => sum + textsIn(part, item, nowMs), 0),
    isOutermost: items.length === 1 && /^\s*</.test(body),
  })
  return spans.length > 0 ? cut(body, spans) : { head: body, items: [], gap: '', tail: '' }
}

function listPagesOf(fixture: SearchFixture): readonly ListPage[] {
  return fixture.exchanges.flatMap((exchange): readonly ListPage[] => {
    const pattern = createRequestPattern(exchange, fixture.kw)
    if (pattern === undefined) return []
    const reply = withoutHighlights(exchange.reply(), fixture.kw)
    return [{ exchange, pattern, reply, cut: cutReply(reply, fixture) }]
  })
}

/** The item with the most shares in its list and on its own pages, if possible with an access code. */
function modelOf(fixture: SearchFixture, lists: readonly ListPage[]): Model | undefined {
  const { nowMs } = fixture
  const others = fixture.exchanges.filter((exchange) => !lists.some((list) => list.exchange === exchange))
  const models = fixture.expected().flatMap((item) =>
    lists.flatMap((list) => {
      const part = list.cut.items.find((one) => textsIn(one, item, nowMs) > 0)
      if (part === undefined) return []
      const own = others.map((exchange) => ({ exchange, key: keyOf(exchange.url, part) }))
      const key = longestNumber(own.map((one) => one.key))
      const details = own
        .filter((one) => one.key === key && key !== '')
        .flatMap(({ exchange }) => {
          const pattern = createRequestPattern(exchange, key)
          return pattern === undefined ? [] : [{ exchange, pattern }]
        })
      const bodies = [part, ...details.map(({ exchange }) => textOfReply(exchange.reply()))]
      const shares = item.anchors.filter(({ href }) =>
        bodies.some((body) => marksIn(body, { ...item, id: '', title: '', anchors: [{ href }] }, nowMs).length > 0),
      )
      return [
        {
          model: { item, part, list, key, details },
          worth: shares.length + Number(shares.some(({ code }) => code !== undefined)),
        },
      ]
    }),
  )
  return models.toSorted((one, other) => other.worth - one.worth)[0]?.model
}

/** The body, and where a redirect leads. */
function textOfReply({ headers, body }: MockResponse): string {
  return `${headers.location ?? ''}\n${body}`
}

/** The page of an item with the values of a listing. */
function filledPage(reply: MockResponse, { item, key }: Model, listing: Listing, nowMs: number): MockResponse {
  const fill = (text: string) => {
    const keys = marksOf<Listing>(text, key, ({ id }) => `${key}${id}`)
    return fillMarks(text, [...picturesIn(text, item), ...keys, ...marksIn(text, item, nowMs)], listing)
  }
  const { location } = reply.headers
  return {
    ...reply,
    headers: { ...reply.headers, ...(location !== undefined && { location: fill(location) }) },
    body: fill(reply.body),
  }
}

/** Creates the mock of the site of a fixture. @throws TypeError when no item of the fixture can stand for others. */
export function createFixtureSite(
  fixture: SearchFixture,
  profile: SiteProfile,
  seed: number,
  now: Date,
): UpstreamHandler {
  const { nowMs, plugin, exchanges } = fixture
  const listings = listingsOf(plugin, profile, seed, now).filter(({ offers }) => offers.length > 0)
  const lists = listPagesOf(fixture)
  const model = modelOf(fixture, lists)
  if (model === undefined) throw new TypeError(`the fixture of ${plugin} has no item that stands for others`)
  const marks = [
    ...picturesIn(model.part, model.item),
    ...marksOf<Listing>(model.part, model.key, ({ id }) => `${model.key}${id}`),
    ...marksIn(model.part, model.item, nowMs),
  ]
  const written = (list: ListPage, found: readonly Listing[]): MockResponse => {
    const { head, gap, tail } = list.cut
    const items = found.map((one) => fillMarks(model.part, marks, one))
    const body = head + items.join(gap) + tail
    return { ...list.reply, body: found.length === 0 ? body.replace('</body>', `${noResults}</body>`) : body }
  }
  const listAt = (url: URL, sent: Sent): MockResponse | undefined => {
    for (const list of lists) {
      const found = list.pattern.read(url, sent)
      if (found === undefined) continue
      const isFirst = list === model.list && found.isSamePage
      return written(list, isFirst ? findLoosely(listings, found.text).slice(0, maxListings) : [])
    }
    return undefined
  }
  const detailAt = (url: URL, sent: Sent): MockResponse | undefined => {
    for (const { exchange, pattern } of model.details) {
      const text = pattern.read(url, sent)?.text ?? ''
      const listing = listings.find(({ id }) => text === `${model.key}${id}`)
      if (listing) return filledPage(exchange.reply(), model, listing, nowMs)
    }
    return undefined
  }
  /** A page that every search asks for, without the items of the fixture. */
  const furtherAt = (url: URL, sent: Sent): MockResponse | undefined => {
    const reply = exchanges.find((one) => isSameRequest(one, url, sent))?.reply()
    if (reply === undefined) return undefined
    const { head, tail } = cutReply(reply, fixture)
    return { ...reply, body: head + tail }
  }
  return {
    answer: (url, sent) => listAt(url, sent) ?? detailAt(url, sent) ?? furtherAt(url, sent) ?? notFoundPage(),
    nothingFound: () => written(model.list, []),
  }
}
