// Film sites on the MacCMS engine: unexpected pages, requests, and links. All pages are hand-made.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answeringIo } from '../../../test/kit/site-io.ts'
import type { Io } from '../../upstream/source.ts'
import engine from './maccms-pages.ts'

const site = {
  id: 'films',
  base_url: 'https://films.example.org',
  details: 8,
  pages: 1,
  options: engine.options.parse({}),
}

function searchFilms(kw: string, io: Io, at: typeof site) {
  return engine.ask({ kw, ext: {} }, io, at)
}

/** The site with the pages of some paths. */
function makeSite(pages: Readonly<Record<string, string>>) {
  const pathOf = (url: URL) => url.href.slice('https://films.example.org/index.php/vod/'.length)
  const { io, partialFailure, asked } = answeringIo((url) => pages[pathOf(url)])
  return { io, lacking: partialFailure, asked, paths: () => asked.map(({ url }) => pathOf(url)) }
}

const searched = 'search/wd/%E7%BA%B8%E9%B9%A4.html'

function item(id: number, title: string): string {
  const address = `/index.php/vod/detail/id/${id}.html`
  return `<div class="module-search-item"><div class="video-info-header"><h3><a href="${address}">${title}</a></h3></div></div>`
}

function film(rows: string): string {
  return `<h1 class="page-title">x</h1><div id="download-list">${rows}</div>`
}

function row(address: string): string {
  return `<div class="module-row-one"><a class="module-row-text copy" data-clipboard-text="${address}"></a></div>`
}

test('a list of films in the other template is a mismatch that names it, not an empty list', async () => {
  const { io } = makeSite({ [searched]: '<div class="module"><div class="module-card-item"></div></div>' })
  const message = 'the page is a list of films in template mxtheme'
  await expect(searchFilms('纸鹤', io, site)).rejects.toMatchObject({ kind: 'mismatch', message })
})

test('a page with the template and no film is no hits; any other page without films is a mismatch', async () => {
  const empty = makeSite({ [searched]: '<div class="module"><div class="module-list"><p>没有找到</p></div></div>' })
  expect(await searchFilms('纸鹤', empty.io, site)).toEqual([])
  const other = makeSite({ [searched]: '<html><head><title>网站维护</title></head><body>稍后再来</body></html>' })
  await expect(searchFilms('纸鹤', other.io, site)).rejects.toMatchObject({ kind: 'mismatch' })
})

test('films of which none can be read are a mismatch, not no hits', async () => {
  const { io } = makeSite({ [searched]: '<div class="module"><div class="module-search-item">纸鹤</div></div>' })
  await expect(searchFilms('纸鹤', io, site)).rejects.toMatchObject({ kind: 'mismatch' })
})

test.each([
  ['请不要频繁操作，搜索时间间隔为3秒', 3_000],
  ['请不要频繁操作，时间间隔为 60 秒。页面将在5秒后跳转', 60_000],
  ['请输入验证码，页面将在5秒后跳转', undefined],
])('the form against frequent searches (%s) is blocked, for as long as it says', async (text, retryAfterMs) => {
  const { io } = makeSite({ [searched]: `<div class="module"><div class="mac_msg_jump"><p>${text}</p></div></div>` })
  await expect(searchFilms('纸鹤', io, site)).rejects.toMatchObject({ kind: 'blocked', retryAfterMs })
})

test('a list without films while the site is closed is unavailable; with films it is an answer', async () => {
  // The clock of these tests stands at midnight in China.
  const closed = { ...site, options: engine.options.parse({ closed: '0-24' }) }
  const { io } = makeSite({ [searched]: '<div class="module"></div>' })
  await expect(searchFilms('纸鹤', io, closed)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'closed from 00:00 to 24:00 China time',
    reason: { code: 'closed', from: '00:00', until: '24:00' },
  })
  const open = makeSite({
    [searched]: item(1, '纸鹤'),
    'detail/id/1.html': film(row('https://pan.quark.cn/s/0a1b2c3d4e5f')),
  })
  expect(await searchFilms('纸鹤', open.io, closed)).toHaveLength(1)
})

test('the keyword is encoded with blanks as plus signs, and the site is told where we come from', async () => {
  const { io, asked } = makeSite({ 'search/wd/%E7%BA%B8%E9%B9%A4+a%2Fb%2B%3F%23.html': '<div class="module"></div>' })
  expect(await searchFilms('纸鹤 a/b+?#', io, site)).toEqual([])
  expect(asked[0]?.headers).toMatchObject({
    'user-agent': expect.stringContaining('Mozilla/5.0'),
    referer: 'https://films.example.org/',
  })
})

