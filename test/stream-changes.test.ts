// Tests that a stream with details, read to its end, gives the links of the answer, in whatever order sources and the archive answer.
import { expect, it } from 'vitest'
import { type CollectedLink, createLinkCollector } from '../client/link-collector.ts'
import { searchRequest } from '../src/contract/search.ts'
import { streamEvents } from '../src/contract/search-events.ts'
import { createArchive } from '../src/search/archive/archive.ts'
import { serializeEvent } from '../src/search/pipeline/answer.ts'
import type { ParsedPost } from '../src/search/posts/parse-post.ts'
import { makeArchiveShelf } from './kit/archive-shelf.ts'
import { caseCount } from './kit/case-count.ts'
import { day, result } from './kit/posts.ts'
import { now, searchOver } from './kit/searching.ts'
import { seeded } from './kit/seeded.ts'

const channels = ['gamma', 'alpha', 'delta', 'beta', 'zeta', 'epsilon']
const shares = ['pan.quark.cn/s/0a1b2c3d4e5', 'pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTu', 'www.alipan.com/s/aBcDeFgHiJ']

/** Posts with the same few shares, under different titles, times, pictures, and access codes. */
function postsOf(chance: () => number): Map<string, ParsedPost[]> {
  const one = <Value>(values: readonly Value[]) => values[Math.floor(chance() * values.length)] as Value
  const share = () => `https://${one(shares)}${one(['e', 'f'])}${one(['', '', ' 提取码：k3m9', '?pwd=a1b2'])}`
  const postOf = (source: string, at: number) => {
    const lines = [one(['纸鹤与灯塔', '纸鹤 4K', '周更\n纸鹤']), ...Array.from({ length: 1 + at }, share)]
    const images = one([[], ['https://cdn.example.org/a.jpg'], [`https://cdn.example.org/${source}.jpg`]])
    const posted = chance() < 0.9 ? { at: day(1 + Math.floor(chance() * 9)) } : {}
    return result(source, lines.join('\n'), { id: `${at}`, images, ...posted })
  }
  return new Map(channels.map((name) => [name, [0, 1].map((at) => postOf(`tg:${name}`, at))]))
}

/** A search of sources that answer in this order, of which the archive knows these posts. */
function searchOf(posts: ReadonlyMap<string, readonly ParsedPost[]>, archived: ParsedPost[], order: readonly string[]) {
  const archive = createArchive({ shelf: makeArchiveShelf(), epochMs: () => now })
  archive.store(archived)
  const outcomes = order.map((name) => [
    `tg:${name}`,
    { state: 'fresh', items: posts.get(name), at: new Date(now), tookMs: 1 },
  ])
  return searchOver(Object.fromEntries(outcomes), { archive })
}

function byKey(links: readonly CollectedLink[]) {
  return new Map(links.map((link) => [link.key, link]))
}

it('the links after all events are those of the answer', async () => {
  const request = searchRequest.parse({ kw: '纸鹤', ext: { details: true } })
  const { signal } = new AbortController()
  let changes = 0
  for (let seed = 1; seed <= caseCount(300); seed += 1) {
    const chance = seeded(seed)
    const posts = postsOf(chance)
    const archived = [...posts.values()].flat().filter(() => chance() < 0.3)
    const order = channels.map((name) => ({ name, at: chance() })).toSorted((one, other) => one.at - other.at)
    const responding = order.filter(() => chance() < 0.8).map(({ name }) => name)
    const search = searchOf(posts, archived, responding)
    const streamed = createLinkCollector()
    for await (const event of search.events(request, signal)) {
      if (event.event !== 'links') continue
      const data = streamEvents.links.parse(JSON.parse(serializeEvent(event)))
      changes += data.changed?.length ?? 0
      streamed.add(data)
    }
    const answered = createLinkCollector()
    const { data } = (await search.answer(request, signal)).body
    if ('merged_by_type' in data) answered.add({ merged_by_type: data.merged_by_type })
    const returned = new Set(
      responding.flatMap((name) => posts.get(name) ?? []).flatMap(({ links }) => links.map(({ share }) => share.key)),
    )
    const expected = answered.links().map((link) => ({ ...link, isFromArchive: !returned.has(link.key) }))
    expect(byKey(streamed.links()), `seed ${seed}`).toEqual(byKey(expected))
  }
  expect(changes).toBeGreaterThan(caseCount(300))
})
