// Builds a post from the parts of a Telegram message.
import type { Anchor, Post } from '../plugin.ts'
import { isLink, type MessageText } from './text.ts'

/** The parts of one message, as collected by a parser. */
export interface MessageOptions {
  /** The value of `data-post`: `channel/number`. An album has the number of its first message. */
  dataPost: string
  body: MessageText | undefined
  at: Date | undefined
  /** The address of the link preview. */
  preview: string | undefined
  readonly buttons: { readonly label: string; readonly href: string }[]
  readonly images: string[]
  /** The texts of document title and link preview, in display order. */
  readonly aside: string[]
}

const numberAtEnd = /\/(\d+)$/
const offsetTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/
const cssAddress = /url\(\s*['"]?(https?:\/\/[^'")\s]+)/i

/** Creates empty parts with a `data-post`. */
export function newParts(dataPost: string): MessageOptions {
  return { dataPost, body: undefined, at: undefined, preview: undefined, buttons: [], images: [], aside: [] }
}

/** Parses a `datetime` attribute; undefined without a UTC offset, since the result would depend on the local time zone. */
export function timeIn(datetime: string): Date | undefined {
  if (!offsetTime.test(datetime)) return undefined
  const at = new Date(datetime)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The http(s) background image in a `style`; `data:` (stickers) and `//` (emoji) URLs are ignored. */
export function imageIn(style: string): string | undefined {
  return cssAddress.exec(style)?.[1]
}

/** Builds the post: the body, then each external button on its own line. Undefined if the message has no number. */
export function postOf(parts: MessageOptions): Post | undefined {
  const id = numberAtEnd.exec(parts.dataPost)?.[1]
  if (id === undefined) return undefined
  let text = parts.body?.text ?? ''
  const anchors: Anchor[] = [...(parts.body?.anchors ?? [])]
  // Before the buttons, so that an access code in the last line of the text also applies to the preview.
  if (parts.preview !== undefined && isLink(parts.preview)) {
    anchors.push({ start: text.length, end: text.length, href: parts.preview })
  }
  for (const { label, href } of parts.buttons) {
    if (!isLink(href)) continue
    text += text === '' || label === '' ? label : `\n${label}`
    anchors.push({ start: text.length - label.length, end: text.length, href })
  }
  const post = {
    id,
    text,
    anchors,
    tags: parts.body?.tags ?? [],
    images: parts.images.length < 2 ? parts.images : [...new Set(parts.images)],
    aside: parts.aside.filter((words) => words !== '').join('\n'),
  }
  return parts.at === undefined ? post : { ...post, at: parts.at }
}
