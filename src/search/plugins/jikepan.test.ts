// Jikepan, in addition to its fixture: the full search, hostile replies.
import { describe, expect, it } from 'vitest'
import { makeAsking } from '../../../test/kit/site-io.ts'
import jikepan from './jikepan.ts'

async function ask(reply: unknown) {
  return (await makeAsking(jikepan, () => reply).ask()).posts
}

const quark = { service: 'quark', link: 'https://pan.quark.cn/s/0a1b2c3d4e5f' }

it.each([
  [{ is_all: true }, true],
  [{ is_all: 'true' }, false],
  [{ is_all: 1 }, false],
  [{}, false],
])('the full search is asked for by nothing but true: %j', async (ext, is_all) => {
  const { ask, asked } = makeAsking(jikepan, () => ({ msg: 'success' }))
  await ask({}, { ext })
  expect(asked.map(({ sent }) => sent)).toEqual([{ name: '纸鹤', is_all }])
})

it('a reply of any length comes to a bounded list', async () => {
  const links = Array.from({ length: 300 }, () => quark)
  const list = Array.from({ length: 1_500 }, (_, index) => ({
    name: `纸鹤${index}`,
    links: [{ service: 'quark', link: `https://pan.quark.cn/s/${index}` }],
  }))
  expect(await ask({ msg: 'success', list })).toHaveLength(1_000)
  expect((await ask({ msg: 'success', list: [{ name: 'a', links }] }))[0]?.anchors).toHaveLength(100)
})

describe('the id of an item', () => {
  it('is that of its first link, wherever in the list it stands', async () => {
    const other = { name: '灯塔', links: [{ service: 'baidu', link: 'https://pan.baidu.com/s/1pJ4demo' }] }
    const expected = { name: '纸鹤', links: [quark] }
    const [first] = await ask({ msg: 'success', list: [expected, other] })
    const [, second] = await ask({ msg: 'success', list: [other, expected] })
    expect(second?.id).toBe(first?.id)
  })

  it('belongs to one item only: the one with more links', async () => {
    const more = {
      name: '多',
      links: [quark, { service: 'magnet', link: 'magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233' }],
    }
    const posts = await ask({ msg: 'success', list: [{ name: '少', links: [quark] }, more] })
    expect(posts.map(({ title }) => title)).toEqual(['多'])
  })
})
