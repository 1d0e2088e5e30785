// Results as they come back from the disk: those of today's code fit, others do not.
import { describe, expect, it } from 'vitest'
import { day, result } from '../../test/kit/posts.ts'
import type { SearchSource } from './plugin.ts'
import { type Result, resultSource } from './result.ts'

const asked: SearchSource = { id: 'plugin:demo', home: 'https://demo.test/', ask: async () => [] }

function isItem(item: unknown): boolean | undefined {
  return resultSource(asked).isItem?.(item)
}

/** As it comes back from the disk. */
function read(item: Result): unknown {
  return JSON.parse(JSON.stringify(item))
}

const single = result('tg:demo', '流浪地球 4K https://pan.baidu.com/s/1AbCdEfGhIjKlMnOpQrStUv?pwd=k3m9', {
  at: day(20),
  tags: ['科幻'],
  images: ['https://demo.test/a.jpg'],
  aside: '#科幻',
})
const works = result(
  'tg:demo',
  '1、三体丨https://pan.quark.cn/s/0a1b2c3d4e5f\n2、流浪地球丨https://pan.quark.cn/s/1a2b3c4d5e6f\nmagnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567',
)

describe('a result from the disk', () => {
  it.each([
    ['of one link', single],
    ['of several works, without a time', works],
  ])('%s fits as it was written', (_what, one) => {
    expect(isItem(read(one))).toBe(true)
  })

  const [link] = single.links
  it.each([
    ['nothing', null],
    ['a text', 'single'],
    ['without links', { ...single, links: [] }],
    ['of a cloud there is no more', { ...single, links: [{ ...link, share: { ...link?.share, type: 'yesterday' } }] }],
    ['with a link of an older form', { ...single, links: [{ url: link?.share.url, password: '' }] }],
    ['with a title that was not folded yet', { ...single, title: single.title.text }],
    ['with a time that cannot be printed', { ...single, at: 1e15 }],
    ['with a time in words', { ...single, at: '2026-11-20' }],
  ])('that is %s does not fit', (_what, odd) => {
    expect(isItem(odd)).toBe(false)
  })
})
