// The search stream: events, their order, and links that are sent again.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryArchive } from '../../../test/kit/archive.ts'
import { ban, createTestBans } from '../../../test/kit/disk.ts'
import { baidu, day, foundAt, knownHealthOf, now, quark, result, searchOver } from '../../../test/kit/searching.ts'
import { searchRequest } from '../../contract/search.ts'
import { streamEvents } from '../../contract/search-events.ts'
import { createArchive } from '../archive/archive.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import type { SearchDeps } from '../search.ts'
import { type SearchEvent, serializeEvent } from './answer.ts'

type Told = { readonly [Name in string]: unknown }

/** Longer than changes wait for others. */
const longPauseMs = 10_000

/** Begins to search channels that come to these outcomes, in the order given, with fake timers after long pauses. */
function begin(
  outcomes: Readonly<Record<string, Told>>,
  own: Pick<SearchDeps, 'archive' | 'bans' | 'knownHealth'> = {},
  fields: Told = {},
) {
  const pause = async () => (vi.isFakeTimers() ? vi.advanceTimersByTimeAsync(longPauseMs) : undefined)
  const search = searchOver(outcomes, own, pause)
  return search.events(searchRequest.parse({ kw: '纸鹤', ...fields }), new AbortController().signal)
}

/** The whole of such a stream. */
async function streamOf(
  outcomes: Readonly<Record<string, Told>>,
  fields: Told = {},
  own: Pick<SearchDeps, 'archive' | 'knownHealth'> = {},
): Promise<SearchEvent[]> {
  const events: SearchEvent[] = []
  for await (const event of begin(outcomes, own, fields)) {
    streamEvents[event.event].parse(event.data)
    events.push(event)
  }
  return events
}

/** The data of its `links` events. */
function linksOf(events: readonly SearchEvent[]) {
  return events.flatMap((event) => (event.event === 'links' ? [event.data] : []))
}

function fresh(...items: ParsedPost[]): Told {
  return { state: 'fresh', items, at: new Date(now), tookMs: 120.4 }
}

function crane(source: string, text: string, at = day(3)): ParsedPost {
  return result(source, `纸鹤与灯塔\n${text}`, { id: '302', at })
}

