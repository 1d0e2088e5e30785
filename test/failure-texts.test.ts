// Tests that failure messages are short for any reply within the byte limits.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { lenientArray } from '../src/parsing/lenient-schemas.ts'
import { telegramChannel } from '../src/search/telegram.ts'
import { UpstreamError } from '../src/upstream/errors.ts'
import type { Io, Source } from '../src/upstream/source.ts'
import { createSourceStatistics } from '../src/upstream/stats/source-statistics.ts'
import { maxCharacters } from '../src/upstream/text-limits.ts'
import { replay } from './kit/replay.ts'

const url = 'https://a.test/'
const reply = { method: 'GET' as const, sent: {}, status: 200, headers: {} }
const now = '2026-11-20T00:00:00Z'
const long = 'x\u202e\u009b'.repeat(300_000)

function reading(id: string, ask: (io: Io) => Promise<unknown>): Source<null, unknown> {
  return { id, home: url, ask: async (_query, io) => [await ask(io)] }
}

const sources = [
  reading('json', (io) => io.json(url, z.strictObject({ a: z.literal('b') }))),
  reading('rows', (io) => io.json(url, lenientArray(z.strictObject({ a: z.string() })))),
  reading('html', async (io) => {
    const page = await io.html(url)
    throw new UpstreamError('mismatch', `a page that says ${page.text()}`)
  }),
  reading('feed', (io) => io.feed(url)),
  reading('copy', (io) =>
    io.copy({
      url,
      everyMs: 1,
      read: (bytes) => {
        throw new UpstreamError('mismatch', Buffer.from(bytes).toString())
      },
    }),
  ),
]

const bodies = [
  `<${long}/>`,
  `<${long.replaceAll(/[^x]/g, '')}/>`,
  `<a ${long}="${long}">${long}</a>`,
  `<rss><${long}></rss>`,
  `<title>${long}</title>`,
  JSON.stringify({ [long]: long }),
  JSON.stringify([{ [long]: long }]),
  JSON.stringify({ a: long, version: long }),
  long,
]

it.each(sources.map((source) => [source.id, source] as const))('by a reply read as %s', async (_id, source) => {
  const reported = await Promise.all(
    bodies.map(async (body) => {
      const { outcome, surprises } = await replay(source, null, { now }, [{ ...reply, url, body: Buffer.from(body) }])
      expect(surprises.length).toBe(0)
      return outcome.failure?.detail ?? ''
    }),
  )
  expect(reported.filter((detail) => detail !== '').length).toBeGreaterThanOrEqual(bodies.length - 1)
  expect(Math.max(...reported.map((detail) => detail.length))).toBeLessThanOrEqual(maxCharacters.failureText)
  expect(reported.filter((detail) => /[\p{Cc}\u202e]/u.test(detail))).toEqual([])
})

it('by a page in the place of a Telegram channel', async () => {
  const channel = telegramChannel('demo')
  const body = Buffer.from(`<html><head><title>${long.slice(0, 100_000)}</title></head></html>`)
  const exchange = { ...reply, url: 'https://t.me/s/demo?q=a', body }
  const { outcome } = await replay(channel, { kw: 'a', ext: {} }, { now }, [exchange])
  const detail = outcome.failure?.detail ?? ''
  expect(detail).toContain('a page with none of its markup')
  expect(detail.length).toBeLessThanOrEqual(maxCharacters.failureText)
  expect(detail).not.toMatch(/[\p{Cc}\u202e]/u)
})

it('and failures that an older version has stored are cut when they are read', () => {
  const detail = `it is \u009b${'x'.repeat(1_000_000)}`
  const at = Date.parse(now)
  const failure = { source: 'a', kind: 'mismatch', detail, at }
  const tally = { asks: 1, good: 0, tookMs: 0, timed: 0, lastFailure: failure, kinds: { mismatch: 1 }, recent: [false] }
  const statistics = createSourceStatistics(() => at)
  statistics.load(JSON.stringify({ tallies: [['a', tally]], failures: [failure, failure] }))
  const reported = [...statistics.failures().map((one) => one.detail), statistics.of('a')?.lastFailure?.detail ?? '']
  expect(reported.map((one) => one.length)).toEqual([300, 300, 300])
  expect(statistics.serialize().length).toBeLessThan(2_000)
})
