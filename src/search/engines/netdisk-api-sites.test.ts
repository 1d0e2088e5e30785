// Sites with the API `/search/disk`: the body that they are sent, their refusals, and rows that are dropped.
import { describe, expect, it } from 'vitest'
import { makeAsking, memberOf, pluginOf } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const melost = await pluginOf('melost')
const hunhepan = await pluginOf('hunhepan')
const duanjuso = await pluginOf('duanjuso')

function row(name: string, more: object = {}) {
  return {
    disk_id: name,
    disk_name: `纸鹤${name}`,
    disk_type: 'QUARK',
    link: `https://pan.quark.cn/s/${name}`,
    ...more,
  }
}

function replyOf(...list: object[]) {
  return { code: 200, msg: '请求成功', data: { total: list.length, per_size: 30, list } }
}

const refusal = { code: 421, msg: '参数错误', data: null }

describe('a request', () => {
  it('has every field that melost requires, and none that says what the client is', async () => {
    const { ask, asked } = makeAsking(melost, () => replyOf(row('a')))
    await ask()
    const [{ sent, url, headers } = { sent: {}, url: undefined, headers: {} }] = asked
    expect(url?.href).toBe('https://www.melost.cn/v1/search/disk')
    expect(headers).toMatchObject({ origin: 'https://www.melost.cn', referer: 'https://www.melost.cn/search' })
    expect(sent).toEqual({
      ...{
        page: 1,
        q: '纸鹤',
        user: '',
        exact: false,
        user_distinct: false,
        format: [],
        share_time: '',
        share_year: '',
      },
      ...{ size: 30, order: '', type: '', search_ticket: '', exclude_user: [] },
      adv_params: { wechat_pwd: '', search_code: '', platform: 'pc' },
    })
  })

  it('of duanjuso has the keyword, the page and fifty rows', async () => {
    const { ask, asked } = makeAsking(duanjuso, () => replyOf(row('a')))
    await ask()
    expect(asked.map(({ sent }) => sent)).toEqual([{ page: 1, q: '纸鹤', size: 50 }])
  })

  it('of hunhepan is repeated with the body of older versions after a refusal of the full one', async () => {
    const { ask, asked } = makeAsking(hunhepan, (_url, sent) => ('order' in Object(sent) ? refusal : replyOf(row('a'))))
    expect((await ask()).ids).toEqual(['a'])
    expect(asked).toHaveLength(2)
  })

  it('is not repeated for a site that knows one body', async () => {
    const { ask, asked } = makeAsking(melost, () => refusal)
    expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'answered with code 421: 参数错误' })
    expect(asked).toHaveLength(1)
  })

  it('is sent for as many pages as are wanted; one that fails leaves the others', async () => {
    const { ask } = makeAsking(melost, (_url, sent) =>
      Object(sent).page === 2 ? 500 : replyOf(row(`p${Object(sent).page}`)),
    )
    expect(await ask({ pages: '3' })).toMatchObject({ ids: ['p1', 'p3'], lacking: { kind: 'unavailable' } })
  })
})

describe('a refusal', () => {
  it.each([
    ['a firewall, in JSON', { code: 501, msg: 'Intercept illegal requests', data: null }],
    ['a firewall, as a page', '<html><title>501</title><body>Intercept illegal requests</body></html>'],
    ['a status', 403],
    ['a limit', { code: 429, msg: '请求频繁', data: null }],
    ['scrambled links', replyOf(row('a', { link: 'xx9+/a==' }), row('b', { link: 'yy' }))],
  ])('by %s is a block', async (_what, reply) => {
    expect(await failureOf(makeAsking(duanjuso, () => reply).ask())).toMatchObject({ kind: 'blocked' })
  })

  it('to read the body is a mismatch: hits without a list', async () => {
    const reply = { code: 200, msg: '', data: { total: 96, per_size: 30, list: null } }
    expect(await failureOf(makeAsking(melost, () => reply).ask())).toMatchObject({ kind: 'mismatch' })
    const empty = { code: 200, msg: '', data: { total: 0, per_size: 30, list: [] } }
    expect((await makeAsking(melost, () => empty).ask()).posts).toEqual([])
  })
})

describe('a row', () => {
  it('is kept when its title or the names of its files hold the words', async () => {
    const rows = [
      row('a', { disk_name: '素材', files: 'file:<em>纸鹤</em>.psd' }),
      row('b', { disk_name: '灯塔', files: '' }),
    ]
    const { posts } = await makeAsking(melost, () => replyOf(...rows)).ask()
    expect(posts).toMatchObject([{ id: 'a', text: 'file:纸鹤.psd' }])
  })

  it('without an address is dropped, beside others', async () => {
    const { ask } = makeAsking(melost, () => replyOf(row('a', { link: 'xx' }), row('b', { link: '' }), row('c')))
    expect((await ask()).ids).toEqual(['c'])
  })
})

it('a member may name another path', async () => {
  const plugin = await memberOf('engine: netdisk-api', 'sites: https://drive.example.org', 'path: /open/search/disk')
  const { ask, asked } = makeAsking(plugin, () => replyOf(row('a')))
  await ask()
  expect(asked[0]?.url.href).toBe('https://drive.example.org/open/search/disk')
})