describe('a stream', () => {
  it('begins with the sources, tells of each as it settles, and ends with how complete it is', async () => {
    const failure = { kind: 'timeout', detail: 'no answer in time' }
    const events = await streamOf({
      'tg:alpha': fresh(crane('tg:alpha', quark)),
      'tg:beta': { state: 'failed', failure, tookMs: 4_000 },
      'tg:gamma': { state: 'pending', isEarly: false, items: [] },
    })
    expect(events.map(({ event }) => event)).toEqual(['start', 'source', 'links', 'source', 'source', 'end'])
    expect(events[0]?.data).toEqual({ sources: ['tg:alpha', 'tg:beta', 'tg:gamma'] })
    expect(events[1]?.data).toEqual({ source: 'tg:alpha', state: 'fresh', took_ms: 120, count: 1 })
    expect(events[3]?.data).toEqual({ source: 'tg:beta', state: 'failed', took_ms: 4000, count: 0, failure })
    expect(events[4]?.data).toEqual({ source: 'tg:gamma', state: 'pending', took_ms: 0, count: 0 })
    expect(events[5]?.data).toMatchObject({
      complete: false,
      sources: { asked: 3, answered: 1, failed: 1, pending: 1 },
      took_ms: 0,
      warnings: [{ kind: 'source_failed', source: 'tg:beta' }, { kind: 'deadline_reached' }],
    })
  })

  it('tells of a link once, however many sources have it and however they spell it', async () => {
    const events = await streamOf({
      'tg:alpha': fresh(crane('tg:alpha', quark)),
      'tg:beta': fresh(crane('tg:beta', `${quark}#/list/share`, day(9)), crane('tg:beta', baidu)),
    })
    const links = linksOf(events)
    expect(links).toMatchObject([
      { merged_by_type: { quark: [{ url: quark, source: 'tg:alpha' }] } },
      { merged_by_type: { baidu: [{ url: baidu }] } },
    ])
    expect(links[1]?.merged_by_type).not.toHaveProperty('quark')
  })

  it('tells of a link again when its access code has become known, once, and which address that replaces', async () => {
    const events = await streamOf({
      'tg:alpha': fresh(crane('tg:alpha', baidu)),
      'tg:beta': fresh(crane('tg:beta', `${baidu} 提取码：k3m9`)),
      'tg:gamma': fresh(crane('tg:gamma', `${baidu}?pwd=k3m9`)),
    })
    expect(linksOf(events)).toEqual([
      { merged_by_type: { baidu: [expect.objectContaining({ url: baidu, password: '' })] } },
      {
        merged_by_type: { baidu: [expect.objectContaining({ url: `${baidu}?pwd=k3m9`, password: 'k3m9' })] },
        replaced: [baidu],
      },
    ])
  })

  it('tells of a link again when only its access code has become known, which its address does not have', async () => {
    const tianyi = 'https://cloud.189.cn/t/EfuMzuJ7vAfi'
    const events = await streamOf({
      'tg:alpha': fresh(crane('tg:alpha', tianyi)),
      'tg:beta': fresh(crane('tg:beta', `${tianyi} 访问码：k3m9`)),
    })
    const told = linksOf(events).map(({ merged_by_type }) => merged_by_type.tianyi)
    expect(told).toMatchObject([[{ url: tianyi, password: '' }], [{ url: tianyi, password: 'k3m9' }]])
  })

  it('has no changes and details unless they are wanted', async () => {
    const events = await streamOf({
      'tg:alpha': fresh(
        result('tg:alpha', `纸鹤\n${baidu}`, { at: day(3), images: ['https://cdn.example.org/a.jpg'] }),
      ),
      'tg:beta': fresh(crane('tg:beta', baidu)),
      'tg:gamma': fresh(result('tg:gamma', `纸鹤\n${baidu} 提取码：k3m9`, { at: day(2) })),
    })
    expect(events.filter(({ event }) => event === 'links').map(serializeEvent)).toEqual([
      `{"merged_by_type":{"baidu":[{"url":"${baidu}","password":"","note":"纸鹤","datetime":"2026-11-03T12:00:00Z","source":"tg:alpha","images":["https://cdn.example.org/a.jpg"]}]}}`,
      `{"merged_by_type":{"baidu":[{"url":"${baidu}?pwd=k3m9","password":"k3m9","note":"纸鹤","datetime":"2026-11-03T12:00:00Z","source":"tg:gamma","images":["https://cdn.example.org/a.jpg"]}]},"replaced":["${baidu}"]}`,
    ])
  })

  it('tells of results when they are wanted', async () => {
    const outcomes = { 'tg:alpha': fresh(crane('tg:alpha', quark)), 'tg:beta': fresh() }
    const names = async (res: string) => (await streamOf(outcomes, { res })).map(({ event }) => event)
    expect(await names('results')).toEqual(['start', 'source', 'results', 'source', 'end'])
    expect(await names('all')).toEqual(['start', 'source', 'links', 'results', 'source', 'end'])
  })

  it('heeds cloud types and filters, and says at the start what it does not know', async () => {
    const outcomes = { 'tg:alpha': fresh(crane('tg:alpha', `${quark}\n${baidu}`)) }
    const events = await streamOf(outcomes, { cloud_types: 'baidu,nosuch' })
    expect(events[0]?.data).toMatchObject({ warnings: [{ kind: 'unknown_cloud_type' }] })
    expect(events[2]?.data).toEqual({ merged_by_type: { baidu: [expect.objectContaining({ url: baidu })] } })
    expect(await streamOf(outcomes, { filter: { exclude: ['灯塔'] } })).toHaveLength(3)
  })
})

