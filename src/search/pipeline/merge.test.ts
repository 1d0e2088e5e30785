// Merging and order: one entry per share, independent of the order of input.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, matcherOf, mergedOf, result } from '../../../test/kit/searching.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import { createMerger } from './merge.ts'
import { rankLinks } from './rank.ts'

const code = '1aBcDeFgHiJkLmNoPqRsTuV'
const matches = matcherOf()

function merged(...results: ParsedPost[]) {
  return rankLinks(mergedOf(results), () => undefined)
}

describe('merging', () => {
  it('makes one entry of a share spelled in many ways', () => {
    const spellings = [
      `https://pan.baidu.com/s/${code}`,
      `http://pan.baidu.com/s/${code}?pwd=k3m9`,
      `https://pan.baidu.com/share/init?surl=${code.slice(1)}&pwd=k3m9`,
      `HTTPS://PAN.BAIDU.COM/s/${code}#list`,
      `https://pan.baidu.com/s/${code}?from=timeline`,
    ]
    const entries = merged(...spellings.map((url, index) => result(`tg:c${index}`, `纸鹤\n${url}`)))
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ password: 'k3m9' })
    expect(entries[0]?.sources).toHaveLength(5)
  })

  it('believes a code in the address before codes in texts, and the more frequent before the newer', () => {
    const inText = (source: string, password: string, at: Date) =>
      result(source, `纸鹤 https://pan.baidu.com/s/${code} 提取码：${password}`, { at })
    const inAddress = result('tg:z', `纸鹤 https://pan.baidu.com/s/${code}?pwd=good`, { at: day(1) })
    const texts = [inText('tg:a', 'aaaa', day(1)), inText('tg:b', 'aaaa', day(2)), inText('tg:c', 'cccc', day(9))]
    expect(merged(...texts)[0]?.password).toBe('aaaa')
    expect(merged(...texts, inAddress)[0]?.password).toBe('good')
  })

  it('shows the newest known time and names the source that had it first', () => {
    const url = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
    const [entry] = merged(
      result('tg:new', `纸鹤 ${url}`, { at: day(9) }),
      result('tg:old', `纸鹤 ${url}`, { at: day(2) }),
      result('tg:undated', `纸鹤 ${url}`),
    )
    expect(entry).toMatchObject({ at: day(9).getTime() })
    expect(entry?.sources).toEqual(['tg:old', 'tg:new', 'tg:undated'])
  })

  it('takes the title of the post that has the words in it, not of one that mentions them', () => {
    const url = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
    const posts = [
      result('tg:a', `山谷广播剧\n描述：里面有纸鹤\n${url}`, { at: day(9) }),
      result('tg:b', `纸鹤与灯塔\n${url}`, { at: day(2) }),
    ]
    for (const arrived of [posts, posts.toReversed()])
      expect(merged(...arrived)).toMatchObject([{ title: '纸鹤与灯塔', relevance: 'title' }])
  })
})

describe('the values of an entry', () => {
  const url = `https://pan.baidu.com/s/${code}`
  const withCode = (source: string, password: string, more: Parameters<typeof result>[2] = {}) =>
    result(source, `纸鹤 ${url} 提取码：${password}`, more)

  it('has the code of the better match when two codes are equally frequent', () => {
    expect(merged(withCode('tg:a', 'aaaa', { at: day(1) }), withCode('tg:b', 'bbbb', { at: day(2) }))).toMatchObject([
      { password: 'bbbb' },
    ])
    expect(merged(withCode('tg:b', 'bbbb'), withCode('tg:a', 'aaaa'))).toMatchObject([{ password: 'aaaa' }])
  })

  it('has the images of the best match with images, and none if no match has any', () => {
    const [old, recent] = ['https://i.test/old.jpg', 'https://i.test/new.jpg']
    const without = result('tg:c', `纸鹤 ${url}`, { at: day(9) })
    const posts = [
      result('tg:a', `纸鹤 ${url}`, { at: day(1), images: [old] }),
      result('tg:b', `纸鹤 ${url}`, { at: day(2), images: [recent] }),
    ]
    expect(merged(...posts, without)).toMatchObject([{ images: [recent] }])
    expect(merged(without)).toMatchObject([{ images: [] }])
  })

  it('has no time when no match has one, and the title of the first source by name then', () => {
    const [entry] = merged(result('tg:b', `纸鹤乙 ${url}`), result('tg:a', `纸鹤甲 ${url}`))
    expect(entry).toMatchObject({ at: undefined, title: '纸鹤甲', sources: ['tg:a', 'tg:b'] })
  })

  it('has the title of the smaller id when one source gives the share twice at one time', () => {
    const [entry] = merged(result('tg:a', `纸鹤乙 ${url}`, { id: '2' }), result('tg:a', `纸鹤甲 ${url}`, { id: '1' }))
    expect(entry).toMatchObject({ title: '纸鹤甲', sources: ['tg:a'] })
  })
})

