// Hostile texts for the reading of links, and how they are read.

import { recognise } from '../../src/search/clouds/recognise.ts'
import { findLinks } from '../../src/search/links/find-links.ts'
import type { Anchor } from '../../src/search/plugin.ts'
import { titleOf, workTitles } from '../../src/search/posts/titles.ts'

export const megabyte = 1 << 20
const link = 'https://pan.quark.cn/s/0a1b2c3d4e5f'

/** Pieces of which hostile texts consist. */
export const hostile = [
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
  'https://纸.test/?code=1234&',
  'www.a.com/',
  'magnet:?dn=纸&tr=http%3A%2F%2F',
  'thunder://QUFB',
  'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV 7s5x\n',
  'ｐｗｄ：７ｓ５ｘ',
  `作品丨夸克：${link}\n`,
]

/** A text of this length that repeats a piece. */
export function filled(pattern: string, length: number): string {
  return pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)
}

/** Reads the links and titles of a text. */
export function readAll(text: string, anchors: readonly Anchor[] = []): void {
  const links = findLinks(text, anchors)
  workTitles(text, links)
  titleOf({ id: '1', text, anchors, tags: [], images: [], aside: '' })
  recognise(text)
}

/** A text of so many lines with a link each, and an anchor at each link. */
export function anchored(count: number): [text: string, anchors: Anchor[]] {
  const shown = `夸克：${link} 提取\n`
  const anchors = Array.from({ length: count }, (_, index) => {
    const start = index * shown.length + 3
    return { start, end: start + link.length, href: `https://pan.quark.cn/s/${(0xa00000000000 + index).toString(16)}` }
  })
  return [shown.repeat(count), anchors]
}
