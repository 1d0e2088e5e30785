// PanSearch's build id: caching, and replacement by a newer one.
import { expect, test } from 'vitest'
import { makeAsking } from '../../../test/kit/plugin-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import pansearch from './pansearch.ts'

const site = 'https://www.pansearch.me'

function dataAddress(build: string, offset = 0): string {
  return `${site}/_next/data/${build}/search.json?keyword=crane&offset=${offset}`
}

function searchPage(build: string): string {
  return `<html><script id="__NEXT_DATA__" type="application/json">{"page":"/search","buildId":"${build}"}</script></html>`
}

function found(total: number, ...ids: readonly number[]) {
  const data = ids.map((id) => ({ id, content: `名称：Crane ${id}` }))
  return { pageProps: { data: { total, data } } }
}

/** The site as its pages say, which a test may change. */
function makeSite(pages: Record<string, unknown>) {
  const { ask, asked, clock } = makeAsking(pansearch, ({ href }) => pages[href])
  const sent = () => asked.map(({ url }) => url.href.replace(site, ''))
  return { ask: (settings = {}) => ask(settings, { kw: 'crane' }), pages, sent, clock }
}

test('the build is asked for once in half an hour', async () => {
  const { ask, sent, clock } = makeSite({ [`${site}/search`]: searchPage('one'), [dataAddress('one')]: found(1, 7) })
  const builds = () => sent().filter((path) => path === '/search').length
  expect(await ask()).toMatchObject({ ids: ['7'], lacking: undefined })
  await ask()
  expect(builds()).toBe(1)
  clock.advance(30 * 60_000)
  await ask()
  expect(builds()).toBe(2)
})

test('a build the site no longer knows is replaced once, and the newer one believed from then on', async () => {
  const { ask, pages, sent } = makeSite({ [`${site}/search`]: searchPage('one'), [dataAddress('one')]: found(1, 7) })
  await ask()
  delete pages[dataAddress('one')]
  pages[`${site}/search`] = searchPage('two')
  pages[dataAddress('two')] = found(1, 8)
  const before = sent().length
  expect(await ask()).toMatchObject({ ids: ['8'], lacking: undefined })
  expect(await ask()).toMatchObject({ ids: ['8'], lacking: undefined })
  const since = sent().slice(before)
  expect(since.map((path) => path.replace(/\/search\.json.*/, ''))).toEqual([
    '/_next/data/one',
    '/search',
    '/_next/data/two',
    '/_next/data/two',
  ])
})

test('a site that knows its own newest build as little is given up', async () => {
  const { ask, sent } = makeSite({ [`${site}/search`]: searchPage('one') })
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', status: 404 })
  expect(sent()).toHaveLength(4)
})

test('only as many pages are asked for as there are hits for, and as are wanted; one that fails leaves the others', async () => {
  const { ask, pages, sent } = makeSite({
    [`${site}/search`]: searchPage('one'),
    [dataAddress('one')]: found(21, 1, 2),
    [dataAddress('one', 20)]: found(21, 2, 3),
  })
  expect(await ask()).toMatchObject({ ids: ['1', '2', '3'], lacking: { status: 404 } })
  expect(sent()).toHaveLength(4)
  pages[dataAddress('one')] = found(1_000_000, 1)
  pages[dataAddress('one', 10)] = found(1_000_000, 2)
  expect(await ask({ pages: '2' })).toMatchObject({ ids: ['1', '2'], lacking: undefined })
  expect(sent()).toHaveLength(6)
  pages[dataAddress('one')] = found(0)
  expect(await ask()).toMatchObject({ ids: [], lacking: undefined })
})

test('a page instead of data is no answer and is not asked for again', async () => {
  const { ask, pages, sent } = makeSite({ [`${site}/search`]: searchPage('one') })
  pages[dataAddress('one')] = searchPage('one')
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch' })
  expect(sent()).toHaveLength(2)
})

test('the build is read from wherever the page says it, and a page that does not is no answer', async () => {
  const data = { [dataAddress('b-1.x')]: found(1, 7) }
  const bare = makeSite({ ...data, [`${site}/search`]: '<script>{"buildId":"b-1.x","other":1}</script>' })
  expect(await bare.ask()).toMatchObject({ ids: ['7'] })
  for (const page of ['<html></html>', searchPage('../../x?y='), searchPage('')]) {
    const { ask, sent } = makeSite({ [`${site}/search`]: page })
    expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: expect.stringContaining('build') })
    expect(sent()).toHaveLength(1)
  }
})

test('a break inside a tag breaks nothing', async () => {
  const content = '名称：Crane\n链接：<a class="r"\nhref="https://pan.quark.cn/s/0a1b2c3d4e5f">打开</a>\n大小：1 GB'
  const { ask } = makeSite({
    [`${site}/search`]: searchPage('one'),
    [dataAddress('one')]: { pageProps: { data: { total: 1, data: [{ id: 7, content }] } } },
  })
  const [post] = (await ask()).posts
  expect(post?.text).toBe('名称：Crane\n链接：打开\n大小：1 GB')
  expect(post?.anchors).toMatchObject([{ href: 'https://pan.quark.cn/s/0a1b2c3d4e5f' }])
})
