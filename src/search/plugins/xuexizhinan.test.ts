// Xuexizhinan: which films are requested, which buttons are shares, and unexpected pages. All pages are hand-made.
import { expect, test } from 'vitest'
import { makeAsking } from '../../../test/kit/site-io.ts'
import { parsePost } from '../posts/parse-post.ts'
import xuexizhinan from './xuexizhinan.ts'

const site = 'https://xuexizhinan.com/'
const list = '?post_type=book&s=%E7%BA%B8%E9%B9%A4'

/** The site with the pages of some paths. */
function makeSite(pages: Readonly<Record<string, string>>) {
  const { ask, asked } = makeAsking(xuexizhinan, ({ href }) => pages[href.slice(site.length)])
  return { ask, paths: () => asked.map(({ url }) => url.href.slice(site.length)) }
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
  const { ask } = makeSite({ [list]: listOf([1, '纸鹤']), 'book/1.html': film(inside) })
  const [result] = (await ask()).posts.flatMap((post) => parsePost('plugin:xuexizhinan', post))
  expect(result?.at).toBeUndefined()
  expect(result?.links.map(({ share }) => [share.type, share.url])).toEqual([
    ['magnet', 'magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233&dn=Demo.2031'],
    ['quark', 'https://go.example.org/a1'],
    ['baidu', 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'],
  ])
})

test('magnets in items that stand inside each other are found once, and quickly', async () => {
  const nested = `${'<li>纸鹤'.repeat(400)}magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233${'</li>'.repeat(400)}`
  const { ask } = makeSite({ [list]: listOf([1, '纸鹤']), 'book/1.html': film(`<ul>${nested}</ul>`) })
  const { posts } = await ask()
  expect(posts[0]?.anchors).toHaveLength(1)
})

test('what a film says is bounded, in words and in addresses', async () => {
  const long = `https://pan.quark.cn/s/${'f'.repeat(3_000)}`
  const name = '名'.repeat(3_000)
  const inside = [
    `<div class="panel-body single"><div>${'字'.repeat(30_000)}</div></div>`,
    `<div class="site-go"><a href="${long}">夸克网盘</a><a href="https://a.test/s" title="${name}">x</a></div>`,
  ].join('')
  const { ask } = makeSite({ [list]: listOf([1, '纸鹤']), 'book/1.html': film(inside) })
  const [post] = (await ask()).posts
  expect(post?.text).toHaveLength(4_001)
  expect(post?.anchors.map(({ href }) => href)).toEqual(['https://a.test/s'])
  expect(JSON.stringify(post).length).toBeLessThan(6_000)
})