test('only films whose title holds the keyword are looked into, and no more than allowed', async () => {
  const list = [item(1, '灯塔'), item(2, '纸鹤 一'), item(3, '纸鹤 二'), item(4, '纸鹤 三'), item(2, '纸鹤 一')].join(
    '',
  )
  const pages = { [searched]: list, 'detail/id/2.html': film(''), 'detail/id/3.html': film('') }
  const { io, paths } = makeSite(pages)
  const posts = await searchFilms('纸鹤', io, { ...site, details: 2 })
  expect(posts.map(({ id }) => id)).toEqual(['2', '3'])
  expect(paths()).toEqual([searched, 'detail/id/2.html', 'detail/id/3.html'])
})

test('the links of a film are asked for once', async () => {
  const { io, paths } = makeSite({
    [searched]: item(1, '纸鹤'),
    'detail/id/1.html': film(row('https://pan.quark.cn/s/0a1b2c3d4e5f')),
  })
  const first = await searchFilms('纸鹤', io, site)
  expect(await searchFilms('纸鹤', io, site)).toEqual(first)
  expect(paths()).toEqual([searched, 'detail/id/1.html', searched])
})

test.each([
  ['<p>出错了</p>', { kind: 'mismatch', message: 'the page is not a film page' }],
  ['<div class="mac_msg_jump">请不要频繁操作，搜索时间间隔为3秒</div>', { kind: 'blocked', retryAfterMs: 3_000 }],
])('a film whose page cannot be read (%s) is left out and said', async (page, failure) => {
  const { io, lacking } = makeSite({
    [searched]: item(1, '纸鹤 一') + item(2, '纸鹤 二'),
    'detail/id/1.html': page,
    'detail/id/2.html': film(''),
  })
  const posts = await searchFilms('纸鹤', io, site)
  expect(posts.map(({ id }) => id)).toEqual(['2'])
  expect(lacking()).toMatchObject(failure)
})

test('a page without a download list has no links', async () => {
  const { io, lacking } = makeSite({
    [searched]: item(1, '纸鹤'),
    'detail/id/1.html': `<h1 class="page-title">纸鹤</h1>${row('https://pan.quark.cn/s/ffffffffffff')}`,
  })
  const posts = await searchFilms('纸鹤', io, site)
  expect(posts.map(({ id, anchors }) => [id, anchors])).toEqual([['1', []]])
  expect(lacking()).toBeUndefined()
})

test('addresses of another scheme, of none and of the site itself are no links, and torrents are left out', async () => {
  const rows = [
    'javascript:;',
    'data:text/html,x',
    '/index.php/vod/down/1.html',
    '',
    '链接稍后补',
    ' ed2k://|file|a|1|b|/ ',
  ]
  const { io } = makeSite({ [searched]: item(1, '纸鹤'), 'detail/id/1.html': film(rows.map(row).join('')) })
  const posts = await searchFilms('纸鹤', io, site)
  expect(posts[0]?.anchors).toEqual([])
})

test('what is remembered of a film is plain data, of a bounded number of links', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => row(`https://pan.quark.cn/s/${index}`)).join('')
  const { io } = makeSite({ [searched]: item(1, '纸鹤'), 'detail/id/1.html': film(rows) })
  const posts = await searchFilms('纸鹤', io, site)
  expect(posts[0]?.anchors).toHaveLength(100)
  expect(z.json().safeParse(posts).success).toBe(true)
})

test('films that stand inside each other are a mismatch: reading each with all that is in it would take for ever', async () => {
  const nested = `${item(1, '纸鹤').replace('</div></div>', '').repeat(60)}${'<p><a>x</a></p>'.repeat(5_000)}`
  await expect(searchFilms('纸鹤', makeSite({ [searched]: nested }).io, site)).rejects.toMatchObject({
    kind: 'mismatch',
  })
})

test('what a film says is bounded, in words and in addresses', async () => {
  const plot = `<div class="video-info-main"><div class="video-info-items"><span class="video-info-itemtitle">剧情：</span><div class="video-info-item">${'字'.repeat(30_000)}</div></div></div>`
  const listed = item(1, '纸鹤').replace(/<\/div>$/, `${plot}</div>`)
  const long = `https://pan.quark.cn/s/${'f'.repeat(3_000)}`
  const subtitle = `<h2 class="video-subtitle">${'名'.repeat(3_000)}</h2>`
  const rows = row(long) + row('https://pan.quark.cn/s/0a1b2c3d4e5f')
  const { io } = makeSite({ [searched]: listed, 'detail/id/1.html': film(rows) + subtitle })
  const [post] = await searchFilms('纸鹤', io, site)
  expect(post?.text).toHaveLength(4_001)
  expect(post?.aside).toHaveLength(501)
  expect(post?.anchors.map(({ href }) => href)).toEqual(['https://pan.quark.cn/s/0a1b2c3d4e5f'])
})
