// Qupansou, in addition to its fixture: errors, access codes, page size.
import { describe, expect, it } from 'vitest'
import { makeAsking } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import qupansou from './qupansou.ts'

async function ask(reply: unknown, settings = {}) {
  return (await makeAsking(qupansou, () => reply).ask(settings)).posts
}

const row = { id: 1, title: '纸鹤', url: 'https://pan.quark.cn/s/0a1b2c3d4e5f' }

describe('a reply', () => {
  it('with another status than 200 is a failure with their message', async () => {
    expect(await failureOf(ask({ status: 500, message: '系统繁忙', data: null }))).toMatchObject({
      kind: 'unavailable',
      message: 'answered with code 500: 系统繁忙',
    })
    expect(await failureOf(ask({ status: 400, message: '参数错误' }))).toMatchObject({ kind: 'mismatch' })
  })

  it('without items is an answer, without a list of them is not', async () => {
    expect(await ask({ status: 200, message: 'ok', total: 0, data: [] })).toEqual([])
    expect(await failureOf(ask({ status: 200, message: 'ok' }))).toMatchObject({ kind: 'mismatch' })
    expect(await failureOf(ask({ status: 200, data: [{ ...row, url: undefined }] }))).toMatchObject({
      kind: 'mismatch',
    })
  })

  it('with more items than asked for is cut', async () => {
    const data = [row, { ...row, id: 2 }, { ...row, id: 3 }]
    expect(await ask({ status: 200, data }, { page_size: '2' })).toHaveLength(2)
  })
})

it('the password of an archive is no access code', async () => {
  const [post] = await ask({ status: 200, data: [{ ...row, unzipcode: '8888' }] })
  expect(post?.anchors).toEqual([{ start: 0, end: 0, href: row.url, cloud: '' }])
})

it('what was asked, echoed in a row, is not what the row says', async () => {
  const [post] = await ask({ status: 200, data: [{ ...row, title: '灯塔', searchtext: '纸鹤' }] })
  expect(JSON.stringify(post)).not.toContain('纸鹤')
})

it('one link under two names, without an id, is one post', async () => {
  const data = [
    { ...row, id: null },
    { ...row, id: null, title: '纸鹤 二' },
    { ...row, id: 2, title: '纸鹤 三' },
  ]
  const posts = await ask({ status: 200, data })
  expect(posts.map(({ title }) => title)).toEqual(['纸鹤', '纸鹤 三'])
})
