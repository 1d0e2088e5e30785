// Tests the peer's faults in answers: unstable ids, dates in the future, inconsistent totals, unwanted links.
import { describe, expect, it } from 'vitest'
import type { ResultItem } from '../../src/contract/search.ts'
import { defaultChannels } from '../../src/search/catalogue.ts'
import { recognise } from '../../src/search/clouds/recognise.ts'
import { createMatcher } from '../../src/search/pipeline/match.ts'
import { createMerger } from '../../src/search/pipeline/merge.ts'
import { rankLinks } from '../../src/search/pipeline/rank.ts'
import { isLinear } from '../kit/clocks.ts'
import { day, result } from '../kit/searching.ts'
import { startTrawl } from '../kit/trawl.ts'
import { holdClock, linksOf, patient, resultsOf, startAll, still } from './parts.ts'

const request = { kw: '纸鹤', res: 'all', ...patient }

/** Sources answer in a different order each time. */
const unsteady = { ...still, medianMs: 4, p95Ms: 30 }

/** Identifies a result without its id: the source and the visible fields. */
function faceOf({ unique_id, message_id: _id, ...shown }: ResultItem): string {
  return JSON.stringify({ ...shown, source: unique_id.split(/[-_]/)[0], links: shown.links.map(({ url }) => url) })
}

describe('the ids of results', () => {
  it('are the same in every search that finds a thing, at any time and place in the list', async () => {
    const clock = holdClock()
    const seen = new Map<string, { readonly ids: Set<string>; readonly keywords: Set<string> }>()
    for (const kw of ['灯塔', '塔', '灯塔']) {
      const { search } = await startAll({ weather: unsteady })
      for (const item of resultsOf(await search({ ...request, kw }))) {
        const { ids, keywords } = seen.get(faceOf(item)) ?? { ids: new Set(), keywords: new Set() }
        seen.set(faceOf(item), { ids: ids.add(item.unique_id), keywords: keywords.add(kw) })
      }
      clock.advance(400 * 24 * 60 * 60_000)
    }
    expect([...seen.values()].filter(({ ids }) => ids.size > 1)).toEqual([])
    const metAgain = [...seen.values()].filter(({ keywords }) => keywords.size > 1).flatMap(({ ids }) => [...ids])
    expect(new Set(metAgain.map((id) => /^(\w+)-/.exec(id)?.[1]).filter(Boolean)).size).toBe(45)
  })

  it('belong to one result each', async () => {
    const { search } = await startAll({ channels: defaultChannels.slice(0, 20) })
    for (const kw of ['纸鹤', '第', '2031']) {
      const ids = resultsOf(await search({ ...request, kw })).map(({ unique_id }) => unique_id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThan(50)
    }
  })
})

describe('the links of an answer', () => {
  it('are of the requested cloud types everywhere, and total counts the listed links', async () => {
    const { search } = await startAll()
    const expected = { ...request, cloud_types: 'quark,115' }
    const all = await search(expected)
    const types = resultsOf(all).flatMap(({ links }) => links.map(({ type }) => type))
    expect(new Set(types)).toEqual(new Set(['quark', '115']))
    expect(resultsOf(all).filter(({ links }) => links.length === 0)).toEqual([])
    expect('merged_by_type' in all.data && Object.keys(all.data.merged_by_type).sort()).toEqual(['115', 'quark'])
    expect(all.data.total).toBe(linksOf(all).length)
    const merged = await search({ ...expected, res: 'merged_by_type' })
    expect(merged.data.total).toBe(linksOf(merged).length)
    const results = await search({ ...expected, res: 'results' })
    expect(results.data.total).toBe(resultsOf(results).length)
    expect(linksOf(merged)).toEqual(linksOf(all))
    expect(resultsOf(results)).toEqual(resultsOf(all))
  })

  it('are those of results without a date too, whatever words their titles hold', async () => {
    const { search } = await startAll()
    const answer = await search(request)
    const undated = resultsOf(answer).filter(({ datetime }) => datetime.startsWith('0001'))
    expect(undated.length).toBeGreaterThan(0)
    expect(undated.filter(({ title }) => !/合集|系列|全|完|最新|附|complete/i.test(title)).length).toBeGreaterThan(0)
    const keys = new Set(linksOf(answer).map(({ url }) => recognise(url)?.key))
    const missing = undated.flatMap(({ links }) => links.filter(({ url }) => !keys.has(recognise(url)?.key)))
    expect(missing).toEqual([])
  })
})

describe('the order of an answer', () => {
  it('is not led by a date in the future', async () => {
    holdClock(day(20).getTime())
    const post = (id: string, title: string, at: Date) => {
      const text = `${title}\nhttps://pan.quark.cn/s/0a1b2c3d4e${id}`
      return { id, text, anchors: [], at, tags: [], images: [], aside: '' }
    }
    const ask = async () => [post('51', '纸鹤 未来', new Date('2099-01-01')), post('50', '纸鹤 今天', day(19))]
    const plugins = new Map([['fixed', { id: 'plugin:fixed', home: 'https://example.org/', ask }]])
    const { search } = await startTrawl([], { plugins })
    const notes = linksOf(await search({ kw: '纸鹤', src: 'plugin' })).map(({ note }) => note)
    expect(notes).toEqual(['纸鹤 今天', '纸鹤 未来'])
  })
})

describe('merging', () => {
  it('takes time in proportion to the links it is given', async () => {
    const matches = createMatcher({ kw: '纸鹤', ext: {}, filter: undefined, clouds: undefined })
    const made = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        result('tg:a', `纸鹤\nhttps://pan.quark.cn/s/${(index + 0x1000_0000_0000).toString(16)}`),
      ).flatMap(matches)
    const merge = (list: ReturnType<typeof made>) => () => {
      const merger = createMerger()
      merger.add(list)
      rankLinks(merger.entries(), () => undefined)
    }
    expect(await isLinear(merge(made(8_000)), merge(made(32_000)))).toBe(true)
  })
})