describe('a merger', () => {
  const [first, second] = ['1aaaaaaaaaaaaaaaaaaaaaaa', '1bbbbbbbbbbbbbbbbbbbbbbb'].map(
    (one) => `https://pan.baidu.com/s/${one}`,
  )
  const both = matches(result('tg:a', `纸鹤\n${first}\n${second}`))
  const again = matches(result('tg:b', `纸鹤 ${first}`))

  it('makes entries for the given keys only, and none for an unknown key', () => {
    const merger = createMerger()
    merger.add([...both, ...again])
    const [key = ''] = both.map(({ link }) => link.share.key)
    expect(merger.entries([key, 'baidu:unknown']).map(({ share }) => share.key)).toEqual([key])
    expect(merger.entries()).toHaveLength(2)
  })

  it('forgets removed matches, and a share with its last match', () => {
    const merger = createMerger()
    merger.add([...both, ...again])
    merger.remove(both)
    expect(merger.entries()).toMatchObject([{ sources: ['tg:b'] }])
    merger.remove(again)
    merger.remove(again)
    expect(merger.entries()).toEqual([])
    const coded = again.map(({ link }) => ({ ...link, password: 'k3m9' }))
    expect([...merger.addAccessCodes(coded)]).toEqual([])
  })
})

it('the order of links does not depend on that in which sources answer', () => {
  const urls = ['0', '1', '2', '3'].map((digit) => `https://pan.quark.cn/s/0a1b2c3d4e5${digit}`)
  const at = (source: string, url: string, title: string, when?: Date) =>
    result(source, `${title}\n描述：纸鹤\n${url}`, when ? { at: when } : {})
  const results = urls.flatMap((url, index) => [
    at('tg:a', url, '纸鹤', day(index + 1)),
    at('tg:b', `${url}?pwd=a${index}cd`, '纸鹤 再来', day(9)),
    at('tg:c', url, '纸鹤'),
  ])
  const expected = JSON.stringify(merged(...results))
  let cases = 0
  fc.assert(
    fc.property(fc.shuffledSubarray(results, { minLength: results.length }), (shuffled) => {
      cases += 1
      expect(JSON.stringify(merged(...shuffled))).toBe(expected)
    }),
  )
  console.info(`merge: ${cases} orders of arrival tried`)
})

describe('a code said where the keyword is not', () => {
  const bare = result('tg:a', `纸鹤与灯塔 https://pan.baidu.com/s/${code}`)
  const said = result('tg:b', `合集 https://pan.baidu.com/s/${code}?pwd=k3m9`)
  const other = result('tg:c', `纸鹤与灯塔 https://pan.baidu.com/s/${code}?pwd=ab12`)

  it('is that of the share where no matching link has one', () => {
    const merger = createMerger()
    expect([...merger.add(matches(bare))]).toEqual([`baidu:${code}`])
    expect([...merger.addAccessCodes(said.links)]).toEqual([`baidu:${code}`])
    expect(merger.entries()).toMatchObject([{ password: 'k3m9' }])
  })

  it('is the most frequent of several, and of equally frequent ones the first by code unit, in any order of arrival', () => {
    const saying = (password: string) => said.links.map((link) => ({ ...link, password }))
    const codeAmong = (...codes: readonly string[]) => {
      const merger = createMerger()
      merger.add(matches(bare))
      for (const password of codes) merger.addAccessCodes(saying(password))
      return merger.entries()[0]?.password
    }
    expect(codeAmong('zzzz', 'aaaa', 'zzzz')).toBe('zzzz')
    expect(codeAmong('zzzz', 'zzzz', 'aaaa')).toBe('zzzz')
    expect(codeAmong('zzzz', 'aaaa')).toBe('aaaa')
    expect(codeAmong('')).toBe('')
    expect(codeAmong('', '', 'zzzz')).toBe('zzzz')
  })

  it('gives way to one said by a link that matches, and makes no entry by itself', () => {
    const merger = createMerger()
    expect([...merger.addAccessCodes(said.links)]).toEqual([])
    expect(merger.entries()).toEqual([])
    merger.add([...matches(bare), ...matches(other)])
    expect(merger.entries()).toMatchObject([{ password: 'ab12' }])
  })
})

it('a share that upstreams call by different clouds is one, of the cloud one of them names, or `others`', () => {
  const href = 'https://pan.new.test/s/ab'
  const listedAs = (source: string, cloud: string) =>
    result(source, '纸鹤与灯塔', { anchors: [{ start: 0, end: 0, href, cloud }] })
  expect(merged(listedAs('plugin:a', ''), listedAs('plugin:b', 'QUARK'))).toMatchObject([
    { share: { type: 'quark' }, sources: ['plugin:a', 'plugin:b'] },
  ])
  expect(merged(listedAs('plugin:a', ''))).toMatchObject([{ share: { type: 'others' } }])
})
