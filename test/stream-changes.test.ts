// Tests that a stream with details, read to its end, gives the links of the answer, in whatever order sources and the archive answer.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CollectedLink, createLinkCollector } from '../client/link-collector.ts'
import { createWorkCollector } from '../client/work-collector.ts'
import { searchRequest, searchResponse } from '../src/contract/search.ts'
import { streamEvents } from '../src/contract/search-events.ts'
import { createArchive } from '../src/search/archive/archive.ts'
import { serializeEvent } from '../src/search/pipeline/answer.ts'
import type { ParsedPost } from '../src/search/posts/parse-post.ts'
import { createMemoryArchive } from './kit/archive.ts'
import { caseCount } from './kit/case-count.ts'
import { seeded } from './kit/clocks.ts'
import { answerText, day, now, result, searchOver } from './kit/searching.ts'

// Changes of links and works are joined in time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Longer than changes wait for others. */
const longPauseMs = 10_000

const channels = ['gamma', 'alpha', 'delta', 'beta', 'zeta', 'epsilon']
const shares = ['pan.quark.cn/s/0a1b2c3d4e5', 'pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTu', 'www.alipan.com/s/aBcDeFgHiJ']

/** Of films, series and books. More of them change which of the others are one work. */
const titles = [
  '纸鹤与灯塔',
  '纸鹤 4K',
  '周更\n纸鹤',
  '纸鹤 2019 1080P',
  '纸鹤 2021 WEB-DL',
  '纸鹤 第二季 全12集',
  '纸鹤 EPUB',
]

/** Posts with the same few shares, under different titles, times, pictures, and access codes. */
function postsOf(chance: () => number): Map<string, ParsedPost[]> {
  const one = <Value>(values: readonly Value[]) => values[Math.floor(chance() * values.length)] as Value
  const share = () => `https://${one(shares)}${one(['e', 'f'])}${one(['', '', ' 提取码：k3m9', '?pwd=a1b2'])}`
  const postOf = (source: string, at: number) => {
    const lines = [one(titles), ...Array.from({ length: 1 + at }, share)]
    const images = one([[], ['https://cdn.example.org/a.jpg'], [`https://cdn.example.org/${source}.jpg`]])
    const posted = chance() < 0.9 ? { at: day(1 + Math.floor(chance() * 9)) } : {}
    return result(source, lines.join('\n'), { id: `${at}`, images, ...posted })
  }
  return new Map(channels.map((name) => [name, [0, 1].map((at) => postOf(`tg:${name}`, at))]))
}

/** A search of sources that answer in this order after pauses, of which the archive knows these posts. */
function searchOf(
  posts: ReadonlyMap<string, readonly ParsedPost[]>,
  archived: ParsedPost[],
  order: readonly string[],
  pause: () => Promise<unknown>,
) {
  const archive = createArchive({ shelf: createMemoryArchive(), epochMs: () => now })
  archive.store(archived)
  const outcomes = order.map((name) => [
    `tg:${name}`,
    { state: 'fresh', items: posts.get(name), at: new Date(now), tookMs: 1 },
  ])
  return searchOver(Object.fromEntries(outcomes), { archive }, pause)
}

function byKey(links: readonly CollectedLink[]) {
  return new Map(links.map((link) => [link.key, link]))
}

/** A search with these fields, of which sources and archive have random posts and answer in random order. */
function randomSearch(seed: number) {
  const chance = seeded(seed)
  const posts = postsOf(chance)
  const archived = [...posts.values()].flat().filter(() => chance() < 0.3)
  const order = channels.map((name) => ({ name, at: chance() })).toSorted((one, other) => one.at - other.at)
  const responding = order.filter(() => chance() < 0.8).map(({ name }) => name)
  const returned = new Set(
    responding.flatMap((name) => posts.get(name) ?? []).flatMap(({ links }) => links.map(({ share }) => share.key)),
  )
  const pause = () => vi.advanceTimersByTimeAsync(chance() < 0.5 ? longPauseMs : 0)
  return { search: searchOf(posts, archived, responding, pause), returned }
}

it('the links after all events are those of the answer', async () => {
  const request = searchRequest.parse({ kw: '纸鹤', ext: { details: true } })
  const { signal } = new AbortController()
  let repeated = 0
  for (let seed = 1; seed <= caseCount(300); seed += 1) {
    const { search, returned } = randomSearch(seed)
    const streamed = createLinkCollector()
    for await (const event of search.events(request, signal)) {
      if (event.event !== 'links') continue
      const data = streamEvents.links.parse(JSON.parse(serializeEvent(event)))
      repeated += Object.values(data.merged_by_type).flat().length
      streamed.add(data)
    }
    repeated -= streamed.count()
    const answered = createLinkCollector()
    const { data } = (await search.answer(request, signal)).body
    if ('merged_by_type' in data) answered.add({ merged_by_type: data.merged_by_type })
    const expected = answered.links().map((link) => ({ ...link, isFromArchive: !returned.has(link.key) }))
    expect(byKey(streamed.links()), `seed ${seed}`).toEqual(byKey(expected))
  }
  expect(repeated).toBeGreaterThan(caseCount(300))
})

