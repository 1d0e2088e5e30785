// Tests every source with its fixture; a new source needs one file and one fixture.
import { describe, expect, it } from 'vitest'
import { loadPlugins } from '../src/search/load-plugins.ts'
import type { SearchSource } from '../src/search/plugin.ts'
import { limitPost, withParsedPosts } from '../src/search/posts/parse-post.ts'
import { telegramChannel } from '../src/search/telegram.ts'
import { type Fixture, readFixtures } from './kit/fixtures.ts'
import { challenge, replay, withBodies } from './kit/replay.ts'

const plugins = await loadPlugins({}, {}, { info: () => undefined, warn: () => undefined })
const fixtures = readFixtures('search')

function sourceOf({ source }: Fixture): SearchSource {
  const [kind, name = ''] = source.split(':')
  const found = kind === 'tg' ? telegramChannel(name) : plugins.get(name)
  if (!found) throw new Error(`no source is called ${source}`)
  return found
}

/** Asks the fixture's source once over the given exchanges. */
function asked(fixture: Fixture, exchanges: Fixture['exchanges']) {
  return replay(sourceOf(fixture), fixture.query, fixture, exchanges)
}

it('every plugin has a fixture', () => {
  const covered = new Set(fixtures.map(({ source }) => source))
  expect([...plugins.values()].flatMap(({ id }) => (covered.has(id) ? [] : [id]))).toEqual([])
})

describe.each(fixtures.map((fixture) => [fixture.source, fixture] as const))('%s', (_source, fixture) => {
  it('reads the expected items from its exchanges, and asks for nothing else', async () => {
    const { outcome, strays } = await asked(fixture, fixture.exchanges)
    expect(strays).toEqual([])
    expect(outcome.state).toBe('fresh')
    const items = 'items' in outcome ? outcome.items : []
    expect(items.length).toBeGreaterThan(0)
    expect(JSON.parse(JSON.stringify(items))).toEqual(fixture.expected)
  })

  it('gives what is believed after a restart, when it was kept on disk', async () => {
    const source = withParsedPosts(sourceOf(fixture))
    const { outcome } = await replay(source, fixture.query, fixture, fixture.exchanges)
    const stored: unknown[] = JSON.parse(JSON.stringify('items' in outcome ? outcome.items : []))
    expect(stored.filter((item) => !source.isItem?.(item))).toEqual([])
    expect(source.isTooMuch?.(stored)).toBe(false)
  })

  it('gives posts that are within the bounds of posts', async () => {
    const { outcome } = await asked(fixture, fixture.exchanges)
    const posts = 'items' in outcome ? outcome.items : []
    expect(posts.map(limitPost)).toEqual(posts)
  })

  it('ends as a mismatch on an empty body', async () => {
    const { outcome, surprises } = await asked(
      fixture,
      withBodies(fixture, () => new Uint8Array()),
    )
    expect(outcome).toMatchObject({ state: 'failed', failure: { kind: 'mismatch' } })
    expect(surprises).toEqual([])
  })

  it('ends as blocked on a challenge page', async () => {
    // Bot protections reply with HTML to any request.
    const pages = withBodies(fixture, () => challenge)
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const { outcome } = await asked(
      fixture,
      pages.map((page) => ({ ...page, headers: html })),
    )
    expect(outcome).toMatchObject({ state: 'failed', failure: { kind: 'blocked' } })
  })

  it('ends as a mismatch or as an answer on half an answer, wherever it is cut', async () => {
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const cut = (body: Uint8Array) => body.subarray(0, Math.floor(body.length * share))
      const { outcome, surprises } = await asked(fixture, withBodies(fixture, cut))
      const received = outcome.state === 'failed' ? outcome.failure.kind : outcome.state
      expect(['mismatch', 'fresh']).toContain(received)
      expect(surprises).toEqual([])
    }
  })
})
