// Tests the image host mocks: a valid image for every URL; other site paths stay reachable.
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { worksOf } from './corpus/works.ts'
import glyphs from './glyphs.json' with { type: 'json' }
import workTitles from './hot/work-titles.json' with { type: 'json' }
import { plainGet } from './mock-response.ts'
import { drawPicture, linesOf, namedAfter, pictureAt } from './picture-hosts.ts'

it('a picture is a whole PNG, and another one for another address', () => {
  const bytes = drawPicture('a')
  const length = bytes.readUInt32BE(bytes.indexOf('IDAT') - 4)
  const rows = inflateSync(bytes.subarray(bytes.indexOf('IDAT') + 4).subarray(0, length))
  expect(rows.length).toBe(228 * (1 + 3 * 168))
  expect(bytes.subarray(-8, -4).toString()).toBe('IEND')
  expect(drawPicture('a')).toEqual(bytes)
  expect(drawPicture('b')).not.toEqual(bytes)
})

const titles = [
  ...worksOf(1).map(({ title }) => title),
  ...Object.values(workTitles).flatMap(({ fixed, first, joint, second }) => [
    ...fixed,
    ...first.flatMap((begin) => second.map((end) => begin + joint + end)),
  ]),
]

it('a picture shows the whole title in its address, in lines that fit', () => {
  expect([...titles.join('')].filter((letter) => !Object.hasOwn(glyphs, letter))).toEqual([])
  const squeezed = (text: string) => text.replaceAll(' ', '')
  expect(titles.filter((title) => squeezed(linesOf(title).join('')) !== squeezed(title))).toEqual([])
  const widths = new Map(Object.entries(glyphs).map(([letter, { width }]) => [letter, width]))
  const widthOf = (line: string) => [...line].reduce((sum, letter) => sum + (widths.get(letter) ?? 0), 0)
  expect(titles.flatMap(linesOf).filter((line) => widthOf(line) > 144)).toEqual([])
  const address = new URL(`https://cdn3.telesco.pe/file/${namedAfter('纸鹤与灯塔')}abc.jpg`)
  expect(pictureAt(address)?.answer(address, plainGet).body).toEqual(drawPicture(address.href, '纸鹤与灯塔'))
  expect(drawPicture('a', '纸鹤')).not.toEqual(drawPicture('a'))
})

it.each([
  ['纸鹤的观察记', ['纸鹤', '的观察记']],
  ['会飞的图书馆', ['会飞', '的图书馆']],
  ['灯塔·四重奏', ['灯塔·', '四重奏']],
  ['雨季邮差', ['雨季邮差']],
  ['Harbour Almanac', ['Harbour', 'Almanac']],
  ['The Salt Lake Song', ['The Salt', 'Lake Song']],
])('the lines of %s end between words', (title, lines) => {
  expect(linesOf(title)).toEqual(lines)
})

it.each([
  ['https://cdn3.telesco.pe/file/abc.jpg', true],
  ['https://archive.org/services/img/demo', true],
  ['https://xiaocge.fun/upload/demo.jpg', true],
  ['https://pic2.zhimg.com/50/v2.jpg', true],
  ['https://archive.org/advancedsearch.php?q=a', false],
  ['https://xiaocge.fun/index.php/vod/search/wd/a.html', false],
  ['https://www.zhihu.com/hot', false],
  ['https://www.dongqiudi.com/a.jpg', false],
  ['https://evil-telesco.pe/a.jpg', false],
])('%s is an image URL: %s', (address, isPlayed) => {
  expect(pictureAt(new URL(address)) !== undefined).toBe(isPlayed)
})
