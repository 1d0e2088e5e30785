// Renders text as Telegram's HTML: line breaks, entities, emoji images, anchors and search marks.
import type { Piece } from '../corpus/post.ts'

/** Words to mark, in lower case; empty when the page is not a search. */
export type Marked = readonly string[]

const entityOf: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '!': '&#33;',
  $: '&#036;',
  '\u00a0': '&nbsp;',
}

/** Escapes text with Telegram's set of entities (telegram.md 4.1), for content and attributes. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"'!$\u00a0]/g, (letter) => entityOf[letter] ?? letter)
}

function utf8Hex(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase()
}

/** An emoji in Telegram's form: an image named after its UTF-8 bytes, without the variation selector. */
export function emojiHtml(emoji: string): string {
  const bare = emoji.replaceAll('\ufe0f', '')
  return `<i class="emoji" style="background-image:url('//telegram.org/img/emoji/40/${utf8Hex(bare)}.png')"><b>${bare}</b></i>`
}

const emojiOrBreak = /\n|\p{Extended_Pictographic}\ufe0f?/gu

function unmarkedHtml(text: string): string {
  let html = ''
  let from = 0
  for (const found of text.matchAll(emojiOrBreak)) {
    const [seen] = found
    html += escapeText(text.slice(from, found.index)) + (seen === '\n' ? '<br/>' : emojiHtml(seen))
    from = found.index + seen.length
  }
  return html + escapeText(text.slice(from))
}

/** Start of the earliest word at or after `from`; the longest word when several start there. */
function nextWord(lower: string, words: Marked, from: number): { at: number; length: number } | undefined {
  let best: { at: number; length: number } | undefined
  for (const word of words) {
    const at = lower.indexOf(word, from)
    if (at < 0) continue
    if (best === undefined || at < best.at || (at === best.at && word.length > best.length))
      best = { at, length: word.length }
  }
  return best
}

/** Text as HTML, the marked words in `mark.highlight`. */
export function textHtml(text: string, words: Marked): string {
  const lower = text.toLowerCase()
  // A few characters change their length in lower case and shift the offsets; such a text stays unmarked.
  if (words.length === 0 || lower.length !== text.length) return unmarkedHtml(text)
  let html = ''
  let from = 0
  for (let word = nextWord(lower, words, 0); word !== undefined; word = nextWord(lower, words, from)) {
    const end = word.at + word.length
    html += `${unmarkedHtml(text.slice(from, word.at))}<mark class="highlight">${unmarkedHtml(text.slice(word.at, end))}</mark>`
    from = end
  }
  return html + unmarkedHtml(text.slice(from))
}

/** The confirmation dialog of a link whose label is not its URL. */
export const confirmAttribute = ` onclick="return confirm('Open this link?\\n\\n'+this.href);"`

function anchorHtml(href: string, label: string, words: Marked): string {
  const opening = `<a href="${escapeText(href)}" target="_blank" rel="noopener"`
  // Words inside the text of URL anchors are not marked; a label is ordinary text.
  const isAddress = label === href || href === `http://${label}`
  return isAddress
    ? `${opening}>${escapeText(label)}</a>`
    : `${opening}${confirmAttribute}>${textHtml(label, words)}</a>`
}

function pieceHtml(piece: Piece, words: Marked): string {
  if (typeof piece === 'string') return textHtml(piece, words)
  if ('style' in piece) {
    const tag = piece.style
    return `<${tag}>${piecesHtml(piece.of, words)}</${tag}>`
  }
  if ('href' in piece) return anchorHtml(piece.href, piece.label, words)
  if ('tag' in piece) return `<a href="?q=%23${encodeURIComponent(piece.tag)}">${textHtml(`#${piece.tag}`, words)}</a>`
  if ('mention' in piece) return `<a href="https://t.me/${piece.mention}" target="_blank">@${piece.mention}</a>`
  return `<tg-emoji emoji-id="51900000000000000${10 + ((piece.customEmoji.codePointAt(0) ?? 0) % 90)}">${emojiHtml(piece.customEmoji)}</tg-emoji>`
}

/** A post's text as HTML. */
export function piecesHtml(pieces: readonly Piece[], words: Marked): string {
  return pieces.map((piece) => pieceHtml(piece, words)).join('')
}
