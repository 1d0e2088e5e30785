// Tests the t.me mock: page size, structure, responses without a preview, paging and searches (telegram.md sections 2 to 6).
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { createCorpus, defaultNow } from '../corpus/corpus.ts'
import { plainGet } from '../mock-response.ts'
import { channelKind, createTelegram } from './handler.ts'

const seed = 1
const handler = createTelegram(seed, defaultNow)
const corpus = createCorpus(seed, defaultNow)
const names = Array.from({ length: 60 }, (_, at) => `channel_${at}`).filter(
  (name) => channelKind(name, seed) === 'preview',
)

/** The first message id of every block, in page order. */
function idsOn(page: string): number[] {
  return Array.from(page.matchAll(/data-post="[^"]*\/(\d+)"/g), ([, id]) => Number(id))
}

/** The id in the older or newer anchor; undefined when the page has none. */
function cursor(page: string, kind: 'before' | 'after'): number | undefined {
  const found = new RegExp(`data-${kind}="(\\d+)"`).exec(page)?.[1]
  return found === undefined ? undefined : Number(found)
}

function ask(path: string): string {
  return handler.answer(new URL(path, 'https://t.me'), plainGet).body
}

/** All pages from the newest back, at most 30. */
function walkBack(path: string): string[] {
  const pages: string[] = []
  const glue = path.includes('?') ? '&' : '?'
  let next: string | undefined = path
  while (next !== undefined && pages.length < 30) {
    const page = ask(next)
    pages.push(page)
    const before = cursor(page, 'before')
    next = before === undefined ? undefined : `${path}${glue}before=${before}`
  }
  return pages
}

const allPages = names.flatMap((name) => walkBack(`/s/${name}`))

test('a page of 20 messages weighs 104 to 152 KB of characters, 13 to 18 KB of it before the first message', () => {
  const full = allPages.filter((page) => idsOn(page).length === 20)
  const sizes = full.map((page) => page.length).sort((a, b) => a - b)
  console.info(
    `${full.length} full pages of ${allPages.length}: ${sizes[0]} to ${sizes.at(-1)}, median ${sizes[sizes.length >> 1]} characters`,
  )
  expect(full.length).toBeGreaterThan(40)
  expect(sizes[0]).toBeGreaterThan(104_000)
  expect(sizes.at(-1)).toBeLessThan(152_300)
  for (const page of full) {
    const before = page.indexOf('tgme_widget_message_wrap')
    expect(before).toBeGreaterThan(13_000)
    expect(before).toBeLessThan(18_000)
  }
})

test('a name without a preview is redirected with an empty body', () => {
  for (const name of ['nopreview_demo', 'nosuch_demo', 'x', '1st_demo', '%3Cb%3E']) {
    const reply = handler.answer(new URL(`https://t.me/s/${name}?q=demo`), plainGet)
    expect(reply).toMatchObject({ status: 302, body: '', headers: { location: `https://t.me/${name}` } })
  }
})

test('about one name in forty has its preview switched off, depending on the seed', () => {
  const many = Array.from({ length: 4000 }, (_, at) => channelKind(`some_name_${at}`, seed))
  const closed = many.filter((standing) => standing === 'no-preview').length
  expect(closed).toBeGreaterThan(60)
  expect(closed).toBeLessThan(140)
})

test('blocks have the structure of section 4', () => {
  const some = names.slice(0, 30)
  const tree = load(some.flatMap((name) => walkBack(`/s/${name}`)).join(''))
  const posts = some.flatMap((name) => corpus.postsOf(name))
  const count = (selector: string): number => tree(selector).length
  expect(count('.tgme_widget_message_wrap > .tgme_widget_message[data-post][data-view]')).toBe(posts.length)
  const doubled = count('.js-message_text > .js-message_text')
  expect(doubled).toBe(posts.filter((post) => post.ids.length > 1 && post.body.length > 0).length)
  expect(doubled).toBeGreaterThan(5)
  expect(count('.tgme_widget_message_date time[datetime$="+00:00"]')).toBe(posts.length)
  expect(count('.tgme_widget_message_bubble .tgme_widget_message_inline_keyboard')).toBe(0)
  expect(count('.tgme_widget_message > .tgme_widget_message_inline_keyboard a.url_button[onclick]')).toBeGreaterThan(10)
  expect(count('.service_message .tgme_widget_message_views')).toBe(0)
  for (const selector of [
    'a.tgme_widget_message_forwarded_from_name',
    'span.tgme_widget_message_forwarded_from_name',
    '.tgme_widget_message_reply .js-message_reply_text',
    '.tgme_widget_message_link_preview .link_preview_title',
    'a.tgme_widget_message_document_wrap .tgme_widget_message_document_title',
    '.media_not_supported_cont .message_media_not_supported_label',
    '.tgme_widget_message_grouped_wrap a.grouped_media_wrap[href$="?single"]',
    '.tgme_widget_message_poll .tgme_widget_message_poll_option_text',
    '.js-message_text tg-emoji > i.emoji > b',
    '.js-message_text a[href^="?q=%23"]',
    '.js-message_text blockquote',
  ]) {
    expect([selector, count(selector) > 0]).toEqual([selector, true])
  }
})

test('text survives the markup: what a browser would show is what the corpus says', () => {
  for (const name of names.slice(0, 10)) {
    for (const page of walkBack(`/s/${name}`)) {
      const tree = load(page.replaceAll('<br/>', '\n'))
      for (const post of corpus.postsOf(name).filter((one) => idsOn(page).includes(one.ids[0] ?? 0))) {
        const shown = tree(`[data-post="${name}/${post.ids[0]}"] .js-message_text`).last().text()
        expect(shown).toBe(post.text.replaceAll('\ufe0f', ''))
      }
    }
  }
})

test('paging back by the printed cursor shows every post exactly once', () => {
  let walked = 0
  for (const name of names) {
    const pages = walkBack(`/s/${name}`)
    const seen = pages.flatMap(idsOn).sort((a, b) => a - b)
    expect(seen).toEqual(corpus.postsOf(name).map((post) => post.ids[0]))
    walked += pages.length
  }
  console.info(`${walked} pages of ${names.length} channels walked back`)
})

test('the newest page links back and not forward, a page in between links both ways, the oldest not back', () => {
  const [newest = '', middle = '', ...rest] = walkBack('/s/demo_share')
  const oldest = rest.at(-1) ?? ''
  const ids = corpus.postsOf('demo_share').flatMap((post) => [...post.ids])
  const smallest = idsOn(newest)[0]
  expect(newest).toContain(`<link rel="prev" href="/s/demo_share?before=${smallest}">`)
  expect(newest).toContain(`<link rel="canonical" href="/s/demo_share?before=${(ids.at(-1) ?? 0) + 1}">`)
  expect(newest).not.toContain('rel="next"')
  expect(cursor(newest, 'after')).toBeUndefined()
  expect(middle).toContain(`<link rel="prev" href="/s/demo_share?before=${idsOn(middle)[0]}">`)
  expect(middle).toContain(`<link rel="next" href="/s/demo_share?after=${cursor(middle, 'after')}">`)
  expect(oldest).not.toContain('rel="prev"')
  expect(cursor(oldest, 'before')).toBeUndefined()
  const tree = load(middle)
  expect(tree('.js-message_history').children().first().find('a').attr('data-before')).toBe(String(idsOn(middle)[0]))
  expect(tree('.js-message_history').children().last().find('a').attr('data-after')).toBeDefined()
})

test('a search finds text, hashtags and preview titles in any letter case, and all its words must occur', () => {
  let found = 0
  for (const name of names) {
    const hits = walkBack(`/s/${name}?q=LANTERN`).flatMap(idsOn)
    const meant = corpus.postsOf(name).filter((post) => {
      return !post.service && `${post.text}\n${post.preview?.title}`.toLowerCase().includes('lantern')
    })
    expect(hits.sort((x, y) => x - y)).toEqual(meant.map((post) => post.ids[0]))
    found += meant.length
  }
  expect(found).toBeGreaterThan(20)
  const texts = corpus.postsOf('demo_share').filter((post) => !post.service)
  const both = walkBack(`/s/demo_share?q=${encodeURIComponent('描述 夸克')}`).flatMap(idsOn)
  expect(both.sort((a, b) => a - b)).toEqual(
    texts.filter((post) => post.text.includes('描述') && post.text.includes('夸克')).map((post) => post.ids[0]),
  )
  const titled = names.flatMap((name) => corpus.postsOf(name).filter((post) => post.preview?.title.includes('_免费')))
  expect(titled.length).toBeGreaterThan(0)
  expect(names.some((name) => idsOn(ask(`/s/${name}?q=${encodeURIComponent('_免费')}`)).length > 0)).toBe(true)
})

test('q=%23tag finds the whole hashtag only, and a parameter named search is ignored', () => {
  const tagged = corpus.postsOf('demo_share').filter((post) => post.tags.includes('分享'))
  const found = walkBack(`/s/demo_share?q=${encodeURIComponent('#分享')}`).flatMap(idsOn)
  expect(found.sort((a, b) => a - b)).toEqual(tagged.map((post) => post.ids[0]))
  expect(idsOn(ask(`/s/demo_share?q=${encodeURIComponent('#分')}`))).toEqual([])
  expect(ask('/s/demo_share?search=zzzzzz')).toBe(ask('/s/demo_share'))
})

test('a search page says so: value, cursors with q, and marks in text but not inside the text of URL anchors', () => {
  const q = encodeURIComponent('夸克')
  const [page = ''] = walkBack(`/s/demo_share?q=${q}`)
  const tree = load(page)
  expect(tree('form.tgme_header_search_form input').attr('value')).toBe('夸克')
  expect(page).toMatch(new RegExp(`<link rel="canonical" href="/s/demo_share\\?q=${q}&amp;before=\\d+">`))
  expect(tree('.js-message_text mark.highlight').first().text()).toBe('夸克')
  const pan = load(ask('/s/demo_share?q=pan'))
  expect(pan('.tgme_widget_message').length).toBeGreaterThan(5)
  expect(pan('a[target="_blank"]:not([onclick]) mark')).toHaveLength(0)
  const previews = names.map(
    (name) => load(ask(`/s/${name}?q=${encodeURIComponent('_免费')}`))('.link_preview_title mark.highlight').length,
  )
  expect(Math.max(...previews)).toBeGreaterThan(0)
  expect(ask('/s/demo_share')).not.toContain('<mark')
})

test('trap 6: a mark may stand inside an address that is plain text', () => {
  const words = ['lantern', 'paper', '纸鹤', '灯塔'].map(encodeURIComponent)
  const pages = names.flatMap((name) => words.map((word) => ask(`/s/${name}?q=${word}`)))
  expect(pages.some((page) => /(ed2k|magnet):[^<]*<mark/.test(page))).toBe(true)
})

test('a search without hits holds one sentence and no cursors', () => {
  const page = ask('/s/demo_share?q=zzzzzz')
  const tree = load(page)
  expect(tree('.js-message_history .tme_no_messages_found').text()).toBe('No posts found')
  expect(idsOn(page)).toEqual([])
  expect(page).not.toMatch(/rel="(prev|next|canonical)"/)
  expect(tree('.tgme_channel_info')).toHaveLength(1)
})
