// Film sites on the MacCMS engine: unexpected pages, requests, and links. All pages are hand-made.
import { expect, test } from 'vitest'
import { makeAsking, memberOf } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const films = await memberOf('engine: maccms-pages', 'sites: https://films.example.org', 'closed: 5-18')
const searched = 'search/wd/%E7%BA%B8%E9%B9%A4.html'
const share = 'https://pan.quark.cn/s/0a1b2c3d4e5f'

/** The site with the pages of some paths. */
function makeSite(pages: Readonly<Record<string, string>>, start = '2026-05-05T14:00:00Z') {
  const answer = ({ href }: URL) => pages[href.slice('https://films.example.org/index.php/vod/'.length)]
  return makeAsking(films, answer, Date.parse(start))
}

/** Asks the site whose list is this page. */
function listed(page: string, start?: string) {
  return makeSite({ [searched]: page }, start).ask()
}

/** Asks the site whose list has one film, with this page. */
function filmOf(page: string, list = item(1, '纸鹤')) {
  return makeSite({ [searched]: list, 'detail/id/1.html': page }).ask()
}

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

const empty = '<div class="module"><div class="module-list"><p>没有找到</p></div></div>'

test.each([
  ['in the other template', '<div class="module-card-item"></div>', 'the page is a list of films in template mxtheme'],
  ['of another site', '<html><head><title>网站维护</title></head></html>', 'the page is not a list of films'],
  ['of films of which none can be read', '<div class="module-search-item">纸鹤</div>', 'a list of films without'],
  [
    'of films that stand inside each other: reading each with all that is in it would take for ever',
    `${item(1, '纸鹤').replace('</div></div>', '').repeat(60)}${'<p><a>x</a></p>'.repeat(5_000)}`,
    '',
  ],
])('a list %s is a mismatch, not no hits', async (_what, page, message) => {
  expect(await failureOf(listed(page))).toMatchObject({ kind: 'mismatch', message: expect.stringContaining(message) })
})

test.each([
  ['请不要频繁操作，搜索时间间隔为3秒', 3_000],
  ['请不要频繁操作，时间间隔为 60 秒。页面将在5秒后跳转', 60_000],
  ['请输入验证码，页面将在5秒后跳转', undefined],
])('the form against frequent searches (%s) is blocked, for as long as it says', async (text, retryAfterMs) => {
  const page = `<div class="module"><div class="mac_msg_jump"><p>${text}</p></div></div>`
  expect(await failureOf(listed(page))).toMatchObject({ kind: 'blocked', retryAfterMs })
})

test.each([
  ['2026-05-04T21:00:00Z', 'the first minute of 05:00'],
  ['2026-05-05T09:59:59Z', 'the last second before 18:00'],
])('at %s (%s in China) a list without films means closed, and one with films is an answer', async (now) => {
  expect(await failureOf(listed(empty, now))).toMatchObject({
    kind: 'unavailable',
    message: 'closed from 05:00 to 18:00 China time',
    reason: { code: 'closed', from: '05:00', until: '18:00' },
  })
  expect((await makeSite({ [searched]: item(1, '纸鹤'), 'detail/id/1.html': film('') }, now).ask()).ids).toEqual(['1'])
})

test.each([
  ['2026-05-05T10:00:00Z', '18:00'],
  ['2026-05-05T20:59:59Z', 'the last second before 05:00'],
])('at %s (%s in China) a list without films means no hits', async (now) => {
  expect((await listed(empty, now)).posts).toEqual([])
})

test('the keyword is encoded with blanks as plus signs, and the site is told where we come from', async () => {
  const { ask, asked } = makeSite({ 'search/wd/%E7%BA%B8%E9%B9%A4+a%2Fb%2B%3F%23.html': empty })
  expect((await ask({}, { kw: '纸鹤 a/b+?#' })).posts).toEqual([])
  expect(asked[0]?.headers).toMatchObject({
    'user-agent': expect.stringContaining('Mozilla/5.0'),
    referer: 'https://films.example.org/',
  })
})

test.each([
  ['<p>出错了</p>', { kind: 'mismatch', message: 'the page is not a film page' }],
  ['<div class="mac_msg_jump">请不要频繁操作，搜索时间间隔为3秒</div>', { kind: 'blocked', retryAfterMs: 3_000 }],
])('a film page like %s is a failure', async (page, failure) => {
  expect(await failureOf(filmOf(page))).toMatchObject(failure)
})

test.each([
  ['without a download list', `<h1 class="page-title">纸鹤</h1>${row(share)}`, 0],
  ['of more rows than any has', film(Array.from({ length: 500 }, (_, at) => row(`${share}${at}`)).join('')), 100],
  [
    'with addresses of another scheme, of none and of the site itself, and torrents',
    film(
      ['javascript:;', 'data:text/html,x', '/vod/down/1.html', '', '链接稍后补', ' ed2k://|file|a|1|b|/ ']
        .map(row)
        .join(''),
    ),
    0,
  ],
])('a film page %s has the links that it may have', async (_what, page, count) => {
  const { posts, lacking } = await filmOf(page)
  expect([posts[0]?.anchors.length, lacking]).toEqual([count, undefined])
})

test('what a film says is bounded, in words and in addresses', async () => {
  const plot = `<div class="video-info-main"><div class="video-info-items"><span class="video-info-itemtitle">剧情：</span><div class="video-info-item">${'字'.repeat(30_000)}</div></div></div>`
  const subtitle = `<h2 class="video-subtitle">${'名'.repeat(3_000)}</h2>`
  const page = film(row(`${share}${'f'.repeat(3_000)}`) + row(share)) + subtitle
  const [post] = (await filmOf(page, item(1, '纸鹤').replace(/<\/div>$/, `${plot}</div>`))).posts
  expect([post?.text.length, post?.aside.length]).toEqual([4_001, 501])
  expect(post?.anchors.map(({ href }) => href)).toEqual([share])
})
