// Works of the archive: stored by searches that answer by work, and found again by key.
import { setImmediate as immediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createMemoryArchive } from '../../../test/kit/archive.ts'
import { ban, createTestBans } from '../../../test/kit/disk.ts'
import { day, fresh, knownHealthOf, now, result, searchOver } from '../../../test/kit/searching.ts'
import { searchRequest } from '../../contract/search.ts'
import { work } from '../../contract/works.ts'
import { createArchive } from '../archive/archive.ts'
import type { SearchDeps } from '../search.ts'

const { signal } = new AbortController()
const old = 'https://pan.quark.cn/s/0a1b2c3d4e60'
const current = 'https://pan.quark.cn/s/0a1b2c3d4e5f'

/** A search over one channel with these posts, and an archive whose clock and shelf the test has. */
function searchWithArchive(posts: ReturnType<typeof result>[], own: Partial<SearchDeps> = {}) {
  let time = now
  const shelf = createMemoryArchive(() => time)
  const noteWorks = vi.spyOn(shelf, 'noteWorks')
  const archive = createArchive({ shelf, epochMs: () => time })
  archive.store(posts)
  const outcomes = { 'tg:alpha': fresh(...posts) }
  const search = searchOver(outcomes, { archive, ...own })
  const request = (fields: object) => searchRequest.parse({ kw: '纸鹤', ...fields })
  const answer = async (fields: object) => {
    const { body } = await search.answer(request(fields), signal)
    await immediate()
    return 'works' in body.data ? body.data.works : []
  }
  const stream = async (fields: object) => {
    for await (const _event of search.events(request(fields), signal));
    await immediate()
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { search, shelf, archive, answer, stream, noteWorks, pass }
}

const posts = [
  result('tg:alpha', `纸鹤 (2029) 全24集 4K\n${current}`, { id: '2', at: day(9) }),
  result('tg:alpha', `纸鹤 (2029) 更新至12集\n${old} 提取码：k3m9`, { id: '1', at: day(3) }),
]

describe('the archive', () => {
  it('is told the works of an answer once an hour, whichever request asks for them', async () => {
    const { answer, stream, noteWorks, pass } = searchWithArchive(posts)
    await answer({})
    await answer({ res: 'results', ext: { details: true } })
    expect(noteWorks).not.toHaveBeenCalled()
    const [found] = await answer({ res: 'works' })
    const told = [current, old].map((url) => ({ share: `quark:${url.split('/').at(-1)}`, work: found?.key }))
    expect(noteWorks.mock.calls).toEqual([[expect.arrayContaining(told)]])
    await answer({ ext: { details: true } })
    await stream({ res: 'works' })
    expect(noteWorks).toHaveBeenCalledTimes(1)
    pass(60 * 60_000 + 1)
    await stream({ ext: { details: true } })
    expect(noteWorks).toHaveBeenCalledTimes(2)
  })
})

describe('a work of the archive', () => {
  it('has all links ever seen of it, and what became of each', async () => {
    const { search, shelf, answer } = searchWithArchive(posts, {
      knownHealth: knownHealthOf({ 'quark:0a1b2c3d4e5f': 'ok' }),
    })
    const [found] = await answer({ res: 'works' })
    if (!found) throw new Error('the works are found')
    shelf.noteHealth(new Map([['quark:0a1b2c3d4e60', { state: 'bad', at: now }]]))
    const known = work.parse(await search.work(found.key))
    expect(known).toMatchObject({ key: found.key, title: '纸鹤', year: 2029, kind: 'series', relevance: 'title' })
    expect(known.attributes).toMatchObject({ quality: ['4K'], episodes: { to: 12, total: 24, complete: true } })
    expect(known.links).toMatchObject([
      { url: current, sources: ['tg:alpha'], health: { state: 'ok' } },
      { url: old, password: 'k3m9', note: '纸鹤 (2029) 更新至12集', health: { state: 'bad', checkedAt: now } },
    ])
  })

  it.each([{ res: 'works' }, { ext: { details: true } }])(
    'is there as soon as a stream of %o has told of it',
    async (fields) => {
      const { search } = searchWithArchive(posts)
      const told = new Set<string>()
      for await (const event of search.events(searchRequest.parse({ kw: '纸鹤', ...fields }), signal)) {
        const links = event.event === 'links' ? Object.values(event.data.merged_by_type).flat() : []
        const keys =
          event.event === 'works' ? event.data.works.map(({ key }) => key) : links.map(({ work: key }) => key)
        for (const key of keys) {
          if (key === undefined) continue
          told.add(key)
          expect((await search.work(key)).links.length).toBeGreaterThan(0)
        }
      }
      expect(told.size).toBe(1)
    },
  )

  it('lacks what is banned since, and is unknown if nothing is left', async () => {
    const bans = createTestBans()
    const { search, answer } = searchWithArchive(posts, { bans })
    const [{ key } = { key: '' }] = await answer({ res: 'works' })
    await ban(bans, 'share', old)
    expect((await search.work(key)).links.map(({ url }) => url)).toEqual([current])
    await ban(bans, 'share', current)
    await expect(search.work(key)).rejects.toMatchObject({ status: 404, message: /^key: no work with this key/ })
  })

  it('is a clear error if it is unknown, the archive is off, or it cannot be read', async () => {
    const { search, shelf } = searchWithArchive(posts)
    await expect(search.work('film:纸鹤:')).rejects.toMatchObject({ status: 404 })
    const off = searchOver({}, {})
    await expect(off.work('film:纸鹤:')).rejects.toMatchObject({ status: 404, message: /^archive: is off/ })
    vi.spyOn(shelf, 'findWork').mockResolvedValue(undefined)
    await expect(search.work('film:纸鹤:')).rejects.toMatchObject({ status: 503, message: /^archive: cannot be read/ })
  })
})
