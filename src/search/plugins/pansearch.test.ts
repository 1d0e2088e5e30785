// PanSearch's ways: data in the page, data by the build, rows of the page.
import { expect, test } from 'vitest'
import { makeAsking } from '../../../test/kit/site-io.ts'
import pansearch from './pansearch.ts'

const site = 'https://www.pansearch.me'
const searched = `${site}/search?keyword=crane`

function dataAddress(build: string, offset = 0): string {
  return `${site}/_next/data/${build}/search.json?keyword=crane&offset=${offset}`
}

function searchPage(build: string, rows = ''): string {
  return `<html><div id="__next">${rows}</div><script id="__NEXT_DATA__" type="application/json">{"page":"/search","buildId":"${build}"}</script></html>`
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

test('the page of the search names the build, and then its data are asked for', async () => {
  const { ask, sent } = makeSite({ [searched]: searchPage('one'), [dataAddress('one')]: found(1, 7) })
  expect(await ask()).toMatchObject({ ids: ['7'], lacking: undefined })
  expect(sent()).toEqual(['/search?keyword=crane', '/_next/data/one/search.json?keyword=crane&offset=0'])
})

test('rows that the page has in its data are not asked for again', async () => {
  const data = JSON.stringify({ props: found(1, 7), buildId: 'one' })
  const { ask, sent } = makeSite({ [searched]: `<script id="__NEXT_DATA__" type="application/json">${data}</script>` })
  expect(await ask()).toMatchObject({ ids: ['7'] })
  expect(sent()).toHaveLength(1)
})

test.each([
  ['refuses its data', 403],
  ['knows its own build as little', 404],
  ['sends a page in place of data', '<html></html>'],
])('a site that %s is read from the page that is in hand, and asked on', async (_what, reply) => {
  const rows = `<div class="flex-1"><div class="whitespace-pre-wrap">名称：Crane
链接：<a class="resource-link" href="https://pan.quark.cn/s/0a1b2c3d4e5f">x</a></div><div>发布时间: 2026-05-02</div></div>`
  const { ask, pages, sent } = makeSite({ [searched]: searchPage('one', rows), [dataAddress('one')]: reply })
  expect((await ask()).posts).toMatchObject([{ title: 'Crane', at: new Date('2026-05-01T16:00:00Z') }])
  pages[dataAddress('one')] = found(1, 7)
  expect(await ask()).toMatchObject({ ids: ['7'] })
  expect(sent()).toHaveLength(4)
})

test('only as many pages are asked for as there are hits for, and as are wanted; one that fails leaves the others', async () => {
  const { ask, pages, sent } = makeSite({
    [searched]: searchPage('one'),
    [dataAddress('one')]: found(21, 1, 2),
    [dataAddress('one', 20)]: found(21, 3),
  })
  expect(await ask()).toMatchObject({ ids: ['1', '2', '3'], lacking: { status: 404 } })
  expect(sent()).toHaveLength(4)
  pages[dataAddress('one')] = found(1_000_000, 1)
  pages[dataAddress('one', 10)] = found(1_000_000, 2)
  expect(await ask({ pages: '2' })).toMatchObject({ ids: ['1', '2'], lacking: undefined })
  expect(sent()).toHaveLength(7)
  pages[dataAddress('one')] = found(0)
  expect(await ask()).toMatchObject({ ids: [], lacking: undefined })
})

test('rows with cut addresses are left out', async () => {
  const rows =
    '<div class="whitespace-pre-wrap">名称：Crane <a class="resource-link" href="https://pan.quark.cn/s/0a...">x</a></div>'
  expect((await makeSite({ [searched]: searchPage('', rows) }).ask()).posts).toEqual([])
})

test('a break inside a tag breaks nothing', async () => {
  const content = '名称：Crane\n链接：<a class="r"\nhref="https://pan.quark.cn/s/0a1b2c3d4e5f">打开</a>\n大小：1 GB'
  const { ask } = makeSite({
    [searched]: searchPage('one'),
    [dataAddress('one')]: { pageProps: { data: { total: 1, data: [{ id: 7, content }] } } },
  })
  const [post] = (await ask()).posts
  expect(post?.text).toBe('名称：Crane\n链接：打开\n大小：1 GB')
  expect(post?.anchors).toMatchObject([{ href: 'https://pan.quark.cn/s/0a1b2c3d4e5f' }])
})
