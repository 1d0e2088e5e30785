// Which shorter keywords are offered.
import { expect, it } from 'vitest'
import { shorterKeywords } from './shorter-keywords.ts'

it.each([
  ['纸鹤与灯塔 2036 4K', ['纸鹤与灯塔']],
  ['没有这个东西', []],
  ['纸鹤 灯塔', ['纸鹤', '灯塔']],
  ['paper crane lighthouse', ['paper crane', 'paper', 'crane', 'lighthouse']],
  ['纸鹤第二季全12集', ['纸鹤']],
  ['《纸鹤》百度网盘', ['纸鹤']],
  ['纸鹤电影 下载', ['纸鹤']],
  ['没有这个电影院', []],
  ['下载者第二季', ['下载者']],
  ['纸鹤', []],
  ['x', []],
  ['https://pan.quark.cn/s/16c89a239db2', []],
])('for %s', (kw, forms) => {
  expect(shorterKeywords(kw)).toEqual(forms)
})
