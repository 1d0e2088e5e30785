// Hostile pages of a Telegram channel, and how they are read.
import type { Post } from '../../src/search/plugin.ts'
import { readChannelPage } from '../../src/search/telegram/page.ts'
import { UpstreamError } from '../../src/upstream/errors.ts'

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
