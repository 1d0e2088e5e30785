// What the archive stores of results, and what a search finds in it.
import { describe, expect, it, vi } from 'vitest'
import { createMemoryArchive } from '../../../test/kit/archive.ts'
import { ban, createTestBans } from '../../../test/kit/disk.ts'
import { day, numbered, result } from '../../../test/kit/searching.ts'
import { searchRequest } from '../../contract/search.ts'
import { createMatcher } from '../pipeline/match.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import { createArchive } from './archive.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'

/** An archive that has kept these results. */
function archiveOf(...results: ParsedPost[]) {
  const shelf = createMemoryArchive()
  const archive = createArchive({ shelf, epochMs: () => 0 })
  archive.store(results)
  const recall = async (kw: string, fields: object = {}, sources = ['tg:alpha', 'tg:beta', 'plugin:labi']) => {
    const { ext, clouds } = { ext: {}, clouds: undefined, ...fields }
    const asked = sources.map((id) => ({ id, reads: id === 'plugin:labi' ? ['title_en'] : [] }))
    return (await archive.search(searchRequest.parse({ kw, ext }), { sources: asked, clouds }))?.results ?? []
  }
  return { archive, shelf, recall }
}

/** What the archive has of a result. */
function bare(whole: ParsedPost): ParsedPost {
  return { ...whole, text: '', besides: '', tags: [], images: [] }
}

const crane = result('tg:alpha', `纸鹤与灯塔 4K\n夸克：${quark}\n百度：${baidu} 提取码：k3m9`, {
  id: '302',
  at: day(3),
  tags: ['动画'],
  images: ['https://cdn.example.org/a.jpg'],
})

