// Every search has a URL, and the URL gives back the same search.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cloudTypes } from '../../../src/contract/cloud-types.ts'
import { caseCount } from '../../../test/kit/case-count.ts'
import { emptySearch, type SearchState } from './search-state.ts'
import { parseSearchUrl, requestKey, searchUrl, streamPath } from './search-url.ts'

function queryOf(address: string): string {
  return new URL(address, 'http://page.test').search
}

const odd = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('a,b', '，', '  ', '\u200b', '\t纸鹤\n灯塔', '%00', '+', '&kw=x', '#', '🐟'.repeat(250), '\u0000'),
)
const names = fc.array(fc.oneof(odd, fc.constantFrom('Quark_Movies', '@quark_movies', 't.me/s/abcd', 'x')), {
  maxLength: 6,
})
const asks: fc.Arbitrary<SearchState> = fc.record({
  kw: odd,
  src: fc.constantFrom('all', 'tg', 'plugin'),
  channels: names,
  plugins: names,
  types: fc.subarray([...cloudTypes]),
  view: fc.constantFrom('works', 'links'),
  attributes: names,
  tab: fc.constantFrom('all', ...cloudTypes),
  sort: fc.constantFrom('best', 'time'),
  include: names,
  exclude: names,
  hidesDead: fc.boolean(),
})

describe('the address of a search', () => {
  it('gives back the search that it was made of, whatever was typed', () => {
    fc.assert(
      fc.property(asks, (ask) => {
        // Invalid values are dropped once; after that nothing may change.
        const read = parseSearchUrl(queryOf(searchUrl(ask)))
        expect(parseSearchUrl(queryOf(searchUrl(read)))).toEqual(read)
        expect(read).toMatchObject({ src: ask.src, tab: ask.tab, sort: ask.sort, hidesDead: ask.hidesDead })
        expect(read.types).toEqual(ask.types)
      }),
      { numRuns: caseCount(2_000) },
    )
  })

  it('reads any query without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const { kw, channels } = parseSearchUrl(query)
        expect([...kw].length).toBeLessThanOrEqual(200)
        for (const name of channels) expect(name).toMatch(/^[a-z][a-z0-9_]{3,31}$/i)
      }),
      { numRuns: caseCount(1_000) },
    )
  })

  it('leaves out what is as it is at first', () => {
    expect(searchUrl(emptySearch)).toBe('/')
    expect(searchUrl({ ...emptySearch, kw: '纸鹤' })).toBe(`/?kw=${encodeURIComponent('纸鹤')}`)
  })

  it('names what was chosen, lists with plain commas', () => {
    const ask: SearchState = {
      ...emptySearch,
      kw: 'a b',
      types: ['baidu', 'quark'],
      view: 'links',
      tab: 'quark',
      sort: 'time',
      hidesDead: true,
    }
    expect(searchUrl(ask)).toBe('/?kw=a+b&types=baidu,quark&tab=quark&sort=time&dead=hide')
    const works: SearchState = { ...emptySearch, kw: 'x', attributes: ['quality:4K', 'kind:movie'] }
    expect(searchUrl(works)).toBe('/?kw=x&attr=quality%3A4K,kind%3Amovie')
  })

  it.each([
    ['a keyword of one line', '?kw=%09a%0Ab%00', { kw: 'a b' }],
    ['nothing of what cannot be seen', '?kw=%E2%80%8B', { kw: '' }],
    ['200 characters of a longer one, none cut in half', `?kw=${'🐟'.repeat(201)}`, { kw: '🐟'.repeat(200) }],
    [
      'channels as people write them, each once',
      '?channels=@abcd,t.me/s/ABCD,x,https://t.me/efgh',
      { channels: ['abcd', 'efgh'] },
    ],
    ['types it knows, in their order', '?types=quark,foo,baidu', { types: ['baidu', 'quark'] }],
    [
      'nothing it does not know',
      '?tab=foo&sort=x&src=y&dead=z',
      { tab: 'all', sort: 'best', src: 'all', hidesDead: false },
    ],
    ['works, unless a filter is one of links', '?kw=x', { view: 'works' }],
    ['links for a tab of them, as older addresses have it', '?kw=x&tab=quark', { view: 'links' }],
    ['words with either comma', '?include=4K，蓝光,4K', { include: ['4K', '蓝光'] }],
  ])('reads %s', (_, query, expected) => {
    expect(parseSearchUrl(query)).toMatchObject(expected)
  })
})

describe('what the service is asked', () => {
  it('is the search without how it is shown', () => {
    const ask: SearchState = {
      ...emptySearch,
      kw: '纸鹤',
      src: 'tg',
      channels: ['abcd'],
      types: ['quark'],
      include: ['x'],
      tab: 'quark',
    }
    const { pathname, searchParams } = new URL(streamPath(ask, { isRefresh: false }), 'http://page.test')
    expect(pathname).toBe('/api/search/stream')
    expect(Object.fromEntries(searchParams)).toEqual({
      kw: '纸鹤',
      src: 'tg',
      channels: 'abcd',
      cloud_types: 'quark',
      conc: '128',
      res: 'works',
      ext: '{"details":true}',
    })
  })

  it('is asked anew when the reader wants it so', () => {
    expect(streamPath({ ...emptySearch, kw: 'x' }, { isRefresh: true })).toContain('refresh=true')
  })

  it('is the same for searches that differ in how they are shown only', () => {
    const ask = { ...emptySearch, kw: 'x' }
    expect(requestKey({ ...ask, tab: 'quark', sort: 'time', include: ['y'], hidesDead: true })).toBe(requestKey(ask))
    expect(requestKey({ ...ask, types: ['quark'] })).not.toBe(requestKey(ask))
  })
})

describe('a text that an app shares', () => {
  const keyword = (params: Record<string, string>) => parseSearchUrl(new URLSearchParams(params).toString()).kw

  it('is the keyword where it has no share', () => {
    expect(keyword({ text: '纸鹤', title: '微信' })).toBe('纸鹤')
    expect(keyword({ title: '纸鹤' })).toBe('纸鹤')
  })
})

it('the share beside a search stands in its address', () => {
  const ask = { ...emptySearch, kw: '纸鹤', share: 'https://pan.quark.cn/s/1 提取码: k3m9' }
  expect(parseSearchUrl(searchUrl(ask).slice(2))).toEqual(ask)
  expect(requestKey(ask)).toBe(requestKey({ ...ask, share: undefined }))
})
