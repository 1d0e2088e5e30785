// Validation of cached results: current shapes are accepted, others rejected.
import { describe, expect, it } from 'vitest'
import { day, result } from '../../../test/kit/searching.ts'
import { answeringIo } from '../../../test/kit/site-io.ts'
import type { SearchSource } from '../plugin.ts'
import { type ParsedPost, withParsedPosts } from './parse-post.ts'

const asked: SearchSource = { id: 'plugin:demo', home: 'https://demo.test/', ask: async () => [] }

function isItem(item: unknown): boolean | undefined {
  return withParsedPosts(asked).isItem?.(item)
}

/** As it comes back from the disk. */
function read(item: ParsedPost): unknown {
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
  const withShare = (share: object) => ({ ...single, links: [{ ...link, share: { ...link?.share, ...share } }] })
  it.each([
    ['nothing', null],
    ['a text', 'single'],
    ['without links', { ...single, links: [] }],
    ['of a cloud there is no more', { ...single, links: [{ ...link, share: { ...link?.share, type: 'yesterday' } }] }],
    ['with a link of an older form', { ...single, links: [{ url: link?.share.url, password: '' }] }],
    ['with a title that was not folded yet', { ...single, title: single.title.text }],
    ['with a time that cannot be printed', { ...single, at: 1e15 }],
    ['with an address that is none of a share', withShare({ url: 'javascript:alert(1)' })],
    ['with an address of another share', withShare({ url: 'https://pan.baidu.com/s/1zbCdEfGhIjKlMnOpQrStUv' })],
    ['with an address that goes on', withShare({ url: `${link?.share.url}#"><script>` })],
    ['with a share of another cloud', withShare({ type: 'quark' })],
    ['with a code that is longer than any', { ...single, links: [{ ...link, password: 'x'.repeat(1_000) }] }],
    ['with a text longer than any is kept', { ...single, text: 'x'.repeat(20_001) }],
    ['with a picture whose address is longer than any', { ...single, images: [`https://a.test/${'x'.repeat(3_000)}`] }],
    ['with more pictures than a post may have', { ...single, images: Array(11).fill('https://a.test/1.jpg') }],
    ['with more links than a post may have', { ...single, links: Array(501).fill(link) }],
    ['with a time in words', { ...single, at: '2026-11-20' }],
  ])('that is %s does not fit', (_what, odd) => {
    expect(isItem(odd)).toBe(false)
  })
})

it('a post that an older version folded otherwise is folded again', () => {
  const old = structuredClone({ ...single, title: { text: '進擊的巨人', folded: '進擊的巨人' } })
  expect(withParsedPosts(asked).isItem?.(old)).toBe(true)
  expect(old.title.folded).toBe('进击的巨人')
})

describe('an answer from the disk', () => {
  it('is too much when it has more links, or more characters, than a source may give at once', () => {
    const { isTooMuch } = withParsedPosts(asked)
    const large = { ...single, images: Array(10).fill(`https://demo.test/${'x'.repeat(1_900)}`) }
    expect(isTooMuch?.(Array(2_000).fill(single))).toBe(false)
    expect(isTooMuch?.(Array(2_001).fill(single))).toBe(true)
    expect(isTooMuch?.(Array(20).fill(large))).toBe(false)
    expect(isTooMuch?.(Array(200).fill(large))).toBe(true)
  })
})

it('an ask empties the array of posts that it read, so that what waited for it does not retain them', async () => {
  const posts = [{ id: '1', text: single.text, anchors: [], tags: [], images: [], aside: '' }]
  const source = withParsedPosts({ ...asked, ask: async () => posts })
  const results = await source.ask({ kw: '流浪地球', ext: {} }, answeringIo(() => 404).io)
  expect([results.length, posts.length]).toEqual([1, 0])
})

it('of the posts of a reply that have one id, the first is a result', async () => {
  const post = (id: string, title: string) => ({
    id,
    title,
    text: single.text,
    anchors: [],
    tags: [],
    images: [],
    aside: '',
  })
  const source = withParsedPosts({
    ...asked,
    ask: async () => [post('1', '流浪地球'), post('2', '三体'), post('1', '【4K】流浪地球')],
  })
  const results = await source.ask({ kw: '流浪地球', ext: {} }, answeringIo(() => 404).io)
  expect(results.map(({ title }) => title.text)).toEqual(['流浪地球', '三体'])
})
