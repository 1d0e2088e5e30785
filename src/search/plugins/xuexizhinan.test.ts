// Tests of Xuexizhinan: which films are looked into, which buttons are shares, and pages that are no answer. All pages are hand-made.
import { expect, test } from 'vitest'
import { readPage } from '../../upstream/page.ts'
import type { Io } from '../../upstream/source.ts'
import { acceptPlugin } from '../plugin.ts'
import { understand } from '../result.ts'
import xuexizhinan from './xuexizhinan.ts'

const site = 'https://xuexizhinan.com/'
const list = '?post_type=book&s=%E7%BA%B8%E9%B9%A4'

function refuse(): never {
  throw new Error('only pages are expected to be asked for')
}

/** An io with the pages of some paths, that remembers for ever; `failed` is what `some` left out. */
function ioOf(pages: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const kept = new Map<string, unknown>()
  const failed: unknown[] = []
  const io: Io = {
    bytes: refuse,
    text: refuse,
    json: refuse,
    copy: refuse,
    async html(url) {
      const path = url.slice(site.length)
      asked.push(path)
      return readPage(pages[path] ?? '')
    },
    async some(asks) {
      const settled = await Promise.allSettled(asks)
      failed.push(...settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
      if (failed.length > 0 && failed.length === asks.length) throw failed[0]
      return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    async remembered({ key, shape, make }) {
      if (!kept.has(key)) kept.set(key, await make())
      return shape.parse(kept.get(key))
    },
    now: new Date('2026-05-05T00:00:00Z'),
  }
  return { io, asked, failed }
}

function ask(io: Io, env: Record<string, string> = {}) {
  return acceptPlugin('xuexizhinan', xuexizhinan, env).ask({ kw: '纸鹤', ext: {} }, io)
}

function listOf(...cards: readonly (readonly [id: number, title: string])[]): string {
  const rows = cards.map(
    ([id, title]) => `<div class="url-card"><a class="list-title" href="${site}book/${id}.html">${title}</a></div>`,
  )
  return `<div class="content-wrap"><div class="content-layout"><div class="row">${rows.join('')}</div></div></div>`
}

function film(inside: string): string {
  return `<div class="book-header"><h1>纸鹤</h1></div><div class="book-info">${inside}</div>`
}

test('only films whose title holds the keyword are looked into, no more than allowed, each once', async () => {
  const pages = { [list]: listOf([1, '灯塔'], [2, '纸鹤 一'], [3, '纸鹤 二']), 'book/2.html': film('') }
  const { io, asked } = ioOf(pages)
  const env = { XUEXIZHINAN_DETAILS: '1' }
  expect((await ask(io, env)).map(({ id }) => id)).toEqual(['2'])
  await ask(io, env)
  expect(asked).toEqual([list, 'book/2.html', list])
})

test('a film whose page cannot be read is left out and said', async () => {
  const { io, failed } = ioOf({
    [list]: listOf([2, '纸鹤 一'], [3, '纸鹤 二']),
    'book/2.html': '<html><body>出错了</body></html>',
    'book/3.html': film(''),
  })
  expect((await ask(io)).map(({ id }) => id)).toEqual(['3'])
  expect(failed).toMatchObject([{ kind: 'mismatch', message: 'a page that is no film' }])
})

test('a page of the site without films is no hits; any other page, or films nobody can read, is a mismatch', async () => {
  expect(await ask(ioOf({ [list]: listOf() }).io)).toEqual([])
  expect(await ask(ioOf({ [list]: '<title>纸鹤 | 4K指南</title><p>没有内容</p>' }).io)).toEqual([])
  const unread = listOf([1, '纸鹤']).replaceAll('list-title', 'name')
  for (const page of ['', '<html><head><title>It works!</title></head></html>', unread])
    await expect(ask(ioOf({ [list]: page }).io)).rejects.toMatchObject({ kind: 'mismatch' })
})

test('a magnet keeps its name, and a button without a drive in its name counts by its host', async () => {
  const button = (href: string, name: string) => `<a href="${href}"><span class="b-name">${name}</span></a>`
  const buttons = [
    button('https://go.example.org/a1', '夸克网盘'),
    button('https://movies.example.org/subject/1', '影评'),
    button('https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV', '下载'),
  ].join('')
  const magnet =
    'magnet:?xt=urn:btih:00112233445566778899AABBCCDDEEFF00112233&dn=Demo.2031&tr=udp%3A%2F%2Ft.example.org'
  const inside = `<ul><li><ul><li><span>磁力链接 :</span>${magnet}</li></ul></li></ul><div class="site-go">${buttons}</div>`
  const { io } = ioOf({ [list]: listOf([1, '纸鹤']), 'book/1.html': film(inside) })
  const [result] = (await ask(io)).flatMap((post) => understand('plugin:xuexizhinan', post))
  expect(result?.at).toBeUndefined()
  expect(result?.links.map(({ share }) => [share.type, share.url])).toEqual([
    ['magnet', 'magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233&dn=Demo.2031'],
    ['quark', 'https://go.example.org/a1'],
    ['baidu', 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'],
  ])
})

test('magnets in items that stand inside each other are found once, and quickly', async () => {
  const nested = `${'<li>纸鹤'.repeat(400)}magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233${'</li>'.repeat(400)}`
  const { io } = ioOf({ [list]: listOf([1, '纸鹤']), 'book/1.html': film(`<ul>${nested}</ul>`) })
  const posts = await ask(io)
  expect(posts[0]?.anchors).toHaveLength(1)
})
