// Puts the parts of a Telegram message together to a post: the same rules whatever read the parts.
import type { Anchor, Post } from '../plugin.ts'
import { isLink, type RichText } from './draft.ts'

/** The parts of one message, as a reader collects them. */
export interface MessageParts {
  /** The value of `data-post`: channel, slash, number. An album has the number of its first message. */
  dataPost: string
  body: RichText | undefined
  at: Date | undefined
  /** The address of the link preview. */
  preview: string | undefined
  readonly buttons: { readonly label: string; readonly href: string }[]
  readonly images: string[]
  /** The words of document title and link preview, in the order shown. */
  readonly aside: string[]
}

const numberAtEnd = /\/(\d+)$/
const offsetTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/
const cssAddress = /url\(\s*['"]?(https?:\/\/[^'")\s]+)/i

/** Parts of a message of which only its `data-post` is known. */
export function newParts(dataPost: string): MessageParts {
  return { dataPost, body: undefined, at: undefined, preview: undefined, buttons: [], images: [], aside: [] }
}

/** The time a `datetime` attribute tells; undefined when it is no time with an offset, because a guess would depend on this machine's zone. */
export function timeIn(datetime: string): Date | undefined {
  if (!offsetTime.test(datetime)) return undefined
  const at = new Date(datetime)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The http(s) image that a `style` shows as its background; data: pictures (stickers) and `//` ones (emoji) are none. */
export function imageIn(style: string): string | undefined {
  return cssAddress.exec(style)?.[1]
}

/** The post that parts make: the body, then each button that leads out on a line of its own. Undefined when the message has no number. */
export function postOf(parts: MessageParts): Post | undefined {
  const id = numberAtEnd.exec(parts.dataPost)?.[1]
  if (id === undefined) return undefined
  let text = parts.body?.text ?? ''
  const anchors: Anchor[] = [...(parts.body?.anchors ?? [])]
  // Before the buttons, so that a code in the last line of the text is the preview's too.
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
