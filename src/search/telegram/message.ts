// Reads one message of a Telegram channel page: walks its tags once and stops only at the parts that matter.
import type { Post } from '../plugin.ts'
import { imageIn, type MessageParts, newParts, postOf, timeIn } from './post.ts'
import { attributeOf, endOfDiv, endOfTag } from './tags.ts'
import { decodeValue, readText } from './text.ts'

/** A tag met on the walk; `end` is the place behind it. */
interface Tag {
  readonly text: string
  readonly classes: string
  readonly end: number
}

/** Takes a part into `parts` and says where to read on; -1 when the part never ends. */
type Take = (parts: MessageParts, tag: Tag, html: string) => number

// By the first class, which on t.me is what the part is (telegram.md, section 4).
const takes: ReadonlyMap<string, Take> = new Map([
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
])

/**
 * Reads a message out of `html`, which has one character for each byte: from the start of the message's wrap to the start
 * of the next. Gives undefined for what is no post: a service message, one without a number, one that breaks off.
 */
export function readMessage(html: string): Post | undefined {
  const named = html.indexOf(' data-post="')
  const start = html.lastIndexOf('<', Math.max(named, 0))
  const end = start < 0 ? -1 : endOfTag(html, start)
  if (named < 0 || end < 0) return undefined
  const tag = html.slice(start, end)
  if (attributeOf(tag, 'class')?.split(' ').includes('service_message')) return undefined
  const parts = newParts(attributeOf(tag, 'data-post') ?? '')
  // What comes before the bubble is the avatar.
  const bubble = Math.max(html.indexOf('"tgme_widget_message_bubble"', end), end)
  return takeParts(parts, html, bubble) ? postOf(parts) : undefined
}

/** Walks the tags from `from` on. False when a tag or a part never ends. */
function takeParts(parts: MessageParts, html: string, from: number): boolean {
  let at = html.indexOf('<', from)
  while (at >= 0) {
    let end = at + 1
    if (mayBePart(html.charCodeAt(end))) {
      end = endOfTag(html, at)
      if (end < 0) return false
      end = takePart(parts, html, at, end)
      if (end < 0) return false
    }
    at = html.indexOf('<', end)
  }
  return true
}

/** Every part is a `div`, an `a`, an `i` or a `time`. */
function mayBePart(code: number): boolean {
  return code === 100 || code === 97 || code === 105 || code === 116
}

function takePart(parts: MessageParts, html: string, start: number, end: number): number {
  const text = html.slice(start, end)
  const classes = attributeOf(text, 'class')
  if (classes === undefined) return end
  const blank = classes.indexOf(' ')
  const take = takes.get(blank < 0 ? classes : classes.slice(0, blank))
  return take === undefined ? end : take(parts, { text, classes, end }, html)
}

function takeBody(parts: MessageParts, tag: Tag, html: string): number {
  // The quoted text of a reply has the same first class, but another second one.
  if (!tag.classes.includes('js-message_text') || !tag.text.startsWith('<div')) return tag.end
  const close = endOfDiv(html, tag.end)
  // A caption can be doubled, one block inside the other; the outer is read whole, and once.
  if (close >= 0) parts.body ??= readText(decode(html.slice(tag.end, close)))
  return close
}

function takeImage(parts: MessageParts, tag: Tag): number {
  const image = imageIn(attributeIn(tag.text, 'style'))
  if (image !== undefined) parts.images.push(image)
  return tag.end
}

function takeAside(parts: MessageParts, tag: Tag, html: string): number {
  if (!tag.text.startsWith('<div')) return tag.end
  const close = endOfDiv(html, tag.end)
  if (close >= 0) parts.aside.push(readText(decode(html.slice(tag.end, close))).text)
  return close
}

function takePreview(parts: MessageParts, tag: Tag): number {
  parts.preview ??= attributeIn(tag.text, 'href')
  return tag.end
}

function takeButton(parts: MessageParts, tag: Tag, html: string): number {
  if (!tag.classes.includes('url_button') || !tag.text.startsWith('<a')) return tag.end
  const close = html.indexOf('</a', tag.end)
  if (close >= 0) {
    const label = readText(decode(html.slice(tag.end, close))).text.replaceAll('\n', ' ')
    parts.buttons.push({ label, href: attributeIn(tag.text, 'href') })
  }
  return close
}

function takeTime(parts: MessageParts, tag: Tag): number {
  parts.at ??= timeIn(attributeOf(tag.text, 'datetime') ?? '')
  return tag.end
}

function attributeIn(tag: string, name: string): string {
  return decodeValue(decode(attributeOf(tag, name) ?? '')).trim()
}

/** Bytes held one to a character → text. It also cuts the tie to the page, which a slice would keep in memory as long as its post. */
function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}
