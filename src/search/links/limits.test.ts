// Hostile texts: link parsing takes linear time and never loses a link. bench/fuzz (area clouds) shows that it never throws.
import { array, assert, constantFrom, integer, property, stringMatching, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { isLinear } from '../../../test/kit/clocks.ts'
import { anchored, filled, hostile, megabyte, readAll } from '../../../test/kit/hostile-texts.ts'
import { findLinks } from './find-links.ts'

function isLinearOf(textOf: (length: number) => Parameters<typeof readAll>): Promise<boolean> {
  const [quarter, whole] = [textOf(megabyte / 4), textOf(megabyte)]
  return isLinear(
    () => readAll(...quarter),
    () => readAll(...whole),
  )
}

describe('a megabyte of hostile text is read in time that is linear in its length', () => {
  it.each(hostile)('%j', async (pattern) => {
    expect(await isLinearOf((length) => [filled(pattern, length)])).toBe(true)
  })

  it('with 20,000 anchors, each of which is found', async () => {
    expect(findLinks(...anchored(20_000))).toHaveLength(20_000)
    expect(await isLinearOf((length) => anchored((20_000 * length) / megabyte))).toBe(true)
  })

  it('with one anchor that holds it all', async () => {
    const of = (href: string): Parameters<typeof readAll> => [href, [{ start: 0, end: 9, href }]]
    expect(await isLinearOf((length) => of(filled('1drv.ms/a ', length)))).toBe(true)
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
describe('any text', () => {
  it('keeps every link in it, whatever Chinese text or link follows without a space', async () => {
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
})
