// Tests the t.me mock: page size, structure, and responses without a preview (telegram.md sections 3 to 6).
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { createWalk, idsOn } from '../../test/kit/standin.ts'
import { createCorpus, defaultNow } from '../corpus/corpus.ts'
import { plainGet } from '../mock-response.ts'
import { channelKind, createTelegram } from './handler.ts'

const seed = 1
const handler = createTelegram(seed, defaultNow)
const corpus = createCorpus(seed, defaultNow)
const { walkBack } = createWalk(handler)
const names = Array.from({ length: 60 }, (_, at) => `channel_${at}`).filter(
  (name) => channelKind(name, seed) === 'preview',
)

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

test('no page has more than 20 blocks, and some have fewer because of albums', () => {
  const counts = allPages.map((page) => idsOn(page).length)
  expect(Math.max(...counts)).toBe(20)
  expect(counts).toContain(17)
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

test('the same seed gives the same bytes, another seed gives others', () => {
  const again = createTelegram(seed, defaultNow)
  const other = createTelegram(2, defaultNow)
  const url = new URL('https://t.me/s/demo_share?q=demo')
  expect(again.answer(url, plainGet)).toEqual(handler.answer(url, plainGet))
  expect(other.answer(url, plainGet).body).not.toBe(handler.answer(url, plainGet).body)
})
