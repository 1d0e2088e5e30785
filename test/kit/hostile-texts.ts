// Hostile texts and pages for the reading of links.
import { recognise } from '../../src/search/clouds/recognise.ts'
import { findLinks } from '../../src/search/links/find-links.ts'
import type { Anchor, Post } from '../../src/search/plugin.ts'
import { titleOf, workTitles } from '../../src/search/posts/titles.ts'
import { readChannelPage } from '../../src/search/telegram/page.ts'
import { UpstreamError } from '../../src/upstream/errors.ts'

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

/** A page up to the content of its only message, the start of the message's text, and the end of the page. */
export const before =
  '<div class="tgme_channel_info"></div><section class="tgme_channel_history">' +
  '<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message js-widget_message" data-post="d/1">'
export const bodyStart = '<div class="tgme_widget_message_text js-message_text" dir="auto">'
export const behind = '</div></div></section></main></body></html>'

/** The posts, or undefined for a mismatch; whatever else is thrown goes on to fail the test. */
export function readOrRefuse(bytes: Uint8Array): readonly Post[] | undefined {
  try {
    return readChannelPage(bytes)
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'mismatch') return undefined
    throw error
  }
}

/** A name, and the start, repeated piece and end of a page. */
export const hostilePages: readonly (readonly [string, string, string, string])[] = [
  ['nested blocks', before + bodyStart, '<div>', behind],
  ['closing tags', before + bodyStart, '</div><div></div>', behind],
  ['blocks opened and closed in turn', before + bodyStart, '<div></div>', `</div>${behind}`],
  ['less-than signs', before + bodyStart, '<', `</div>${behind}`],
  ['unfinished tags', before + bodyStart, '<a ', `</div>${behind}`],
  ['unfinished values', before + bodyStart, '<a b="', `</div>${behind}`],
  ['unfinished values in the other quotes', before, "<a b='>", behind],
  ['links never closed', before + bodyStart, '<a href="https://a.example/">', `</div>${behind}`],
  ['empty links', before + bodyStart, '<a href="https://a.example/"> </a>', `</div>${behind}`],
  ['line breaks', before + bodyStart, '<br/>', `x</div>${behind}`],
  ['quotations', before + bodyStart, '<blockquote>x', `</div>${behind}`],
  ['ampersands', before + bodyStart, '&', `</div>${behind}`],
  ['entities', before + bodyStart, '&#33;<b>', `</div>${behind}`],
  ['blanks', before + bodyStart, ' ', `x</div>${behind}`],
  [
    'long host names',
    before + bodyStart,
    '<a href="https://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-">',
    `</div>${behind}`,
  ],
  ['many texts', before, `${bodyStart}x</div>`, behind],
  ['texts never closed', before, bodyStart, behind],
  ['titles never closed', before, '<div class="link_preview_title">', behind],
  ['titles that are no blocks', before, '<i class="link_preview_title"></div>', behind],
  [
    'buttons never closed',
    before,
    '<a class="tgme_widget_message_inline_button url_button" href="https://b.example/">',
    behind,
  ],
  [
    'buttons',
    before,
    '<a class="tgme_widget_message_inline_button url_button" href="https://b.example/">x</a>',
    behind,
  ],
  ['reactions without a time', before, '<div class="tgme_widget_message_reactions">', behind],
  ['footers with one', before, '<div class="tgme_widget_message_footer"><time class="time">', behind],
  ['values that never end well', before + bodyStart, '<a b=">', `</div>${behind}`],
  ['images', before, `<i class="link_preview_image" style="url( url('https://c.example/1')">`, behind],
  ['an endless style', `${before}<i class="link_preview_image" style="`, 'url(  ', `">${behind}`],
  ['numbers without a message', before, ' data-post="d/1"', behind],
  ['wraps', before, '<div class="tgme_widget_message_wrap x">', behind],
  ['messages', '<div class="tgme_channel_info"></div>', `${before}x`, behind],
  ['messages with an unfinished quote', '<div class="tgme_channel_info"></div>', `${before}<a b='>`, behind],
  ['ends', before, '</section', behind],
  ['titles of a page', '', '<title>', ''],
  ['characters cut short', before + bodyStart, '\u7eb8<', `</div>${behind}`],
]

/** A page of about so many bytes between its start and its end. */
export function pageOf([, start, piece, end]: (typeof hostilePages)[number], bytes: number): Buffer {
  return Buffer.from(start + piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece))) + end)
}

/** Pieces of the long texts that tests insert. */
export const longTextPieces = [
  ...'<>"\'& \n\t0?#%=:：;,，.-_/\\|【[({ax年\ufdfa\u200b',
  ...[
    '<a ',
    '<!--',
    '&amp;',
    '&#',
    '1a',
    'a ',
    '1,',
    '1.',
    '1:',
    'a.',
    '/a',
    '?a=',
    'http://',
    '\\u',
    '=  ',
    '1天',
    '&shareid=1&s',
  ],
]
