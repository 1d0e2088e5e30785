// What Zhihu's fixtures do not show: what is no question, replies of mixed shapes, and which address is asked when.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import zhihu from './zhihu.ts'

function linked(url: string) {
  return { target: { title_area: { text: 'a title' }, link: { url } } }
}

test.each([
  ['https://www.zhihu.com/question/2000000000000000001', '2000000000000000001'],
  ['https://zhuanlan.zhihu.com/p/690000002', '690000002'],
  ['https://www.zhihu.com/roundtable/summer2026', 'https://www.zhihu.com/roundtable/summer2026'],
  ['https://www.zhihu.com/question/12?x=34', 'https://www.zhihu.com/question/12?x=34'],
])('the id of %s is %s', async (url, id) => {
  const { ask } = makeAskingList(zhihu, 'zhihu', () => ({ data: [linked(url)] }))
  expect((await ask()).items).toEqual([{ id, title: 'a title', url }])
})

test('either shape may come from any address, also in one reply', async () => {
  const older = {
    target: { title: 'older', url: 'https://api.zhihu.com/questions/7', excerpt: '', created: 1_609_996_409 },
    detail_text: '12.5 万热度',
  }
  const { ask } = makeAskingList(zhihu, 'zhihu', () => ({ data: [linked('https://www.zhihu.com/question/8'), older] }))
  expect((await ask()).items).toEqual([
    { id: '8', title: 'a title', url: 'https://www.zhihu.com/question/8' },
    {
      id: '7',
      title: 'older',
      url: 'https://www.zhihu.com/question/7',
      mobileUrl: 'https://www.zhihu.com/question/7',
      pubDate: 1_609_996_409_000,
      hot: 125_000,
      info: '12.5 万热度',
    },
  ])
})

test('a site that refuses us is not asked for its older list as well', async () => {
  const { ask, sent } = makeAskingList(zhihu, 'zhihu', () => 403)
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked' })
  expect(sent().map((url) => new URL(url).host)).toEqual(['www.zhihu.com', 'api.zhihu.com'])
})

test('the cookie of the operator is shown where the site itself failed, and no cookie without one', async () => {
  for (const [env, cookies] of [
    [{ ZHIHU_COOKIE: 'z_c0=a' }, [undefined, 'z_c0=a', 'z_c0=a']],
    [{}, [undefined, undefined, undefined]],
  ] as const) {
    const { ask, asked } = makeAskingList(zhihu, 'zhihu', ({ url }) => (url.host === 'api.zhihu.com' ? 401 : 404))
    expect(await failureOf(ask(env))).toMatchObject({ kind: 'mismatch', status: 404 })
    expect(asked.map(({ headers }) => headers.cookie)).toEqual(cookies)
  }
})
