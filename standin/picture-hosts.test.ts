// Tests the image host mocks: a valid image for every URL; other site paths stay reachable.
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { worksOf } from './corpus/works.ts'
import glyphs from './glyphs.json' with { type: 'json' }
import { plainGet } from './mock-response.ts'
import { drawPicture, lettersOf, namedAfter, pictureAt } from './picture-hosts.ts'

it('a picture is a whole PNG, and another one for another address', () => {
  const bytes = drawPicture('a')
  const length = bytes.readUInt32BE(bytes.indexOf('IDAT') - 4)
  const rows = inflateSync(bytes.subarray(bytes.indexOf('IDAT') + 4).subarray(0, length))
  expect(rows.length).toBe(228 * (1 + 3 * 168))
  expect(bytes.subarray(-8, -4).toString()).toBe('IEND')
  expect(drawPicture('a')).toEqual(bytes)
  expect(drawPicture('b')).not.toEqual(bytes)
})

it('a picture shows the title in its address, and the letters of every title are drawn', () => {
  const letters = worksOf(1).flatMap(({ title }) => lettersOf(title).flat())
  expect(letters.filter((letter) => !Object.hasOwn(glyphs, letter))).toEqual([])
  const address = new URL(`https://cdn3.telesco.pe/file/${namedAfter('纸鹤与灯塔')}abc.jpg`)
  expect(pictureAt(address)?.answer(address, plainGet).body).toEqual(drawPicture(address.href, '纸鹤与灯塔'))
  expect(drawPicture('a', '纸鹤')).not.toEqual(drawPicture('a'))
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

it.each([
  ['https://cdn1.telesco.pe/moved?to=https://a.test/b', 302],
  ['https://cdn1.telesco.pe/gone/a.jpg', 404],
  ['https://cdn1.telesco.pe/file/a.jpg', 200],
])('%s is answered %i', (address, status) => {
  expect(pictureAt(new URL(address))?.answer(new URL(address), plainGet).status).toBe(status)
})
