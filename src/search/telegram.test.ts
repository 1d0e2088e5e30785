// A channel as a source: its requests and results.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeAsking, makeSite, wholeReply } from '../../test/kit/site-io.ts'
import { failureOf } from '../../test/kit/wire.ts'
import { channelPage, telegramChannel } from './telegram.ts'

const fixtures = new URL('../../fixtures/search/telegram/', import.meta.url)
const channel = telegramChannel('demo_share')

test('an ask is one exchange that looks like a browser', async () => {
  const { ask, asked } = makeAsking(channel, () => readFileSync(new URL('no-hits.html', fixtures), 'utf8'))
  expect((await ask({}, { kw: 'a&b=c #纸鹤' })).posts).toEqual([])
  expect(asked.map(({ url }) => url.href)).toEqual(['https://t.me/s/demo_share?q=a%26b%3Dc%20%23%E7%BA%B8%E9%B9%A4'])
  expect(asked[0]?.headers).toMatchObject({
    'user-agent': expect.stringContaining('Mozilla/5.0'),
    accept: expect.stringContaining('text/html'),
  })
})

test('a redirect is reported as a missing preview, and any other failure as it is', async () => {
  const to = 'https://t.me/demo_share'
  const redirect = wholeReply({ status: 302, headers: { location: to } })
  expect(await failureOf(makeAsking(channel, () => redirect).ask())).toMatchObject({
    kind: 'mismatch',
    message: expect.stringContaining(to),
    reason: { code: 'no_preview' },
  })
  expect(await failureOf(makeAsking(channel, () => 503).ask())).toMatchObject({ kind: 'unavailable', status: 503 })
})

test('a channel has its id, its page and its limits, and answers are cached per keyword', () => {
  expect(channel).toMatchObject({ id: 'tg:demo_share', home: 'https://t.me/s/demo_share' })
  expect(channel.limits).toEqual({ parallel: 128, attempts: 2, askMs: 4000, redirects: 0, bodyBytes: 2 * 1024 * 1024 })
  expect(channel.keyOf?.({ kw: '纸鹤', ext: { title_en: 'crane' } })).toBe('纸鹤')
})

test('the posts of the page of a channel are the same after JSON; an item with another time is invalid', async () => {
  const source = channelPage('demo_share')
  const { begin, asked } = makeSite(() => readFileSync(new URL('page.html', fixtures), 'utf8'))
  const posts = await source.ask({}, begin().io)
  expect(asked.map(({ url }) => url.href)).toEqual(['https://t.me/s/demo_share?q='])
  expect(posts.at(-1)).toEqual({ text: expect.stringMatching(/./), at: Date.parse('2026-05-04T22:59:59Z') })
  expect(JSON.parse(JSON.stringify(posts))).toEqual(posts)
  expect(posts.every((post) => source.isItem?.(post))).toBe(true)
  expect(source.isItem?.({ ...posts[0], at: '2026-05-04T22:59:59Z' })).toBe(false)
})
