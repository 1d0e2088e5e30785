// Sousou, in addition to its fixture: errors and further pages.
import { describe, expect, it } from 'vitest'
import { makeAsking } from '../../../test/kit/plugin-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import sousou from './sousou.ts'

function replyOf(...ids: string[]) {
  const list = ids.map((id) => ({
    disk_id: id,
    disk_name: id,
    disk_type: 'BDY',
    link: `https://pan.baidu.com/s/${id}`,
  }))
  return { code: 200, msg: '请求成功', data: { total: list.length, per_size: 30, took: 62, list } }
}

const query = { kw: '纸鹤 灯塔&type=UC' }

describe('pages', () => {
  it('are one unless more are wanted; the keyword stays in its place', async () => {
    const { ask, asked } = makeAsking(sousou, () => replyOf('a'))
    expect((await ask({}, query)).ids).toEqual(['a'])
    expect(asked.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
      { action: 'search', q: '纸鹤 灯塔&type=UC', page: '1', per_size: '30', type: '' },
    ])
  })

  it('hold each share once, and one that fails is left out', async () => {
    const replies: Record<string, unknown> = { 1: replyOf('a', 'b'), 2: replyOf('b', 'c'), 3: 500 }
    const { ask } = makeAsking(sousou, ({ searchParams }) => replies[searchParams.get('page') ?? ''])
    expect(await ask({ pages: '3' }, query)).toMatchObject({ ids: ['a', 'b', 'c'], lacking: { kind: 'unavailable' } })
  })
})

it('an error in an answer is a failure', async () => {
  const { ask } = makeAsking(sousou, () => ({ code: 400, msg: '请求失败: 参数错误', data: null }))
  expect(await failureOf(ask({}, query))).toMatchObject({
    kind: 'mismatch',
    message: 'answered with code 400: 请求失败: 参数错误',
  })
})
