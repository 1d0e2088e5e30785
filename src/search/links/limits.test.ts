// Hostile texts: link parsing ends, never throws and never loses a link. That its cost is linear is measured in limits.long.test.ts.
import { array, assert, constantFrom, integer, property, record, string, stringMatching, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { anchored, filled, hostile, megabyte, readAll } from '../../../test/kit/hostile-texts.ts'
import { findLinks } from './find-links.ts'

// Quadratic reading of a megabyte takes longer than any test may take.
describe('a megabyte of hostile text', () => {
  it.each(hostile)('is read to its end: %j', (pattern) => {
    readAll(filled(pattern, megabyte))
  })

  it('is read with 20,000 anchors, each of which is found', () => {
    expect(findLinks(...anchored(20_000))).toHaveLength(20_000)
  })

  it('is read when one anchor holds it all', () => {
    const whole = filled('1drv.ms/a ', megabyte)
    readAll(whole, [{ start: 0, end: 9, href: whole }])
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
        readAll(body, sorted)
        for (const { start, end } of findLinks(body, []))
          expect([start >= 0, start < end, end <= body.length]).toEqual([true, true, true])
      }),
      { numRuns: caseCount(2000), seed: 20261121 },
    )
    console.info(`${cases} texts of anything`)
  })
})