describe('a stream with an archive', () => {
  function archiveOf(...kept: ParsedPost[]) {
    const archive = createArchive({ shelf: createMemoryArchive(), epochMs: () => now })
    archive.store(kept)
    return archive
  }
  const lost = result('tg:alpha', '纸鹤 旧\nhttps://pan.quark.cn/s/0a1b2c3d4e60', { id: '7', at: day(1) })

  it('tells what is known of old before any source has answered, marked as such, and the same link once', async () => {
    const archive = archiveOf(lost, crane('tg:alpha', quark))
    const events = await streamOf({ 'tg:alpha': fresh(crane('tg:alpha', `${quark}\n${baidu}`)) }, {}, { archive })
    expect(events.map(({ event }) => event)).toEqual(['start', 'links', 'source', 'links', 'end'])
    expect(events[1]?.data).toMatchObject({ archive: true, merged_by_type: { quark: [{}, {}] } })
    expect(events[3]?.data).toEqual({ merged_by_type: { baidu: [expect.objectContaining({ url: baidu })] } })
    expect(events.at(-1)?.data).toMatchObject({ archive: { links: 1 } })
  })

  it('tells a link again when its post now says another access code than the one that was kept', async () => {
    const archive = archiveOf(crane('tg:alpha', `${baidu} 提取码：old1`))
    const events = await streamOf({ 'tg:alpha': fresh(crane('tg:alpha', `${baidu} 提取码：new2`)) }, {}, { archive })
    const told = linksOf(events)
    const passwords = told.map(({ merged_by_type }) => merged_by_type.baidu?.map(({ password }) => password))
    expect(passwords).toEqual([['old1'], ['new2']])
    expect(told[1]).toMatchObject({ replaced: [`${baidu}?pwd=old1`] })
  })

  it('says nothing of an archive that recalls nothing', async () => {
    const events = await streamOf({ 'tg:alpha': fresh(crane('tg:alpha', quark)) }, {}, { archive: archiveOf() })
    expect(events.map(({ event }) => event)).toEqual(['start', 'source', 'links', 'end'])
  })
})

describe('a stream of which a link is known to be dead', () => {
  const knownHealth = knownHealthOf({ 'quark:': 'bad' })
  const both = { 'tg:alpha': fresh(crane('tg:alpha', quark)), 'tg:beta': fresh(crane('tg:beta', baidu)) }

  it('tells of it last of all', async () => {
    const events = await streamOf(both, {}, { knownHealth })
    expect(events.map(({ event }) => event)).toEqual(['start', 'source', 'source', 'links', 'links', 'end'])
    expect(events[4]?.data).toMatchObject({ merged_by_type: { quark: [{ url: quark }] } })
    expect(events.at(-1)?.data).toMatchObject({ dead: 1 })
  })

  it('keeps it to itself when it is to be hidden', async () => {
    const events = await streamOf(both, { res: 'all', ext: { health: 'hide' } }, { knownHealth })
    expect(events.map(({ event }) => event)).toEqual(['start', 'source', 'source', 'links', 'results', 'end'])
    expect(JSON.stringify(events.filter(({ event }) => event !== 'end'))).not.toContain(quark)
    expect(events.at(-1)?.data).toMatchObject({ dead: 1 })
  })
})

