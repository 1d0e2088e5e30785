// Replies of the drive search APIs: errors, duplicates, ids.
import { describe, expect, it } from 'vitest'
import { makeSite } from '../../../test/kit/site-io.ts'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { hashOf } from '../../parsing/text.ts'
import { parsePost } from '../posts/parse-post.ts'
import netdisk from './netdisk-api.ts'

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

/** The posts of one page of a site whose reply is this. */
function postsIn(data: unknown, code = 200, msg: unknown = '请求成功') {
  const site = { id: 'm', base_url: 'https://netdisk.test', details: 1, pages: 1, options: netdisk.options.parse({}) }
  return netdisk.ask({ kw: '', ext: {} }, makeSite(() => ({ code, msg, data })).begin().io, site)
}

function postsOf(...rows: Row[]) {
  return postsIn({ total: 1, list: rows.map((row) => ({ ...plain, ...row })) })
}

describe('a reply', () => {
  it('without items is an answer', async () => {
    for (const list of [[], null]) expect(await postsIn({ total: 0, list })).toEqual([])
  })

  it.each([
    [500, '系统繁忙', 'unavailable', 'answered with code 500: 系统繁忙'],
    [400, '请求失败: 参数错误', 'mismatch', 'answered with code 400: 请求失败: 参数错误'],
    [1004, '请求过于频繁，请稍后再试', 'blocked', 'answered with code 1004: 请求过于频繁，请稍后再试'],
    [429, null, 'blocked', 'answered with code 429'],
  ])('with code %i is a failure', async (code, msg, kind, message) => {
    await expect(postsIn(null, code, msg)).rejects.toMatchObject({ kind, message })
  })

  it('of success without a list is no empty answer', async () => {
    for (const data of [null, {}, { total: 3, list: null }])
      await expect(postsIn(data)).rejects.toMatchObject({ kind: 'mismatch' })
  })

  it('whose items have no link or no name at all is not read', async () => {
    await expect(postsOf({ link: undefined })).rejects.toMatchObject({ kind: 'mismatch' })
    await expect(postsOf({ disk_name: undefined })).rejects.toMatchObject({ kind: 'mismatch' })
  })

  it('longer than any page is cut', async () => {
    expect(await postsOf(...Array.from({ length: 500 }, (_, index) => ({ disk_id: `demo${index}` })))).toHaveLength(200)
  })
})

describe('an item', () => {
  it('becomes a post with its link, code and what its cloud is called', async () => {
    expect(await postsOf({ disk_pass: 'k3m9', tags: ['短剧'] })).toEqual([
      {
        id: 'demo1',
        title: '纸鹤与灯塔',
        text: 'file:01.mp4',
        anchors: [{ start: 0, end: 0, href: plain.link, cloud: 'BDY', code: 'k3m9' }],
        at: new Date('2026-05-02T09:15:30Z'),
        tags: ['短剧'],
        images: [],
        aside: '',
      },
    ])
  })

  it.each(['folder:密码1234', 'file:提取码 k3m9.txt', 'file:README (pwd k3m9).txt'])(
    'whose files are called like a code (%s) shows none of them, and takes none of them for its code',
    async (files) => {
      const [post] = await postsOf({ files })
      expect(post).toMatchObject({ text: '', aside: files })
      expect(post && parsePost('plugin:test', post)[0]?.links[0]?.password).toBe('')
    },
  )

  it('without a link is none', async () => {
    expect(await postsOf({ link: '' }, { link: ' ' }, { link: null })).toEqual([])
  })

  it('without an id of its own is known by its link, whatever stands around it', async () => {
    const [alone] = await postsOf({ disk_id: '' })
    const [, second] = await postsOf({ link: 'https://example.org/x' }, { disk_id: null })
    expect(alone?.id).toBe(hashOf(plain.link))
    expect(second?.id).toBe(alone?.id)
  })

  it('without a time that a calendar has is of no time', async () => {
    for (const shared_time of ['', null, '昨天', '2026-02-31 00:00:00']) {
      expect((await postsOf({ shared_time })).map(({ at }) => at)).toEqual([undefined])
    }
  })
})

describe('of two sightings of one share', () => {
  it('the one with more files stays, and takes code and time from the other', async () => {
    const full = { files: 'file:01.mp4\nfile:02.mp4', shared_time: '' }
    const coded = { disk_pass: 'k3m9' }
    for (const rows of [
      [full, coded],
      [coded, full],
    ]) {
      const [post, ...more] = await postsOf(...rows)
      expect(more).toEqual([])
      expect(post).toMatchObject({
        text: full.files,
        anchors: [{ code: 'k3m9' }],
        at: new Date('2026-05-02T09:15:30Z'),
      })
    }
  })

  it('the one with a code stays when the files are as many, and the first when they are alike', async () => {
    expect((await postsOf({ disk_name: '一' }, { disk_name: '二', disk_pass: 'k3m9' }))[0]?.title).toBe('二')
    expect((await postsOf({ disk_name: '一' }, { disk_name: '二' }))[0]?.title).toBe('一')
  })

  it('without ids one stays, whatever they are called', async () => {
    const nameless = { disk_id: '' }
    const marked = { ...nameless, disk_name: '<b>纸鹤</b>与灯塔' }
    const posts = await postsOf({ ...nameless, disk_name: '一' }, { ...nameless, disk_name: '二' }, nameless, marked)
    expect(posts.map(({ id, title }) => [id, title])).toEqual([[hashOf(plain.link), '一']])
  })

  it('a code is not taken from the one whose link leads elsewhere', async () => {
    const full = { files: 'file:01.mp4\nfile:02.mp4' }
    const codes = async (...rows: Row[]) =>
      (await postsOf(...rows)).flatMap(({ anchors }) => anchors.map(({ code }) => code))
    const coded = { disk_pass: 'k3m9', link: 'https://pan.baidu.com/s/1zzzzzzzzzzzzzzzzzzzzzz' }
    expect(await codes(full, coded)).toEqual([undefined])
    expect(await codes(full, { ...coded, link: `${plain.link}?pwd=k3m9` })).toEqual(['k3m9'])
  })
})

describe('an error of theirs', () => {
  it('is quoted on one line and not at length', () => {
    const { message } = apiRefusal(`参数错误\n${'好'.repeat(500)}`)
    expect(message).toBe(`answered with an error: 参数错误 ${'好'.repeat(75)}`)
  })

  it.each([
    ['维护中，请稍后再试', undefined, 'unavailable'],
    ['每日闭关', undefined, 'unavailable'],
    ['too_many_requests', 429, 'blocked'],
    ['', 503, 'unavailable'],
    ['参数错误', undefined, 'mismatch'],
  ])('%s is of a kind', (text, code, kind) => {
    expect(apiRefusal(text, code).kind).toBe(kind)
  })
})
