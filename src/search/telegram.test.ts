// A channel as a source: its requests and results.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { UpstreamError } from '../upstream/errors.ts'
import type { Init, Io } from '../upstream/source.ts'
import type { SearchQuery } from './plugin.ts'
import { telegramChannel } from './telegram.ts'

const fixtures = new URL('../../fixtures/search/telegram/', import.meta.url)
const fixture = JSON.parse(readFileSync(new URL('fixture.json', fixtures), 'utf8'))

function refuse(): never {
  throw new Error('only bytes are expected to be asked for')
}

const refusing = {
  text: refuse,
  json: refuse,
  html: refuse,
  feed: refuse,
  cookies: refuse,
  firstOf: refuse,
  some: refuse,
  location: refuse,
  remembered: refuse,
  copy: refuse,
}

/** An io that knows one answer and writes down what it was asked. */
function ioOf(answer: () => Uint8Array): { io: Io; asked: { url: string; init: Init | undefined }[] } {
  const asked: { url: string; init: Init | undefined }[] = []
  const bytes = (url: string, init?: Init): Promise<Uint8Array> => {
    asked.push({ url, init })
    return Promise.resolve().then(answer)
  }
  return { asked, io: { ...refusing, bytes, now: new Date(fixture.now) } }
}

function query(kw: string): SearchQuery {
  return { kw, ext: {} }
}

test('an ask is one exchange that looks like a browser', async () => {
  const { io, asked } = ioOf(() => readFileSync(new URL('no-hits.html', fixtures)))
  expect(await telegramChannel('demo_share').ask(query('a&b=c #纸鹤'), io)).toEqual([])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.url).toBe('https://t.me/s/demo_share?q=a%26b%3Dc%20%23%E7%BA%B8%E9%B9%A4')
  expect(asked[0]?.init).toMatchObject({
    headers: { 'user-agent': expect.stringContaining('Mozilla/5.0'), accept: expect.stringContaining('text/html') },
  })
})

test('what the runtime throws passes through untouched', async () => {
  const failure = new UpstreamError('mismatch', 'redirected to https://t.me/demo_share')
  const { io } = ioOf(() => {
    throw failure
  })
  await expect(telegramChannel('demo_share').ask(query('x'), io)).rejects.toBe(failure)
})

test('a redirect is reported as a missing preview', async () => {
  const to = 'https://t.me/demo_share'
  const { io } = ioOf(() => {
    throw new UpstreamError('mismatch', `redirected to ${to}`, { reason: { code: 'redirected', to } })
  })
  await expect(telegramChannel('demo_share').ask(query('x'), io)).rejects.toMatchObject({
    kind: 'mismatch',
    message: `redirected to ${to}`,
    reason: { code: 'no_preview' },
  })
})

test('a channel has its id, its page and its limits, and answers are cached per keyword', () => {
  const source = telegramChannel('demo_share')
  expect(source).toMatchObject({ id: 'tg:demo_share', home: 'https://t.me/s/demo_share' })
  expect(source.limits).toEqual({ parallel: 128, attempts: 2, askMs: 4000, redirects: 0, bodyBytes: 2 * 1024 * 1024 })
  expect(source.keyOf?.({ kw: '纸鹤', ext: { title_en: 'crane' } })).toBe('纸鹤')
})
