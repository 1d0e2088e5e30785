// Tests the request parameters in the contract of the search, with a whole service over scripted sites.
import { describe, expect, test, vi } from 'vitest'
import { linksIn, type MadeSites, postsIn, startMadeSearch } from './made-sites.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'

const sites: MadeSites = {
  channels: {
    alpha: [{ id: 1, at: '2024-05-02T09:15:30+00:00', html: `纸鹤与灯塔 4K<br/>链接：${quark}` }],
    unlisted_one: [{ id: 2, html: `纸鹤 别处<br/>链接：${quark.slice(0, -1)}0` }],
  },
  rows: [{ id: 9, title: '纸鹤 讲义', url: baidu, extcode: 'k3m9', category: '文档' }],
}

const kw = '纸鹤'
const asked = `kw=${encodeURIComponent(kw)}`

/** `name=value`, percent-encoded, after the keyword. */
function withField(name: string, value: string): string {
  return `${asked}&${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}

describe('query and body have the same fields, types, defaults and meanings', () => {
  const all = {
    kw,
    channels: ['alpha'],
    plugins: ['qupansou'],
    cloud_types: ['quark', 'baidu'],
    conc: 20,
    refresh: false,
    res: 'all',
    src: 'all',
    ext: { referer: 'https://a.test/' },
    filter: { include: ['讲义'], exclude: ['4K'] },
  }

  test('every field means the same in both', async () => {
    const { get, post } = await startMadeSearch(sites)
    const texts = Object.entries(all).map(([name, value]): [string, string] => {
      if (Array.isArray(value)) return [name, value.join()]
      return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]
    })
    const [byGet, byPost] = [await get(`${new URLSearchParams(texts)}`), await post(all)]
    expect([byGet.statusCode, byPost.statusCode]).toEqual([200, 200])
    expect(byGet.json()).toMatchObject({ data: { total: 1, merged_by_type: { baidu: [{ note: '纸鹤 讲义' }] } } })
    expect(byGet.body).toBe(byPost.body)
  })

  test('the defaults are: all channels, all plugins, no filter, merged_by_type, not refreshed', async () => {
    const { get, post } = await startMadeSearch(sites)
    const plain = await get(asked)
    const given = { channels: 'alpha,beta', plugins: 'qupansou', conc: 10, refresh: false, src: 'all', ext: {} }
    expect(plain.json()).toMatchObject({ data: { total: 2 }, meta: { sources: { asked: 3 } } })
    expect((await post({ kw, res: 'merged_by_type', ...given })).body).toBe(plain.body)
  })
})

describe('what is searched', () => {
  test('src=tg ignores plugins, src=plugin ignores channels, src=all searches both', async () => {
    const { search } = await startMadeSearch(sites)
    const sourcesOf = async (src: string) => {
      const { data, meta } = await search({ src, channels: 'alpha', plugins: 'qupansou' })
      return [meta.sources.asked, linksIn({ data }).map(({ source }) => source)]
    }
    expect(await sourcesOf('tg')).toEqual([1, ['tg:alpha']])
    expect(await sourcesOf('plugin')).toEqual([1, ['plugin:qupansou']])
    expect(await sourcesOf('all')).toEqual([2, ['plugin:qupansou', 'tg:alpha']])
  })

  test('a channel may be written as its name or address, listed or not', async () => {
    const { search } = await startMadeSearch(sites)
    for (const channels of ['unlisted_one', '@unlisted_one', 't.me/unlisted_one', 'https://t.me/s/unlisted_one'])
      expect(linksIn(await search({ src: 'tg', channels })), channels).toMatchObject([{ source: 'tg:unlisted_one' }])
  })

  test('an entry that is no channel is a 400 that names it, an unknown plugin or cloud type a warning', async () => {
    const { post, search } = await startMadeSearch(sites)
    for (const entry of ['abc', '1abc', 'a'.repeat(33), 'https://example.org/alpha', '频道频道'])
      expect((await post({ kw, channels: [entry] })).json().message).toMatch(new RegExp(`^channels: .*${entry}`))
    const { data, warnings } = await search({ plugins: 'qupansou,nosuch', cloud_types: 'baidu,floppy' })
    expect(linksIn({ data })).toHaveLength(1)
    expect(warnings).toMatchObject([
      { kind: 'unknown_plugin', detail: expect.stringContaining('nosuch') },
      { kind: 'unknown_cloud_type', detail: expect.stringContaining('floppy') },
    ])
  })

  test('the keyword is trimmed, matched by NFKC in any order of its words, and sent as it was typed', async () => {
    const channels = { alpha: [{ id: 1, html: `ABC 纸鹤 与 灯塔<br/>${quark}` }] }
    const { search, asked } = await startMadeSearch({ channels })
    for (const typed of [' 灯塔 ＡＢＣ ', 'abc 纸鹤', '灯塔 纸鹤']) {
      expect(linksIn(await search({ kw: typed, src: 'tg' })), typed).toHaveLength(1)
      expect(asked().at(-1)?.searchParams.get('q')).toBe(typed.trim())
    }
    expect(linksIn(await search({ kw: '灯塔 山谷', src: 'tg' }))).toEqual([])
  })

  test('filter keeps what has one of include, and drops what has one of exclude, in any case', async () => {
    const { search } = await startMadeSearch(sites)
    const notes = async (filter: object) => linksIn(await search({ filter })).map(({ note }) => note)
    expect(await notes({ include: ['讲义', 'nothing'] })).toEqual(['纸鹤 讲义'])
    expect(await notes({ exclude: ['4k'] })).toEqual(['纸鹤 讲义'])
    expect(await notes({ include: ['4k'], exclude: ['灯塔'] })).toEqual([])
  })
})

describe('how it is asked', () => {
  test('conc bounds how many requests are in flight, as DEFAULT_CONC does without it', async () => {
    for (const [env, fields, most] of [
      [{}, { conc: 1 }, 1],
      [{ DEFAULT_CONC: '2' }, {}, 2],
      [{ DEFAULT_CONC: '1' }, { conc: 3 }, 3],
    ] as const) {
      const { search, asked, behave } = await startMadeSearch(sites, env)
      behave('telegram', 'held')
      behave('plugin', 'held')
      const answer = search(fields)
      await vi.waitFor(() => expect(asked()).toHaveLength(most))
      behave('plugin', 'fine')
      behave('telegram', 'fine')
      expect((await answer).meta.complete).toBe(true)
      expect(asked()).toHaveLength(3)
    }
  })

  test('refresh=true bypasses the cache, in any spelling', async () => {
    const { get, asked } = await startMadeSearch(sites)
    const asksOf = async (refresh: string) => {
      const before = asked().length
      const { statusCode, headers } = await get(withField('refresh', refresh))
      return [statusCode, headers['x-cache'], asked().length - before]
    }
    expect(await asksOf('false')).toEqual([200, 'MISS', 3])
    for (const no of ['false', '0', 'no', 'OFF']) expect(await asksOf(no), no).toEqual([200, 'HIT', 0])
    for (const yes of ['true', '1', 'yes', 'ON', 'True']) expect(await asksOf(yes), yes).toEqual([200, 'MISS', 3])
    expect(await asksOf('maybe')).toEqual([400, undefined, 0])
  })

  test('ext.deadline_ms answers by then with what has arrived, and is from 200 to 30000', async () => {
    const { search, post, behave } = await startMadeSearch(sites)
    // The others answer from the cache, however slow the machine is.
    await search({ channels: 'alpha' })
    behave('beta', 'held')
    const { meta, warnings, ...answer } = await search({ ext: { deadline_ms: 200 } })
    expect(meta).toMatchObject({ complete: false, sources: { asked: 3, pending: 1 } })
    expect([linksIn(answer).length, warnings]).toMatchObject([2, [{ kind: 'deadline_reached' }]])
    behave('beta', 'fine')
    for (const deadline_ms of [199, 30_001])
      expect((await post({ kw, ext: { deadline_ms } })).json().message).toMatch(/^ext\.deadline_ms: /)
  })

  test('ext.title_en is what English indexes are searched for in place of the keyword', async () => {
    const { search, asked } = await startMadeSearch(sites, { ENABLED_PLUGINS: 'internetarchive' })
    await search({ ext: '{"title_en":"Paper Crane","any":{"thing":1}}' })
    const queries = Object.fromEntries(asked().map(({ host, searchParams }) => [host, searchParams.get('q') ?? '']))
    expect(queries['t.me']).toBe(kw)
    expect(queries['archive.org']).toContain('Paper')
  })

  test('unknown fields are ignored, and a body needs no Content-Type but must be a JSON object', async () => {
    const { post, get, app } = await startMadeSearch(sites)
    expect((await post({ kw, limit: 5, page: { any: 'thing' } })).statusCode).toBe(200)
    expect((await get(`${asked}&limit=5&page=2`)).statusCode).toBe(200)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type }
      const payload = JSON.stringify({ kw, res: 'results' })
      const answer = await app.inject({ method: 'POST', url: '/api/search', headers, payload })
      expect(postsIn(answer.json())).toHaveLength(2)
    }
    for (const body of ['[]', '"kw"', 'null', 'kw=a', '{'])
      expect((await post(body)).json(), body).toMatchObject({ code: 400, message: expect.stringMatching(/^body/) })
  })
})
