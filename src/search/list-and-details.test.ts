// Items of a list with what the page of each adds: which pages are asked for, and what a post has of both.
import { expect, it } from 'vitest'
import { makeAsking } from '../../test/kit/site-io.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { type ItemPage, type ListedItem, withDetails } from './list-and-details.ts'
import type { Plugin } from './plugin.ts'
import { anchorList } from './plugin-parsing.ts'

const share = 'https://pan.quark.cn/s/0a1b2c3d4e5f'

/** A site with a list, and the pages of its items by id; `read` has the items whose page was read. */
function makeSite(items: readonly ListedItem[], pages: Readonly<Record<string, ItemPage>>, details = 8) {
  const read: string[] = []
  const readPage = async ({ id }: ListedItem) => {
    read.push(id)
    const page = pages[id]
    if (!page) throw new UpstreamError('mismatch', 'the page is not that of a film')
    return page
  }
  const plugin: Pick<Plugin, 'ask'> = {
    ask: ({ kw }, io) => withDetails(items, io, { kw, details, read: readPage }),
  }
  return { ...makeAsking(plugin, () => 404), read }
}

const none = { anchors: [] }

it('the pages of items whose title holds the keyword are read, each once, and no more than allowed', async () => {
  const [lighthouse, first, second, third] = ['灯塔', '纸鹤 一', '纸鹤 二', '纸鹤 三'].map((title, at) => ({ id: `${at}`, title }))
  const { ask, read } = makeSite([lighthouse, first, first, second, third], { 1: none, 2: none, 3: none }, 2)
  expect((await ask()).ids).toEqual(['1', '2'])
  expect((await ask()).ids).toEqual(['1', '2'])
  expect(read).toEqual(['1', '2'])
})

it('an item whose page cannot be read is left out and said', async () => {
  const items = ['1', '2'].map((id) => ({ id, title: `纸鹤 ${id}` }))
  const lacking = { kind: 'mismatch', message: 'the page is not that of a film' }
  expect(await makeSite(items, { 2: none }).ask()).toMatchObject({ ids: ['2'], lacking })
})

it('the text of a page stands after that of the list, with its links, and listed links before both', async () => {
  const listed = {
    id: '1',
    title: '纸鹤',
    text: '全12集',
    aside: '4K',
    images: ['https://a.test/list.jpg'],
    tags: ['剧集'],
  }
  const anchors = [...anchorList([{ href: share }]), { start: 0, end: 2, href: `${share}1` }]
  const { ask } = makeSite([listed], { 1: { text: '夸克', anchors, title: '纸鹤与灯塔', aside: '守塔人' } })
  expect((await ask()).posts).toMatchObject([
    {
      ...{ title: '纸鹤与灯塔', text: '全12集\n夸克', aside: '守塔人\n4K' },
      ...{ images: ['https://a.test/list.jpg'], tags: ['剧集'] },
      anchors: [
        { start: 0, end: 0, href: share },
        { start: 5, end: 7, href: `${share}1` },
      ],
    },
  ])
})

it('a post has the picture, the tags and the time of its page rather than those of the list', async () => {
  const at = new Date('2026-05-02T00:00:00Z')
  const listed = { id: '1', title: '纸鹤', images: ['https://a.test/list.jpg'], tags: ['剧集'], at: new Date(0) }
  const page = { ...none, image: 'https://a.test/page.jpg', tags: ['电影'], at: at.getTime() }
  const { ask } = makeSite([listed], { 1: page })
  expect((await ask()).posts).toMatchObject([{ images: [page.image], tags: ['电影'], at }])
})

it('a post of too many links, or of too long ones, has as many as people write', async () => {
  const long = { href: `${share}${'f'.repeat(3_000)}` }
  const anchors = anchorList([long, ...Array(500).fill({ href: share })])
  const [post] = (await makeSite([{ id: '1', title: '纸鹤' }], { 1: { text: '字'.repeat(30_000), anchors } }).ask())
    .posts
  expect([post?.anchors.length, post?.anchors[0]?.href, post?.text.length]).toEqual([200, share, 20_001])
})