it('the works after all events are those of the answer', async () => {
  const request = searchRequest.parse({ kw: '纸鹤', res: 'works' })
  const { signal } = new AbortController()
  let moves = 0
  for (let seed = 1; seed <= caseCount(300); seed += 1) {
    const { search, returned } = randomSearch(seed)
    const streamed = createWorkCollector()
    for await (const event of search.events(request, signal)) {
      expect(event.event).not.toBe('links')
      if (event.event !== 'works') continue
      const text = serializeEvent(event)
      moves += Object.keys(streamEvents.works.parse(JSON.parse(text)).moved ?? {}).length
      streamed.add(JSON.parse(text))
    }
    const { body } = await search.answer(request, signal)
    const text = answerText(body)
    const { data } = searchResponse.parse(JSON.parse(text))
    const answered = createWorkCollector()
    answered.add({ works: JSON.parse(text).data.works })
    const expected = answered.works().map((work) => ({
      ...work,
      links: work.links.map((link) => ({ ...link, isFromArchive: !returned.has(link.key) })),
    }))
    expect(streamed.works(), `seed ${seed}`).toEqual(expected)
    expect(streamed.count()).toBe(data.total)
  }
  expect(moves).toBeGreaterThan(caseCount(300) / 10)
})

it('a work is sent again as a whole when it has changed, and others are not', async () => {
  const posts = new Map([
    ['alpha', [result('tg:alpha', '纸鹤 2019 4K\nhttps://pan.quark.cn/s/0a1b2c3d4e51', { id: '1', at: day(3) })]],
    ['beta', [result('tg:beta', '纸鹤 EPUB\nhttps://pan.quark.cn/s/0a1b2c3d4e52', { id: '1', at: day(3) })]],
    ['gamma', [result('tg:gamma', '纸鹤 2019 720P\nhttps://pan.quark.cn/s/0a1b2c3d4e53', { id: '1', at: day(3) })]],
    ['delta', [result('tg:delta', '纸鹤 EPUB\nhttps://pan.quark.cn/s/0a1b2c3d4e52', { id: '1', at: day(4) })]],
  ])
  const search = searchOf(posts, [], [...posts.keys()], () => vi.advanceTimersByTimeAsync(longPauseMs))
  const sent: string[][] = []
  for await (const event of search.events(searchRequest.parse({ kw: '纸鹤', res: 'works' }), AbortSignal.any([])))
    if (event.event === 'works') sent.push(event.data.works.map(({ kind, links }) => `${kind} ${links.length}`))
  expect(sent).toEqual([['movie 1'], ['book 1'], ['movie 2'], ['book 1'], []])
})

it('links of works have their pictures in the last event only', async () => {
  const images = ['https://cdn.example.org/a.jpg']
  const post = result('tg:alpha', `纸鹤 2019 4K\nhttps://pan.quark.cn/s/0a1b2c3d4e51`, { id: '1', at: day(3), images })
  const search = searchOf(new Map([['alpha', [post]]]), [], ['alpha'], () => vi.advanceTimersByTimeAsync(longPauseMs))
  const sent: unknown[] = []
  for await (const event of search.events(searchRequest.parse({ kw: '纸鹤', res: 'works' }), AbortSignal.any([])))
    if (event.event === 'works') sent.push(event.data.works.map((work) => [work.images, work.links[0]?.images]))
  expect(sent).toEqual([[[images, []]], [[images, images]]])
})

it('works with many links are sent again less often: after an event one link more adds a millisecond to the pause', async () => {
  const posts = new Map(
    channels.map((name, at) => {
      const shares = Array.from({ length: 300 }, (_, index) => `https://pan.quark.cn/s/0a1b2c3d${at}${1_000 + index}`)
      return [
        name,
        shares.map((share, id) => result(`tg:${name}`, `纸鹤 2019 4K\n${share}`, { id: `${id}`, at: day(3) })),
      ]
    }),
  )
  // Sources answer every 299 ms: the pause of 250 ms is over then, that of the 300 links of the first is not.
  const search = searchOf(posts, [], channels.slice(0, 4), () => vi.advanceTimersByTimeAsync(299))
  const sent: number[] = []
  for await (const event of search.events(searchRequest.parse({ kw: '纸鹤', res: 'works' }), AbortSignal.any([])))
    if (event.event === 'works') sent.push(event.data.works.reduce((sum, { links }) => sum + links.length, 0))
  expect(sent).toEqual([300, 600, 1_200])
})

it('joins what sources bring in quick succession in one event, and sends the first at once', async () => {
  const posts = new Map(
    channels.map((name, at) => [
      name,
      [result(`tg:${name}`, `纸鹤 2019 4K\nhttps://pan.quark.cn/s/0a1b2c3d4e5${at}`, { id: '1', at: day(3) })],
    ]),
  )
  let answered = 0
  const pause = () => vi.advanceTimersByTimeAsync(answered++ === 3 ? longPauseMs : 0)
  for (const fields of [{ res: 'works' }, { ext: { details: true } }]) {
    answered = 0
    const events: string[] = []
    const search = searchOf(posts, [], channels, pause)
    for await (const { event } of search.events(searchRequest.parse({ kw: '纸鹤', ...fields }), AbortSignal.any([])))
      events.push(event)
    const changes = fields.res ?? 'links'
    const afterPause = ['source', changes, 'source', 'source', changes]
    expect(events).toEqual(['start', 'source', changes, 'source', 'source', changes, ...afterPause, 'end'])
  }
})
