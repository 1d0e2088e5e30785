// Tests paging through a mock channel: cursors, searches, marks, and empty pages (telegram.md section 2).
import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { createWalk, cursor, idsOn } from '../../test/kit/standin.ts'
import { createCorpus, defaultNow } from '../corpus/corpus.ts'
import { channelKind, createTelegram } from './handler.ts'

const seed = 1
const handler = createTelegram(seed, defaultNow)
const corpus = createCorpus(seed, defaultNow)
const { ask, walkBack } = createWalk(handler)
const names = Array.from({ length: 60 }, (_, at) => `channel_${at}`).filter(
  (name) => channelKind(name, seed) === 'preview',
)

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

test('paging forward from the oldest page shows every post exactly once', () => {
  const seen: number[] = []
  let after: number | undefined = 0
  while (after !== undefined && seen.length < 200) {
    const page = ask(`/s/demo_share?after=${after}`)
    seen.push(...idsOn(page))
    after = cursor(page, 'after')
  }
  expect(seen).toEqual(corpus.postsOf('demo_share').map((post) => post.ids[0]))
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

test('before=1 is a page with an empty section', () => {
  const tree = load(ask('/s/demo_share?before=1'))
  expect(tree('.tgme_channel_info')).toHaveLength(1)
  expect(tree('.js-message_history').text().trim()).toBe('')
})
