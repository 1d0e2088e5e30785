// Converts a piece of a message's HTML to text, line breaks, links and hashtags.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import type { Anchor } from '../plugin.ts'
import { attributeOf, endOfTag, isNamed, nextTag } from './html-tags.ts'

/** Converts the inner HTML of a message. Styling tags (`b`, `mark`, emoji) are dropped, their text is kept. Never throws; one pass. */
export function readText(source: string): MessageText {
  const html = blanked(source)
  const draft = createTextBuilder()
  let entity = nextEntity(html, 0)
  let at = 0
  while (at < html.length) {
    const open = nextTag(html, at)
    if (open > at) {
      const words = html.slice(at, open)
      addWords(draft, entity < open ? blanked(decodeHTML(words)) : words)
    }
    const end = open < html.length ? endOfTag(html, open) : -1
    if (end < 0) break
    takeTag(draft, html, open, end)
    if (entity < end) entity = nextEntity(html, end)
    at = end
  }
  return finish(draft)
}

/** The offset of the next possible entity; cached by the caller, because searching once per text run is slower than parsing. */
function nextEntity(html: string, from: number): number {
  const at = html.indexOf('&', from)
  return at < 0 ? html.length : at
}

function takeTag(draft: TextBuilder, html: string, open: number, end: number): void {
  const closes = html.charCodeAt(open + 1) === 47
  const name = closes ? open + 2 : open + 1
  // By first letter: comparing each tag with every known name would double the cost.
  switch (html[name]) {
    case 'a':
      if (!isNamed(html, name, 'a')) return
      if (closes) closeLink(draft)
      else openLink(draft, decodeValue(attributeOf(html.slice(open, end), ' href="') ?? ''))
      return
    case 'b':
      if (isNamed(html, name, 'br')) addBreak(draft)
      else if (isNamed(html, name, 'blockquote')) addEdge(draft)
      return
    case 'd':
    case 'p':
      if (isNamed(html, name, 'div') || isNamed(html, name, 'pre') || isNamed(html, name, 'p')) addEdge(draft)
  }
}

/** Decodes entities in an attribute value, where a bare `&copy=` is not an entity. */
export function decodeValue(value: string): string {
  return value.includes('&') ? decodeHTMLAttribute(value) : value
}

export interface MessageText {
  readonly text: string
  /** Links, sorted by `start`; offsets into `text`. */
  readonly anchors: readonly Anchor[]
  /** Distinct hashtags without the `#`. */
  readonly tags: readonly string[]
}

/** The text built so far. */
interface TextBuilder {
  /** Only appended to and measured: reading from a growing string flattens (copies) it each time. */
  text: string
  readonly labels: Anchor[]
  onNewLine: boolean
  open: { readonly href: string; readonly start: number } | undefined
}

const spaces = ['\n', '\u00a0', '\t', '\r', '\f']
const hashtag = /^\?q=(?:%23|#)/i
const linkScheme = /^(?:https?:\/\/|magnet:|ed2k:)/i
const telegramHost = /^https?:\/\/(?:[\w-]+\.)?(?:t\.me|telegram\.(?:me|dog))(?:[/?#:]|$)/i

function createTextBuilder(): TextBuilder {
  return { text: '', labels: [], onNewLine: true, open: undefined }
}

/** Replaces white space and no-break spaces by blanks, since source line breaks are not line breaks in HTML. */
function blanked(words: string): string {
  // Searching for each character first is many times faster than one regular expression or an unneeded replace.
  let blank = words
  for (const space of spaces) if (blank.includes(space)) blank = blank.replaceAll(space, ' ')
  return blank
}

/** Adds decoded text with white space replaced. */
function addWords(draft: TextBuilder, words: string): void {
  if (words === '') return
  draft.text += words
  draft.onNewLine = false
}

function addBreak(draft: TextBuilder): void {
  draft.text += '\n'
  draft.onNewLine = true
}

/** Marks the start or end of a block such as a quotation, which is on its own lines. */
function addEdge(draft: TextBuilder): void {
  if (!draft.onNewLine) addBreak(draft)
}

/** Opens a link; text added until it is closed is its label. Links do not nest in HTML: an open one is closed. */
function openLink(draft: TextBuilder, href: string): void {
  closeLink(draft)
  draft.open = { href: href.trim(), start: draft.text.length }
}

/** Closes the open link, if there is one. */
function closeLink(draft: TextBuilder): void {
  if (draft.open === undefined) return
  draft.labels.push({ start: draft.open.start, end: draft.text.length, href: draft.open.href })
  draft.open = undefined
}

/** Whether an address is a fetchable link outside of Telegram. */
export function isLink(href: string): boolean {
  return linkScheme.test(href) && !telegramHost.test(href)
}

/** Returns the text with both ends trimmed and the label of each link trimmed. */
function finish(draft: TextBuilder): MessageText {
  closeLink(draft)
  const whole = draft.text
  const text = whole.trim()
  const lead = whole.length - whole.trimStart().length
  const place = (at: number): number => Math.min(Math.max(at - lead, 0), text.length)
  const anchors: Anchor[] = []
  const tags: string[] = []
  for (const { start, end, href } of draft.labels) {
    if (hashtag.test(href)) {
      tags.push(hashtagName(whole.slice(start, end)))
    } else if (isLink(href)) {
      const label = whole.slice(start, end)
      const from = end - label.trimStart().length
      anchors.push({ start: place(from), end: place(Math.max(from, start + label.trimEnd().length)), href })
    }
  }
  return { text, anchors, tags: tags.length === 0 ? tags : [...new Set(tags)].filter((name) => name !== '') }
}

/** A hashtag without its sign. */
function hashtagName(label: string): string {
  const tag = label.trim()
  return tag.startsWith('#') || tag.startsWith('＃') ? tag.slice(1) : tag
}