describe('the archive', () => {
  it('recalls a post by its title: its links, codes and time, without its text', async () => {
    const [recalled, ...others] = await archiveOf(crane).recall('灯塔 纸鹤')
    expect(others).toEqual([])
    expect(recalled).toEqual(bare(crane))
  })

  it('recalls nothing that it cannot have kept: other addresses than of shares, texts longer than any', async () => {
    const { archive, shelf, recall } = archiveOf(crane)
    archive.store([result('tg:beta', `纸鹤\n${quark}`)])
    const [row] = (await shelf.find({ ways: [['纸']], types: undefined, sources: ['tg:beta'], most: 1 })) ?? []
    if (!row) throw new Error('nothing was kept')
    const odd = { url: 'javascript:alert(1)', title: `纸鹤${'x'.repeat(10_000)}`, password: 'x'.repeat(10_000) }
    for (const [at, [field, value]] of Object.entries(odd).entries())
      shelf.keep([{ ...row, key: `quark:${at}`, post: `${at}`, [field]: value, searchText: '纸鹤' }])
    expect((await recall('纸鹤')).map(({ source, links }) => [source, links.length])).toEqual([
      ['tg:beta', 1],
      ['tg:alpha', 2],
    ])
  })

  it('recalls what the sources asked for showed, and only on the clouds asked for', async () => {
    const { recall } = archiveOf(crane, result('plugin:labi', `纸鹤\n${quark}`))
    const sourcesOf = (results: readonly ParsedPost[]) => results.map(({ source }) => source)
    expect(sourcesOf(await recall('纸鹤'))).toEqual(['plugin:labi', 'tg:alpha'])
    expect(sourcesOf(await recall('纸鹤', {}, ['tg:alpha']))).toEqual(['tg:alpha'])
    expect(await recall('纸鹤', {}, [])).toEqual([])
    const [onBaidu] = await recall('纸鹤', { clouds: new Set(['baidu']) })
    expect(onBaidu?.links.map(({ share }) => share.type)).toEqual(['baidu'])
  })

  it('recalls by the English title what sources showed that are asked for it, and nothing by what has no letters', async () => {
    const english = result('plugin:labi', `Paper Crane 纸\n${quark}`)
    const { recall } = archiveOf(english, result('tg:alpha', `Paper Crane\n${quark}`))
    expect(await recall('纸鹤')).toEqual([])
    expect(await recall('纸', { ext: { title_en: 'crane' } })).toEqual([english].map(bare))
    expect(await recall('？！')).toEqual([])
  })

  it('recalls a share under each title that a source gave it, the latest first', async () => {
    const { archive, recall } = archiveOf(crane)
    archive.store([result('tg:alpha', `纸鹤与灯塔 全集\n${quark}`, { id: '309', at: day(5) })])
    const titles = (await recall('纸鹤')).map(({ id, title, links }) => [id, title.text, links.length])
    expect(titles).toEqual([
      ['309', '纸鹤与灯塔 全集', 1],
      ['302', '纸鹤与灯塔 4K', 2],
    ])
  })

  it('keeps of a list of works each link under its own work, and finds it by the heading too', async () => {
    const list = result(
      'tg:alpha',
      `本周动画合集\n纸鹤 丨 夸克：${quark}\n灯塔 丨 百度：${baidu}\n远山 丨 https://pan.quark.cn/s/0a1b2c3d4e60`,
    )
    expect(list.links.every(({ work }) => work)).toBe(true)
    const { recall } = archiveOf(list)
    const [one] = await recall('灯塔')
    expect(one?.links.map(({ work }) => work?.text)).toEqual(['灯塔'])
    expect(one?.title.text).toBe('本周动画合集')
    const request = searchRequest.parse({ kw: '动画合集 灯塔' })
    const matcher = createMatcher({ ...request, clouds: undefined })
    const matches = (await recall(request.kw)).flatMap(matcher)
    expect(matches.map(({ title, relevance }) => [title, relevance])).toEqual([['灯塔', 'text']])
  })

  it('looks through a post again only when it is another, or an hour has passed, or other things are banned', async () => {
    let time = day(1).getTime()
    const bans = createTestBans()
    const shelf = { ...createMemoryArchive(), keep: vi.fn() }
    const archive = createArchive({ shelf, bans, epochMs: () => time })
    const timesAfter = (...results: ParsedPost[]) => {
      archive.store(results)
      return shelf.keep.mock.calls.length
    }
    expect([timesAfter(crane), timesAfter(crane)]).toEqual([1, 1])
    const edited = result('tg:alpha', `纸鹤与灯塔 4K\n夸克：${quark} 提取码：Qw7e`, { id: '302', at: day(3) })
    expect([timesAfter(edited), timesAfter(edited)]).toEqual([2, 2])
    time += 60 * 60_000 + 1
    expect(timesAfter(edited)).toBe(3)
    await ban(bans, 'word', '木星')
    expect(timesAfter(edited)).toBe(4)
  })

  it('goes on where an earlier recall ended, until that was all', async () => {
    const posts = Array.from({ length: 502 }, (_, at) => numbered(at))
    const { archive } = archiveOf(...posts)
    const request = searchRequest.parse({ kw: '纸鹤' })
    const from = { sources: [{ id: 'tg:alpha' }], clouds: undefined }
    const first = await archive.search(request, from)
    expect(first?.results.map(({ id }) => Number(id))).toEqual(Array.from({ length: 500 }, (_, at) => 501 - at))
    const second = await archive.search(request, from, first?.next)
    expect(second?.results.map(({ id }) => id)).toEqual(['1', '0'])
    expect(await archive.search(request, from, second?.next)).toEqual({ results: [], next: undefined })
  })

  it('keeps nothing that is banned', async () => {
    const shelf = createMemoryArchive()
    const archive = createArchive({
      shelf,
      epochMs: () => 0,
      bans: createTestBans(['share', baidu], ['channel', 'beta']),
    })
    archive.store([crane, result('tg:beta', `纸鹤\n${quark}`)])
    const { sightings = [] } = (await shelf.scan(0)) ?? {}
    expect(sightings.map(({ key, source }) => [key, source])).toEqual([['quark:0a1b2c3d4e5f', 'tg:alpha']])
  })

  it('matches a request as the results it was made of do, as far as titles go', async () => {
    const results = [
      crane,
      result('tg:beta', `纸鹤\n${quark}`),
      result('tg:beta', `纸鹤 第二季\n${baidu}`, { id: '2' }),
      result('plugin:labi', `灯塔\n纸鹤 丨 ${quark}\n远山 丨 ${baidu}`, { id: '3' }),
    ]
    for (const kw of ['纸鹤', '纸 鹤', '灯塔', '第二季', '4k', '远山 灯塔', '木星']) {
      const { recall } = archiveOf(...results)
      const matcher = createMatcher({ ...searchRequest.parse({ kw }), clouds: undefined })
      const linksOf = (from: readonly ParsedPost[]) =>
        new Set(from.flatMap(matcher).map(({ link, result: { source, id } }) => `${source} ${id} ${link.share.key}`))
      const live = results.map((one) => ({ ...one, text: '', besides: '' }))
      expect(linksOf(await recall(kw)), kw).toEqual(linksOf(live))
    }
  })
})
