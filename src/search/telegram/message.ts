// Parses one message of a Telegram channel page in one pass over its tags, stopping only at relevant parts.
import type { Post } from '../plugin.ts'
import { attributeOf, attributeStart, endOfDiv, endOfTag } from './html-tags.ts'
import { imageIn, type MessageOptions, newParts, postOf, timeIn } from './post.ts'
import { decodeValue, readText } from './text.ts'

/** The state of parsing a message. */
interface MessageCursor {
  readonly page: Buffer
  /** Its offset in the page. */
  readonly start: number
  /** Its bytes as latin1 text, so that offsets equal those in the page, from which text is decoded. */
  readonly html: string
  /** Offset of the last `<time` found; infinite if there was none. */
  time: number
  readonly parts: MessageOptions
}

/** A tag, by its offsets in the message: from `<` to after `>`. */
interface TagSpan {
  readonly start: number
  readonly end: number
  readonly classes: string
}

/** Reads or skips a part and returns the offset to continue at; -1 if a required part is not closed. */
type ReadPart = (message: MessageCursor, tag: TagSpan) => number

// By the first class, which on t.me identifies the part (telegram.md, section 4).
const partReaders: ReadonlyMap<string, ReadPart> = new Map([
  ['tgme_widget_message_text', takeBody],
  ['tgme_widget_message_photo_wrap', takeImage],
  ['tgme_widget_message_video_thumb', takeImage],
  ['tgme_widget_message_roundvideo_thumb', takeImage],
  ['link_preview_image', takeImage],
  ['link_preview_right_image', takeImage],
  ['tgme_widget_message_document_title', takeAside],
  ['link_preview_site_name', takeAside],
  ['link_preview_title', takeAside],
  ['link_preview_description', takeAside],
  ['tgme_widget_message_link_preview', takePreview],
  ['tgme_widget_message_inline_button', takeButton],
  ['time', takeTime],
  // Reactions have many tags; everything up to the time is skipped.
  ['tgme_widget_message_reactions', passToTime],
  ['tgme_widget_message_footer', passToTime],
])

/** Parses the message from `start` to `end`. Undefined for a service message, or one truncated or without number. */
export function readMessage(page: Buffer, start: number, end: number): Post | undefined {
  const html = page.toString('latin1', start, end)
  const named = html.indexOf(' data-post="')
  const open = html.lastIndexOf('<', Math.max(named, 0))
  const inside = open < 0 ? -1 : endOfTag(html, open)
  if (named < 0 || inside < 0) return undefined
  const tag = html.slice(open, inside)
  if (` ${attributeOf(tag, ' class="') ?? ''} `.includes(' service_message ')) return undefined
  const parts = newParts(attributeOf(tag, ' data-post="') ?? '')
  // The avatar precedes the bubble.
  const bubble = Math.max(html.indexOf('"tgme_widget_message_bubble"', inside), inside)
  return readParts({ page, start, html, time: -1, parts }, bubble) ? postOf(parts) : undefined
}

/** Reads the tags from `from` on. Returns false if a tag or a part is not closed. */
function readParts(message: MessageCursor, from: number): boolean {
  const { html } = message
  let at = html.indexOf('<', from)
  while (at >= 0) {
    let end = at + 1
    if (mayBePart(html.charCodeAt(end))) {
      end = endOfTag(html, at)
      if (end < 0) return false
      end = takePart(message, at, end)
      if (end < 0) return false
    }
    at = html.indexOf('<', end)
  }
  return true
}

/** Whether a tag name starts like `div`, `a`, `i` or `time`, the tags of parts. */
function mayBePart(code: number): boolean {
  return code === 100 || code === 97 || code === 105 || code === 116
}

function takePart(message: MessageCursor, start: number, end: number): number {
  const classes = attributeOf(message.html.slice(start, end), ' class="')
  if (classes === undefined) return end
  const blank = classes.indexOf(' ')
  const take = partReaders.get(blank < 0 ? classes : classes.slice(0, blank))
  return take === undefined ? end : take(message, { start, end, classes })
}

function takeBody(message: MessageCursor, tag: TagSpan): number {
  const { html, parts } = message
  // The quoted text of a reply has the same first class but a different second one.
  if (!tag.classes.includes('js-message_text') || !html.startsWith('<div', tag.start)) return tag.end
  const close = endOfDiv(html, tag.end)
  // A caption can be nested in another one; only the outer one is read.
  if (close >= 0) parts.body ??= readText(decoded(message, tag.end, close))
  return close
}

function takeImage(message: MessageCursor, tag: TagSpan): number {
  const image = imageIn(valueIn(message, tag, ' style="'))
  if (image !== undefined) message.parts.images.push(image)
  return tag.end
}

function takeAside(message: MessageCursor, tag: TagSpan): number {
  if (!message.html.startsWith('<div', tag.start)) return tag.end
  const close = endOfDiv(message.html, tag.end)
  if (close >= 0) message.parts.aside.push(readText(decoded(message, tag.end, close)).text)
  return close
}

function takePreview(message: MessageCursor, tag: TagSpan): number {
  message.parts.preview ??= valueIn(message, tag, ' href="')
  return tag.end
}

function takeButton(message: MessageCursor, tag: TagSpan): number {
  const { html, parts } = message
  if (!tag.classes.includes('url_button') || !html.startsWith('<a', tag.start)) return tag.end
  const close = html.indexOf('</a', tag.end)
  if (close >= 0) {
    const label = readText(decoded(message, tag.end, close)).text.replaceAll('\n', ' ')
    parts.buttons.push({ label, href: valueIn(message, tag, ' href="') })
  }
  return close
}

function takeTime(message: MessageCursor, tag: TagSpan): number {
  message.parts.at ??= timeIn(attributeOf(message.html.slice(tag.start, tag.end), ' datetime="') ?? '')
  return tag.end
}

function passToTime(message: MessageCursor, tag: TagSpan): number {
  // Cached until passed, so that many parts before one time, or none, cost a single search.
  if (message.time < tag.end) {
    const at = message.html.indexOf('<time', tag.end)
    message.time = at < 0 ? Number.POSITIVE_INFINITY : at
  }
  return Number.isFinite(message.time) ? message.time : tag.end
}

/** The decoded value of an attribute, '' if absent. */
function valueIn(message: MessageCursor, tag: TagSpan, mark: string): string {
  const html = message.html.slice(tag.start, tag.end)
  const from = attributeStart(html, mark)
  const to = html.indexOf('"', from)
  return from < 0 || to < 0 ? '' : decodeValue(decoded(message, tag.start + from, tag.start + to)).trim()
}

/** Decodes the text between two offsets from the page. A substring of the message would keep the whole message in memory. */
function decoded(message: MessageCursor, from: number, to: number): string {
  return message.page.toString('utf8', message.start + from, message.start + to)
}
