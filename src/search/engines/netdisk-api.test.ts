// Sites with the API `/search/disk`: what they are sent, and what becomes of rows, of duplicates among them too.
import { describe, expect, it } from 'vitest'
import { makeAsking, memberOf, pluginOf } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { hashOf } from '../../parsing/text.ts'
import { parsePost } from '../posts/parse-post.ts'

const melost = await pluginOf('melost')
const hunhepan = await pluginOf('hunhepan')

const plain = {
  disk_id: 'demo1',
  disk_name: '<em>纸鹤</em>与灯塔',
  disk_pass: '',
  disk_type: 'BDY',
  files: 'file:01.mp4',
  shared_time: '2026-05-02 17:15:30',
  link: 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
}

type Row = Partial<Record<keyof typeof plain | 'tags', unknown>>

function replyOf(...rows: Row[]) {
  return { code: 200, msg: '请求成功', data: { total: 1, list: rows.map((row) => ({ ...plain, ...row })) } }
}

/** The posts of a search whose reply has these rows. */
async function postsOf(...rows: Row[]) {
  return (await makeAsking(melost, () => replyOf(...rows)).ask()).posts
}

describe('a request', () => {
  it('has every field that melost requires, and none that says what the client is', async () => {
    const { ask, asked } = makeAsking(melost, () => replyOf({}))
    await ask()
    const [{ sent, url, headers } = { sent: {}, url: undefined, headers: {} }] = asked
    expect(url?.href).toBe('https://www.melost.cn/v1/search/disk')
    expect(headers).toMatchObject({ origin: 'https://www.melost.cn', referer: 'https://www.melost.cn/search' })
    expect(sent).toEqual({
      ...{ page: 1, q: '纸鹤', user: '', exact: false, user_distinct: false, format: [], share_time: '' },
      ...{ share_year: '', size: 30, order: '', type: '', search_ticket: '', exclude_user: [] },
      adv_params: { wechat_pwd: '', search_code: '', platform: 'pc' },
    })
  })

  it('of duanjuso has the keyword, the page and fifty rows', async () => {
    const { ask, asked } = makeAsking(await pluginOf('duanjuso'), () => replyOf({}))
    await ask()
    expect(asked.map(({ sent }) => sent)).toEqual([{ page: 1, q: '纸鹤', size: 50 }])
  })

  it.each([
    ['repeated with the body of older versions for hunhepan', hunhepan, 2],
    ['not repeated for a site that knows one body', melost, 1],
  ])('is %s after a refusal of the full one', async (_what, plugin, times) => {
    const refusal = { code: 421, msg: '参数错误', data: null }
    const { ask, asked } = makeAsking(plugin, (_url, sent) => ('order' in Object(sent) ? refusal : replyOf({})))
    if (times === 2) expect((await ask()).ids).toEqual(['demo1'])
    else expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'answered with code 421: 参数错误' })
    expect(asked).toHaveLength(times)
  })

  it('is sent for as many pages as are wanted; one that fails leaves the others', async () => {
    const { ask } = makeAsking(melost, (_url, sent) => {
      const { page } = Object(sent)
      return page === 2 ? 500 : replyOf({ disk_id: `p${page}` })
    })
    expect(await ask({ pages: '3' })).toMatchObject({ ids: ['p1', 'p3'], lacking: { kind: 'unavailable' } })
  })

  it('goes to the path that a member names', async () => {
    const plugin = await memberOf('engine: netdisk-api', 'sites: https://drive.example.org', 'path: /open/search/disk')
    const { ask, asked } = makeAsking(plugin, () => replyOf({}))
    await ask()
    expect(asked[0]?.url.href).toBe('https://drive.example.org/open/search/disk')
  })
})

it('a reply longer than any page is cut', async () => {
  expect(await postsOf(...Array.from({ length: 500 }, (_, index) => ({ disk_id: `demo${index}` })))).toHaveLength(200)
})

