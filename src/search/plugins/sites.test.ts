// Sites of their own kind: sessions, redirects, keys, and what they are asked a second time for.
import { expect, it } from 'vitest'
import { makeAsking, pluginOf, wholeReply } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const share = 'https://pan.quark.cn/s/0a1b2c3d4e5f'

function redirect(location: string) {
  return wholeReply({ status: 302, body: '', headers: { location } })
}

/** The page of 488run with one cookie after the other, and its interface. */
async function session(search: (cookie: string, poll: boolean) => unknown) {
  let given = 0
  return makeAsking(await pluginOf('488run'), ({ pathname }, _sent, headers) => {
    if (pathname === '/') {
      given += 1
      return wholeReply({ status: 200, body: '<html></html>', setCookies: [`yd_frontend=c${given}; HttpOnly`] })
    }
    return search(headers.cookie ?? '', pathname.endsWith('/poll'))
  })
}

function found(complete: boolean, ...ids: string[]) {
  const list = ids.map((id) => ({ id, title: `纸鹤 ${id}`, link: `https://pan.quark.cn/s/${id}` }))
  return { code: 0, message: 'ok', data: { complete, search_id: 's1', items: [], list } }
}

it.each([401, 403])('488run is asked with a new cookie once when it answers %i', async (status) => {
  const refusal = wholeReply({ status, body: 'who are you?' })
  const { ask, asked } = await session((cookie) => (cookie === 'yd_frontend=c1' ? refusal : found(true, 'a')))
  expect((await ask()).ids).toEqual(['a'])
  expect((await ask()).ids).toEqual(['a'])
  expect(asked.map(({ url }) => url.pathname).filter((path) => path === '/')).toHaveLength(2)
  const strict = await session(() => refusal)
  expect(await failureOf(strict.ask())).toMatchObject({ kind: 'blocked' })
  expect(strict.asked).toHaveLength(4)
})

