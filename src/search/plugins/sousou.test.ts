// Sousou besides its fixture: errors and further pages.
import { describe, expect, it } from 'vitest'
import { answeringIo } from '../../../test/kit/plugin-io.ts'
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

function ask(answer: Parameters<typeof answeringIo>[0], set = {}) {
  const { io, lacking } = answeringIo(answer)
  return { posts: sousou.ask({ kw: '纸鹤 灯塔&type=UC', ext: {} }, io, sousou.settings.parse(set)), lacking }
}

describe('pages', () => {
  it('are one unless more are wanted; the keyword stays in its place', async () => {
    const asked: URL[] = []
    const { posts } = ask((url) => {
      asked.push(url)
      return replyOf('a')
    })
    expect(await posts).toHaveLength(1)
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { action: 'search', q: '纸鹤 灯塔&type=UC', page: '1', per_size: '30', type: '' },
    ])
  })

  it('hold each share once, and one that fails is left out', async () => {
    const replies: Record<string, unknown> = { 1: replyOf('a', 'b'), 2: replyOf('b', 'c'), 3: 500 }
    const { posts, lacking } = ask(({ searchParams }) => replies[searchParams.get('page') ?? ''], { pages: '3' })
    expect((await posts).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(lacking()).toMatchObject({ kind: 'unavailable' })
  })
})

it('an error in an answer is a failure', async () => {
  const { posts } = ask(() => ({ code: 400, msg: '请求失败: 参数错误', data: null }))
  expect(await failureOf(posts)).toMatchObject({
    kind: 'mismatch',
    message: 'answered with code 400: 请求失败: 参数错误',
  })
})
