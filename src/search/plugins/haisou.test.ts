// Haisou's two steps: which items are resolved, how often, and partial failures.
import { expect, test } from 'vitest'
import { makeAsking } from '../../../test/kit/plugin-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import haisou from './haisou.ts'

const site = 'https://haisou.cc/api/pan/share'

function searchAddress(page: number): string {
  return `${site}/search?query=crane&scope=title&page=${page}&filter_valid=true&filter_has_files=false`
}

function pageOf(pages: number, ...ids: readonly string[]) {
  const list = ids.map((hsid) => ({ hsid, platform: 'quark', share_name: `Crane ${hsid}` }))
  return { code: 0, msg: null, data: { pages, page: 1, list } }
}

function share(share_code: string) {
  return { code: 0, msg: null, data: { share_code, share_pwd: null } }
}

/** The site, as far as `replies` knows it. */
function makeSite(replies: Readonly<Record<string, unknown>>) {
  const { ask, asked, clock } = makeAsking(haisou, ({ href }) => replies[href])
  const sent = () => asked.map(({ url }) => url.href.replace(site, ''))
  return { ask: (settings = {}) => ask(settings, { kw: 'crane' }), sent, clock }
}

test('an item that cannot be resolved is left out and said, the others stay', async () => {
  const { ask } = makeSite({
    [searchAddress(1)]: pageOf(1, 'a1', 'a2', 'a3'),
    [`${site}/a1/fetch`]: share('0a1b2c3d4e5f'),
    [`${site}/a2/fetch`]: { code: 1, msg: 'gone', data: {} },
    [`${site}/a3/fetch`]: share('../other?x='),
  })
  expect(await ask()).toMatchObject({ ids: ['a1'], lacking: { kind: 'mismatch', message: expect.any(String) } })
})

test('an item whose share is gone is left out without a word', async () => {
  const { ask } = makeSite({
    [searchAddress(1)]: pageOf(1, 'a1', 'a2', 'a3'),
    [`${site}/a1/fetch`]: share('0a1b2c3d4e5f'),
    [`${site}/a2/fetch`]: { code: 1, msg: '分享不存在或已失效', data: null },
    [`${site}/a3/fetch`]: { code: 404, msg: null, data: null },
  })
  expect(await ask()).toMatchObject({ ids: ['a1'], lacking: undefined })
})

test.each([
  [1, '该分享链接已被取消'],
  [1, '文件已过期'],
  [404, null],
])('an item that is gone (%i %s) is asked for again the next time', async (code, msg) => {
  const { ask, sent } = makeSite({
    [searchAddress(1)]: pageOf(1, 'a1'),
    [`${site}/a1/fetch`]: { code, msg, data: null },
  })
  for (const _ of [1, 2]) expect(await ask()).toMatchObject({ ids: [], lacking: undefined })
  expect(sent().filter((path) => path === '/a1/fetch')).toHaveLength(2)
})

test.each([
  [401, '登录已失效，请重新登录', 'blocked'],
  [403, '签名已过期', 'blocked'],
  [429, 'token 过期 请求过于频繁', 'blocked'],
  [403, '分享不存在', 'blocked'],
  [500, '资源不存在', 'unavailable'],
  [1, '登录已失效，请重新登录', 'mismatch'],
  [1, '获取分享失败，token 已过期', 'mismatch'],
])('a refusal (%i %s) is not taken for a share that is gone', async (code, msg, kind) => {
  const { ask } = makeSite({
    [searchAddress(1)]: pageOf(1, 'a1', 'a2'),
    [`${site}/a1/fetch`]: share('0a1b2c3d4e5f'),
    [`${site}/a2/fetch`]: { code, msg, data: null },
  })
  expect(await ask()).toMatchObject({ ids: ['a1'], lacking: { kind } })
})

test('when none of the items can be resolved, nothing is found is not what it says', async () => {
  const { ask } = makeSite({ [searchAddress(1)]: pageOf(1, 'a1', 'a2') })
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', status: 404 })
})

test('what an item stands for is asked once a day', async () => {
  const { ask, sent, clock } = makeSite({
    [searchAddress(1)]: pageOf(1, 'a1'),
    [`${site}/a1/fetch`]: share('0a1b2c3d4e5f'),
  })
  const resolves = () => sent().filter((path) => path === '/a1/fetch').length
  await ask()
  await ask()
  expect(resolves()).toBe(1)
  clock.advance(24 * 60 * 60_000)
  await ask()
  expect(resolves()).toBe(2)
})

test('no more pages are asked for than there are or are wanted, and no more items resolved', async () => {
  const { ask, sent } = makeSite({
    [searchAddress(1)]: pageOf(9_000, 'a1', 'a2'),
    [searchAddress(2)]: pageOf(9_000, 'a2', 'a3'),
    [`${site}/a1/fetch`]: share('0a1b2c3d4e51'),
    [`${site}/a2/fetch`]: share('0a1b2c3d4e52'),
  })
  expect(await ask({ details: '2' })).toMatchObject({ ids: ['a1', 'a2'], lacking: undefined })
  expect(sent()).toHaveLength(4)
  expect(await ask({ pages: '1' })).toMatchObject({ ids: ['a1', 'a2'], lacking: undefined })
  expect(sent()).toHaveLength(5)
})

test('a further page that fails leaves the first', async () => {
  const { ask } = makeSite({ [searchAddress(1)]: pageOf(2, 'a1'), [`${site}/a1/fetch`]: share('0a1b2c3d4e5f') })
  expect(await ask()).toMatchObject({ ids: ['a1'], lacking: { kind: 'mismatch', status: 404 } })
})

test('a list without items is an answer; a refusal is none, and says whose move it is', async () => {
  const searched = (reply: unknown) => makeSite({ [searchAddress(1)]: reply }).ask()
  expect(await searched(pageOf(0))).toMatchObject({ ids: [], lacking: undefined })
  const refused = (code: number, msg: string | null) => failureOf(searched({ code, msg, data: null }))
  expect(await refused(1, '请求过于频繁')).toMatchObject({ kind: 'blocked' })
  expect(await refused(1, '系统维护中')).toMatchObject({ kind: 'unavailable' })
  expect(await refused(503, null)).toMatchObject({ kind: 'unavailable' })
  expect(await refused(7, 'x'.repeat(500))).toMatchObject({
    kind: 'mismatch',
    message: `answered with code 7: ${'x'.repeat(80)}`,
  })
  expect(await failureOf(searched({ code: 0, msg: null, data: null }))).toMatchObject({ kind: 'mismatch' })
})