it('488run is let alone for twenty seconds when searches are too frequent', async () => {
  const { ask, asked } = await session(() => ({ code: 403, message: '访问过于频繁' }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked', retryAfterMs: 20_000 })
  expect(asked).toHaveLength(2)
})

it('488run is polled for new rows until its search is complete or forgotten, and at most as often as is set', async () => {
  const polls = [found(false, 'b'), { code: 1004, message: '' }]
  const { ask } = await session((_cookie, poll) => (poll ? polls.shift() : found(false, 'a')))
  expect((await ask()).ids).toEqual(['a', 'b'])
  const endless = await session((_cookie, poll) => found(false, poll ? 'b' : 'a'))
  expect((await endless.ask({ polls: '2' })).ids).toEqual(['a', 'b', 'b'])
  expect(endless.asked).toHaveLength(4)
  expect(endless.rates).toEqual([{ perMs: 420 }, { perMs: 420 }, { perMs: 420 }])
})

it('djgou: the script of a firewall is followed once, and a second one is a block', async () => {
  const script = '<html><script>window.location.href = "/search.php?q=x&btwaf=12";</script></html>'
  const row =
    '<article class="post-item-row"><h2 class="post-title"><a href="/post/1.html">纸鹤</a></h2><span class="post-date">05-02</span></article>'
  const djgou = await pluginOf('djgou')
  const open = makeAsking(
    djgou,
    ({ pathname, searchParams }) => {
      if (pathname.startsWith('/post')) return `<div class="post-content"><a href="${share}">x</a></div>`
      return searchParams.has('btwaf') ? row : script
    },
    Date.UTC(2026, 10, 1),
  )
  expect((await open.ask()).posts).toMatchObject([{ id: 'post/1.html', at: new Date('2026-05-01T16:00:00Z') }])
  const shut = makeAsking(djgou, () => script)
  expect(await failureOf(shut.ask())).toMatchObject({ kind: 'blocked' })
  expect(shut.asked).toHaveLength(2)
  const away = makeAsking(djgou, () => script.replace('"/search', '"https://evil.example/search'))
  expect(await failureOf(away.ask())).toMatchObject({ kind: 'blocked' })
  expect(away.asked).toHaveLength(1)
})

it.each([
  [share, [share]],
  ['/resource/9001', []],
  ['', []],
])('ting77: a redirect to %j is the share unless it stays on the site; it is remembered', async (location, hrefs) => {
  const row =
    '<a class="resource-row" href="/resource/9001"><span class="row-title">纸鹤</span><span class="cloud-badge quark">x</span></a>'
  const { ask, asked } = makeAsking(await pluginOf('ting77'), ({ pathname }) => {
    if (pathname === '/search') return row
    return pathname === '/go' ? redirect(location) : { code: 0, message: 'ok', data: { token: 't', ts: 1 } }
  })
  await ask()
  expect((await ask()).posts[0]?.anchors.map(({ href }) => href)).toEqual(hrefs)
  expect(asked.map(({ url }) => url.pathname)).toEqual(['/search', '/api/link/token', '/go', '/search'])
})

it('xiaozhang: a film whose page redirects to another site has no links', async () => {
  const list = '<div class="list-boxes"><a class="text_title_p" href="/subject/1.html">纸鹤</a></div>'
  const { ask, asked } = makeAsking(await pluginOf('xiaozhang'), ({ pathname }) =>
    pathname === '/search.html' ? list : redirect('https://binhd.example/1.html'),
  )
  expect((await ask()).posts.map(({ anchors }) => anchors)).toEqual([[]])
  expect(asked).toHaveLength(2)
})

it('jsnoteclub: an old key is renewed once, and an install without filters is asked for its newest posts', async () => {
  const posts = [{ id: '1', title: '纸鹤', url: 'https://jsnoteclub.com/a/', visibility: 'public' }]
  const replies: unknown[] = []
  const { ask, asked } = makeAsking(await pluginOf('jsnoteclub'), ({ pathname }) => {
    if (pathname === '/') return '<script data-key="00aa11bb22cc"></script>'
    return pathname === '/a/' ? `<section class="gh-content"><a href="${share}">x</a></section>` : replies.shift()
  })
  replies.push({ errors: [{ message: 'Unknown Content API Key' }] }, { posts })
  expect((await ask()).ids).toEqual(['1'])
  expect(asked.filter(({ url }) => url.pathname === '/')).toHaveLength(2)
  replies.push({ errors: [{ message: 'Error parsing filter' }] }, { posts })
  expect((await ask()).ids).toEqual(['1'])
  expect(asked.at(-1)?.url.searchParams.get('limit')).toBe('100')
})

it('xiaokupan: the name of the function is read from the script of the site, and once more when it is gone', async () => {
  const [old, fresh] = ['a'.repeat(64), 'b'.repeat(64)]
  let build = old
  const { ask, asked } = makeAsking(await pluginOf('xiaokupan'), ({ pathname }) => {
    if (pathname === '/') return '<script src="/assets/index-x.js"></script>'
    if (pathname.startsWith('/assets')) return `f("${build}");r("/s/$query")`
    if (!pathname.endsWith(build)) return 404
    const nodes = {
      k: ['result'],
      v: [
        {
          t: 10,
          i: 1,
          p: {
            k: ['searchResults'],
            v: [{ t: 10, i: 2, p: { k: ['merged_by_type'], v: [{ t: 10, i: 3, p: { k: [], v: [] } }] } }],
          },
        },
      ],
    }
    return { t: 10, i: 0, p: nodes }
  })
  expect((await ask()).posts).toEqual([])
  build = fresh
  expect((await ask()).posts).toEqual([])
  expect(asked.filter(({ url }) => url.pathname === '/')).toHaveLength(2)
})

it('yulinshufa: the keyword is sent in GBK, with a question mark for what that lacks', async () => {
  const { ask, asked } = makeAsking(await pluginOf('yulinshufa'), () => '<ul class="main-list"></ul>')
  await ask({}, { kw: '纸鹤 a&😀' })
  expect(asked[0]?.url.search).toBe('?q=%D6%BD%BA%D7%20a%26%3F')
})