describe('a stream with details', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const told = async (
    outcomes: Readonly<Record<string, Told>>,
    own: Pick<SearchDeps, 'archive' | 'knownHealth'> = {},
  ) => linksOf(await streamOf(outcomes, { ext: { details: true } }, own))

  it('tells a link again as a whole when another source has it too, when its title is better known, and its time', async () => {
    const events = await told({
      'tg:alpha': fresh(result('tg:alpha', `周更\n纸鹤\n${quark}`, { at: day(3) })),
      'tg:beta': fresh(crane('tg:beta', quark, day(9))),
      'tg:gamma': fresh(crane('tg:gamma', quark, day(1))),
    })
    const better = {
      note: '纸鹤与灯塔',
      datetime: '2026-11-09T12:00:00Z',
      relevance: 'title',
      work: 'film:纸鹤与灯塔:',
    }
    const one = (fields: object) => ({
      merged_by_type: { quark: [expect.objectContaining({ url: quark, ...fields })] },
    })
    expect(events).toEqual([
      one({ sources: ['tg:alpha'], key: 'quark:0a1b2c3d4e5f', relevance: 'text' }),
      one({ sources: ['tg:alpha', 'tg:beta'], ...better }),
      one({ sources: ['tg:gamma', 'tg:alpha', 'tg:beta'], source: 'tg:gamma', ...better }),
    ])
  })

  it('tells a link again when it stands in another work because of the title of another link', async () => {
    const post = (source: string, title: string, share: string) => result(source, `${title}\n${share}`, { at: day(3) })
    const events = await told({
      'tg:alpha': fresh(post('tg:alpha', '纸鹤 2019 1080P', quark)),
      'tg:beta': fresh(post('tg:beta', '纸鹤 2021 WEB-DL', baidu)),
    })
    const works = events.map(({ merged_by_type }) =>
      Object.values(merged_by_type).flatMap((links) => links.map(({ work }) => work)),
    )
    expect(works).toEqual([['film:纸鹤:'], ['film:纸鹤:/2021', 'film:纸鹤:/2019']])
  })

  it('tells the images of links with them, and a link again when it has others', async () => {
    const post = (source: string, at: Date) =>
      result(source, `纸鹤与灯塔\n${quark}`, { at, images: [`https://cdn.example.org/${source}.jpg`] })
    const events = await told({
      'tg:alpha': fresh(post('tg:alpha', day(1))),
      'tg:beta': fresh(post('tg:beta', day(2))),
    })
    expect(events).toMatchObject([
      { merged_by_type: { quark: [{ images: ['https://cdn.example.org/tg:alpha.jpg'] }] } },
      { merged_by_type: { quark: [{ images: ['https://cdn.example.org/tg:beta.jpg'] }] } },
    ])
  })

  it('tells which address a link had before when its access code has become known', async () => {
    const events = await told({
      'tg:alpha': fresh(crane('tg:alpha', baidu)),
      'tg:beta': fresh(crane('tg:beta', `${baidu}?pwd=k3m9`)),
    })
    expect(events).toMatchObject([
      { merged_by_type: { baidu: [{ url: baidu }] } },
      { merged_by_type: { baidu: [{ password: 'k3m9', sources: ['tg:alpha', 'tg:beta'] }] }, replaced: [baidu] },
    ])
  })

  it('tells a link once when nothing more is known of it', async () => {
    const post = crane('tg:alpha', quark)
    expect(await told({ 'tg:alpha': fresh(post, post) })).toHaveLength(1)
  })

  it('tells, once, when a source gives what only the archive had told', async () => {
    const post = crane('tg:alpha', quark)
    const archive = createArchive({ shelf: createMemoryArchive(), epochMs: () => now })
    archive.store([post, result('tg:beta', `纸鹤 旧\n${baidu}`, { id: '7', at: day(1) })])
    const events = await told({ 'tg:alpha': fresh(post), 'tg:beta': fresh(), 'tg:gamma': fresh(post) }, { archive })
    expect(events).toMatchObject([
      { archive: true, merged_by_type: { quark: [{ url: quark }], baidu: [{ url: baidu }] } },
      { merged_by_type: { quark: [{ url: quark }] } },
    ])
    expect(events).toHaveLength(2)
    expect(events[1]).not.toHaveProperty('archive')
    expect(events[1]?.merged_by_type).not.toHaveProperty('baidu')
  })

  it('tells a link again when one of its sources was banned meanwhile', async () => {
    const bans = createTestBans()
    const outcomes = {
      'tg:alpha': fresh(crane('tg:alpha', quark)),
      'tg:beta': fresh(crane('tg:beta', quark, day(9))),
      'tg:gamma': fresh(),
    }
    const events: SearchEvent[] = []
    for await (const event of begin(outcomes, { bans }, { ext: { details: true } })) {
      events.push(event)
      if (event.event === 'source' && event.data.source === 'tg:gamma') await ban(bans, 'channel', 'alpha')
    }
    const links = linksOf(events)
    expect(links).toHaveLength(3)
    expect(links[2]).toMatchObject({ merged_by_type: { quark: [{ sources: ['tg:beta'] }] }, replaced: [quark] })
  })

  it('tells how links were found to be', async () => {
    const outcomes = { 'tg:alpha': fresh(crane('tg:alpha', `${quark}\n${baidu}`)) }
    const [, dead] = await told(outcomes, { knownHealth: knownHealthOf({ 'quark:': 'bad' }) })
    expect(dead).toMatchObject({ merged_by_type: { quark: [{ health: { state: 'bad', checkedAt: foundAt } }] } })
  })
})

describe('a stream in which something is banned while it runs', () => {
  it('tells nothing of it any more: no dead link that was held back, no title of a channel', async () => {
    const bans = createTestBans()
    const knownHealth = knownHealthOf({ 'quark:': 'bad' })
    const outcomes = {
      'tg:alpha': fresh(crane('tg:alpha', quark), result('tg:alpha', `纸鹤 alpha\n${baidu}`, { id: '9', at: day(9) })),
      'tg:beta': fresh(result('tg:beta', `纸鹤 beta\n${baidu} 提取码：k3m9`, { at: day(2) })),
    }
    const events: SearchEvent[] = []
    for await (const event of begin(outcomes, { bans, knownHealth })) {
      events.push(event)
      if (event.event === 'source') await ban(bans, 'channel', 'alpha')
    }
    const links = JSON.stringify(events.slice(3).filter(({ event }) => event === 'links'))
    expect(links).toContain('纸鹤 beta')
    expect(links).not.toContain('纸鹤 alpha')
    expect(links).not.toContain(quark)
  })
})