describe('a row', () => {
  it('becomes a post with its link, code and what its cloud is called', async () => {
    expect(await postsOf({ disk_pass: 'k3m9', tags: ['短剧'] })).toEqual([
      {
        ...{ id: 'demo1', title: '纸鹤与灯塔', text: 'file:01.mp4', aside: '', tags: ['短剧'], images: [] },
        anchors: [{ start: 0, end: 0, href: plain.link, cloud: 'BDY', code: 'k3m9' }],
        at: new Date('2026-05-02T09:15:30Z'),
      },
    ])
  })

  it('is kept when its title or the names of its files hold the words', async () => {
    const rows = [
      { disk_name: '素材', files: 'file:<em>纸鹤</em>.psd' },
      { disk_id: 'b', disk_name: '灯塔', files: '' },
    ]
    expect(await postsOf(...rows)).toMatchObject([{ id: 'demo1', text: 'file:纸鹤.psd' }])
  })

  it.each(['folder:密码1234', 'file:提取码 k3m9.txt', 'file:README (pwd k3m9).txt'])(
    'whose files are called like a code (%s) shows none of them, and takes none of them for its code',
    async (files) => {
      const [post] = await postsOf({ files })
      expect(post).toMatchObject({ text: '', aside: files })
      expect(post && parsePost('plugin:test', post)[0]?.links[0]?.password).toBe('')
    },
  )

  it('without an address is dropped, beside others', async () => {
    const links = ['', ' ', null, 'xx'].map((link, at) => ({ disk_id: `${at}`, link }))
    expect((await postsOf(...links, {})).map(({ id }) => id)).toEqual(['demo1'])
  })

  it('without an id of its own is known by its link, whatever stands around it', async () => {
    const [alone] = await postsOf({ disk_id: '' })
    const [, second] = await postsOf({ link: 'https://example.org/x' }, { disk_id: null })
    expect([alone?.id, second?.id]).toEqual([hashOf(plain.link), hashOf(plain.link)])
  })

  it.each(['', null, '昨天', '2026-02-31 00:00:00'])(
    'with the time %j, which no calendar has, is of no time',
    async (shared_time) => {
      expect((await postsOf({ shared_time })).map(({ at }) => at)).toEqual([undefined])
    },
  )
})

describe('of two sightings of one share', () => {
  const full = { files: 'file:01.mp4\nfile:02.mp4', shared_time: '' }
  const coded = { disk_pass: 'k3m9' }

  it.each([[[full, coded]], [[coded, full]]])(
    'the one with more files stays, and takes code and time from the other: %j',
    async (rows) => {
      const at = new Date('2026-05-02T09:15:30Z')
      expect(await postsOf(...rows)).toMatchObject([{ text: full.files, anchors: [{ code: 'k3m9' }], at }])
    },
  )

  it.each([
    [
      'the one with a code, where the files are as many',
      [{ disk_name: '纸鹤一' }, { disk_name: '纸鹤二', ...coded }],
      '纸鹤二',
    ],
    ['the first, where they are alike', [{ disk_name: '纸鹤一' }, { disk_name: '纸鹤二' }], '纸鹤一'],
    [
      'one, where they have no ids',
      ['一', '二', ''].map((name) => ({ disk_id: '', disk_name: `纸鹤${name}` })),
      '纸鹤一',
    ],
  ])('%s stays', async (_which, rows, title) => {
    expect((await postsOf(...rows)).map((post) => post.title)).toEqual([title])
  })

  it('a code is not taken from the one whose link leads elsewhere', async () => {
    const codes = async (link: string) =>
      (await postsOf(full, { ...coded, link })).flatMap(({ anchors }) => anchors.map(({ code }) => code))
    expect(await codes('https://pan.baidu.com/s/1zzzzzzzzzzzzzzzzzzzzzz')).toEqual([undefined])
    expect(await codes(`${plain.link}?pwd=k3m9`)).toEqual(['k3m9'])
  })
})
