// Tests of the search request as a whole: defaults, names, and what each `src` ignores.
import { describe, expect, test } from 'vitest'
import { cloudTypes } from './cloud-types.ts'
import { searchParameters, searchRequest, searchResponse } from './search.ts'

function refusal(bag: unknown) {
  const issue = searchRequest.safeParse(bag).error?.issues[0]
  return issue === undefined ? 'accepted' : `${issue.path.join('.')}: ${issue.message}`
}

describe('a search request', () => {
  test('has the defaults of the contract', () => {
    expect(searchRequest.parse({ kw: ' a ' })).toEqual({
      kw: 'a',
      refresh: false,
      res: 'merged_by_type',
      src: 'all',
      ext: {},
    })
  })

  test('is read whole', () => {
    const sent = {
      kw: '速度与激情',
      channels: 'somechannel，@SomeChannel,other',
      plugins: ['labi', 'no such plugin'],
      cloud_types: 'quark,nonsense',
      conc: '128',
      refresh: 'True',
      res: 'all',
      src: 'all',
      ext: '{"title_en":" Fast ","deadline_ms":"1500","referer":"x"}',
      filter: '{"include":["4K, HDR"],"exclude":"枪版，TC"}',
      limit: 5,
      page: 1,
    }
    expect(searchRequest.parse(sent)).toEqual({
      kw: '速度与激情',
      channels: ['somechannel', 'other'],
      plugins: ['labi', 'no such plugin'],
      cloud_types: ['quark', 'nonsense'],
      conc: 128,
      refresh: true,
      res: 'all',
      src: 'all',
      ext: { title_en: 'Fast', deadline_ms: 1500, referer: 'x' },
      filter: { include: ['4K, HDR'], exclude: ['枪版', 'TC'] },
    })
  })

  test('takes merge for merged_by_type', () => {
    expect(searchRequest.parse({ kw: 'a', res: 'merge' }).res).toBe('merged_by_type')
  })

  test('counts empty lists, an empty filter and a blank title_en as absent', () => {
    const sent = { kw: 'a', channels: '', plugins: [], cloud_types: ' , ', filter: '{}', ext: { title_en: ' ' } }
    const read = searchRequest.parse(sent)
    expect([read.channels, read.plugins, read.cloud_types, read.filter, read.ext.title_en]).toEqual(
      new Array(5).fill(undefined),
    )
  })

  test.each([null, '', ' \t'])('counts every field that is %j as absent', (unset) => {
    const fields = searchParameters.map((name): [string, unknown] => [name, unset])
    expect(searchRequest.parse({ ...Object.fromEntries(fields), kw: 'a' })).toEqual(searchRequest.parse({ kw: 'a' }))
    expect(refusal(Object.fromEntries(fields))).toBe('kw: is missing: must be one string of 1 to 200 characters')
  })

  test.each([null, ''])('counts a field of ext or filter that is %j as absent', (unset) => {
    const ext = { title_en: unset, deadline_ms: unset, health: unset, details: unset, referer: unset, page: 2 }
    const read = searchRequest.parse({ kw: 'a', ext, filter: { include: unset, exclude: unset } })
    expect(read).toEqual(searchRequest.parse({ kw: 'a', ext: { page: 2 } }))
  })

  test.each([0, -0, 0.0, '0', '0.0', ' 00 '])('counts a conc of %j as absent', (conc) => {
    expect(searchRequest.parse({ kw: 'a', conc }).conc).toBeUndefined()
  })

  test.each([10.0, '10.0', ' 10.000 ', ' 10 '])('takes %j for a conc of 10', (conc) => {
    expect(searchRequest.parse({ kw: 'a', conc }).conc).toBe(10)
  })

  test('does not share its default ext between requests', () => {
    expect(searchRequest.parse({ kw: 'a' }).ext).not.toBe(searchRequest.parse({ kw: 'a' }).ext)
  })

  test('src=tg ignores what plugins holds, src=plugin what channels holds, but not that it is no list', () => {
    const long = 'x'.repeat(5_000)
    expect(searchRequest.parse({ kw: 'a', src: 'tg', plugins: long }).plugins).toBeUndefined()
    expect(searchRequest.parse({ kw: 'a', src: 'plugin', channels: '!!!' }).channels).toBeUndefined()
    expect(refusal({ kw: 'a', src: 'all', plugins: long })).toMatch(/^plugins: /)
    expect(refusal({ kw: 'a', src: 'tg', plugins: 5 })).toMatch(/^plugins: /)
    expect(refusal({ kw: 'a', src: 'plugin', channels: {} })).toMatch(/^channels: /)
  })

  test.each(['10.5', '1e1', '.0', '-0.0', '10.0.0', 'x.0'])('does not take %j for a conc', (conc) => {
    expect(refusal({ kw: 'a', conc })).toBe('conc: must be an integer from 1 to 256')
  })

  test.each([
    [{}, 'kw: is missing: must be one string of 1 to 200 characters'],
    [{ kw: 'a'.repeat(201) }, 'kw: is too long: must be one string of 1 to 200 characters'],
    [{ kw: 'a', conc: 257 }, 'conc: must be an integer from 1 to 256'],
    [{ kw: 'a', conc: [0] }, 'conc: must be an integer from 1 to 256'],
    [{ kw: 'a', refresh: 'maybe' }, 'refresh: must be one of true, 1, yes, on, false, 0, no, off'],
    [{ kw: 'a', res: 'RESULTS' }, 'res: must be one of merged_by_type (or merge), results, all, works'],
    [{ kw: 'a', src: 'TG' }, 'src: must be one of all, tg, plugin'],
    [{ kw: 'a', ext: 'x' }, 'ext: is not valid JSON: must be a JSON object'],
    [{ kw: 'a', ext: { deadline_ms: 100 } }, 'ext.deadline_ms: must be an integer from 200 to 30000'],
    [{ kw: 'a', ext: { title_en: 5 } }, 'ext.title_en: must be one string of 0 to 200 characters'],
    [{ kw: 'a', filter: [] }, 'filter: must be one JSON object'],
    [{ kw: 'a', filter: { include: 5 } }, 'filter.include: must be a comma-separated string or an array of strings'],
    [
      { kw: 'a', cloud_types: ['x'.repeat(101)] },
      'cloud_types: has an entry that is too long: at most 100 characters are allowed',
    ],
  ])('%j is refused with %j', (bag, message) => {
    expect(refusal(bag)).toBe(message)
  })
})

