// Hostile texts: link parsing takes linear time, never throws and never loses a link.
import { array, assert, constantFrom, integer, property, record, string, stringMatching, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { costMs } from '../../../test/kit/cost.ts'
import { recognise } from '../clouds/recognise.ts'
import type { Anchor } from '../plugin.ts'
import { titleOf, workTitles } from '../posts/titles.ts'
import { findLinks } from './find-links.ts'

const megabyte = 1 << 20
const link = 'https://pan.quark.cn/s/0a1b2c3d4e5f'

const hostile = [
  'https://',
  'https：//',
  'ht\u200btps://',
  '://',
  '/',
  'a.b/',
  'a',
  '.',
  '1',
  '\n',
  '(((((',
  '\u200b',
  '\ud800',
  '😀',
  '提取码',
  '提取码：',
  '提取码:aaaa',
  '提取码 aaaa\n',
  '解压缩密码:aaaa',
  'code:',
  '名称：',
  '1111 集',
  '%68%74%74%70',
  'https%3A%2F%2F',
  'https%3A%2F%2Fpan.quark.cn%2Fs%2F',
  'magnet:?xt=',
  'magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233&',
  'ed2k://|file|',
  'ed2k://|file|a|1|',
  'pan.baidu.com/s/1',
  'https://pan.baidu.com/share/init?',
  'pan.baidu.com/share/link?shareid=1&',
  'cloud.189.cn/t/AbCdEfGhIj12（访问码：',
  'https://wwx.lanzoui.com/',
  'https://name@',
  `作品丨夸克：${link}\n`,
]

function filled(pattern: string, length: number): string {
  return pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)
}

function read(text: string, anchors: readonly Anchor[] = []): void {
  const links = findLinks(text, anchors)
  workTitles(text, links)
  titleOf({ id: '1', text, anchors, tags: [], images: [], aside: '' })
  recognise(text)
}

/** Four times the text may cost eight times as much; never a second. What really costs too much does so in every round. */
function expectLinear(quarter: () => void, whole: () => void): void {
  let [small, large, rounds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  do {
    small = Math.min(small, costMs(quarter))
    large = Math.min(large, costMs(whole))
    rounds += 1
  } while (large >= allowedMs(small) && rounds < 6)
  expect(large).toBeLessThan(allowedMs(small))
}

/** Short runs cost more than their share. */
function allowedMs(quarterMs: number): number {
  return Math.min(1000, 8 * Math.max(quarterMs, 20))
}

describe('a megabyte of hostile text', () => {
  it.each(hostile)('costs time in proportion to its size: %j', (pattern) => {
    const [quarter, whole] = [filled(pattern, megabyte / 4), filled(pattern, megabyte)]
    expectLinear(
      () => read(quarter),
      () => read(whole),
    )
  })

  it('costs time in proportion to its anchors, 20,000 of them', () => {
    const shown = `夸克：${link} 提取\n`
    function made(count: number): [string, Anchor[]] {
      const anchors = Array.from({ length: count }, (_, index) => {
        const start = index * shown.length + 3
        return {
          start,
          end: start + link.length,
          href: `https://pan.quark.cn/s/${(0xa00000000000 + index).toString(16)}`,
        }
      })
      return [shown.repeat(count), anchors]
    }
    const [few, many] = [made(5000), made(20_000)]
    expect(findLinks(...many)).toHaveLength(20_000)
    expectLinear(
      () => read(...few),
      () => read(...many),
    )
  })

  it('costs time in proportion when one anchor holds it all', () => {
    const [quarter, whole] = [filled('1drv.ms/a ', megabyte / 4), filled('1drv.ms/a ', megabyte)]
    expectLinear(
      () => read(quarter, [{ start: 0, end: 9, href: quarter }]),
      () => read(whole, [{ start: 0, end: 9, href: whole }]),
    )
  })
})

function hex(length: number) {
  return stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
}
function word(length: number) {
  return stringMatching(new RegExp(`^[A-Za-z0-9]{${length}}$`))
}

const shares = [
  tuple(word(22)).map(([code]) => [`https://pan.baidu.com/s/1${code}`, `baidu:1${code}`]),
  tuple(hex(12)).map(([code]) => [`https://pan.quark.cn/s/${code}`, `quark:${code}`]),
  tuple(word(11)).map(([code]) => [`https://www.alipan.com/s/${code}`, `aliyun:${code}`]),
  tuple(word(12)).map(([code]) => [`https://cloud.189.cn/t/${code}`, `tianyi:${code}`]),
  tuple(hex(13)).map(([code]) => [`https://drive.uc.cn/s/${code}?public=1`, `uc:${code}`]),
  tuple(word(22)).map(([code]) => [`https://pan.xunlei.com/s/VO${code}A1?pwd=n5p8#`, `xunlei:VO${code}A1`]),
  tuple(word(5), word(5)).map(([one, two]) => [`https://www.123pan.com/s/${one}-${two}`, `123:${one}-${two}`]),
  tuple(hex(40)).map(([code]) => [`magnet:?xt=urn:btih:${code}`, `magnet:${code}`]),
] as const

const share = integer({ min: 0, max: shares.length - 1 }).chain((index) => shares[index] ?? shares[0])
const chinese = constantFrom(
  '',
  ' ',
  '\n',
  '百度：',
  '，转存自取。',
  '（提取码：k3m9）',
  '📁 大小：1 GB',
  '纸鹤与灯塔',
  '　',
  '\u200b',
  '名称：纸鹤\n',
)
const pieces = constantFrom(
  'https://',
  'pan.quark.cn/s/',
  'magnet:?xt=urn:btih:',
  '提取码：',
  '%3A%2F%2F',
  '%',
  'ed2k://|file|',
  '\ud83d',
  '\udc00',
  '\u200b',
  '\0',
  '&amp;',
  'https%3A%2F%2F',
)

describe('any text at all', () => {
  it('keeps every link that stands in it, whatever Chinese text or link is glued to it', async () => {
    let cases = 0
    await assert(
      property(array(tuple(share, chinese), { maxLength: 12 }), chinese, (parts, first) => {
        cases += 1
        const text = first + parts.map(([[url], behind]) => `${url}${behind}`).join('')
        const keys = parts.map(([[, key]]) => key)
        expect(findLinks(text, []).map((found) => found.share.key)).toEqual([...new Set(keys)])
      }),
      { numRuns: caseCount(600), seed: 20261121 },
    )
    console.info(`${cases} texts of links and Chinese words`)
  })

  it('never throws, and gives places inside the text', async () => {
    let cases = 0
    const anything = array(string({ unit: 'binary', maxLength: 12 }), { maxLength: 6 })
    const text = tuple(anything, array(pieces, { maxLength: 8 })).map(
      ([one, two]) => one.flatMap((part, index) => [part, two[index] ?? '']).join('') + two.join(''),
    )
    const anchor = record({ start: integer({ min: 0, max: 40 }), end: integer({ min: 0, max: 80 }), href: text })
    await assert(
      property(text, array(anchor, { maxLength: 4 }), (body, anchors) => {
        cases += 1
        const sorted = anchors.toSorted((one, other) => one.start - other.start)
        read(body, sorted)
        for (const { start, end } of findLinks(body, []))
          expect([start >= 0, start < end, end <= body.length]).toEqual([true, true, true])
      }),
      { numRuns: caseCount(2000), seed: 20261121 },
    )
    console.info(`${cases} texts of anything`)
  })
})