describe('a search answer', () => {
  const meta = { complete: true, sources: { asked: 1, answered: 1, failed: 0, pending: 0 } }
  const link = {
    url: 'https://x/1',
    password: '',
    note: '',
    datetime: '0001-01-01T00:00:00Z',
    source: 'tg:abcd',
    images: [],
  }
  const of = (data: unknown, more = {}) =>
    searchResponse.safeParse({ code: 0, message: 'success', data, meta, ...more }).success

  test('has one of three shapes of data', () => {
    expect(of({ total: 1, merged_by_type: { quark: [link] } })).toBe(true)
    expect(of({ total: 0, results: [] })).toBe(true)
    expect(of({ total: 0, results: [], merged_by_type: {} })).toBe(true)
    expect(of({ total: 0 })).toBe(false)
  })

  test('knows only the contract’s cloud types, times in UTC and warnings that say something', () => {
    expect(cloudTypes).toHaveLength(14)
    expect(of({ total: 1, merged_by_type: { other: [link] } })).toBe(false)
    expect(of({ total: 1, merged_by_type: { quark: [{ ...link, datetime: '2026-01-01T00:00:00+08:00' }] } })).toBe(
      false,
    )
    expect(of({ total: 0, results: [] }, { warnings: [] })).toBe(false)
    expect(of({ total: 0, results: [] }, { warnings: [{ kind: 'no_sources', detail: 'none is on' }] })).toBe(true)
  })
})
