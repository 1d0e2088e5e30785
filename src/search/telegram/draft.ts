// A post's text in the making: words, line breaks and links as they come, in the order a person reads them.
import type { Anchor } from '../plugin.ts'

/** A text with the links and hashtags found in it. */
export interface RichText {
  readonly text: string
  /** Links, sorted by `start`; offsets into `text`. */
  readonly anchors: readonly Anchor[]
  /** Hashtags without the `#`, each once. */
  readonly tags: readonly string[]
}

/** What has been read so far. */
export interface Draft {
  /** Only ever added to and measured: looking into a growing string copies it each time. */
  text: string
  readonly labels: Anchor[]
  onNewLine: boolean
  open: { readonly href: string; readonly start: number } | undefined
}

const spaces = ['\n', '\u00a0', '\t', '\r', '\f']
const hashtag = /^\?q=(?:%23|#)/i
const linkScheme = /^(?:https?:\/\/|magnet:|ed2k:)/i
const telegramHost = /^https?:\/\/(?:[\w-]+\.)?(?:t\.me|telegram\.(?:me|dog))(?:[/?#:]|$)/i

/** A draft with nothing in it. */
export function emptyDraft(): Draft {
  return { text: '', labels: [], onNewLine: true, open: undefined }
}

/** White space of the source breaks no line in HTML: every such character, and every no-break space, becomes a blank. */
export function blanked(words: string): string {
  // A search for each of them is many times faster than one expression for all, and than replacing what is not there.
  let blank = words
  for (const space of spaces) if (blank.includes(space)) blank = blank.replaceAll(space, ' ')
  return blank
}

/** Adds words, entities decoded and white space blanked. */
export function addWords(draft: Draft, words: string): void {
  if (words === '') return
  draft.text += words
  draft.onNewLine = false
}

/** Adds a line break. */
export function addBreak(draft: Draft): void {
  draft.text += '\n'
  draft.onNewLine = true
}

/** Marks where a block such as a quotation begins or ends: it stands on lines of its own. */
export function addEdge(draft: Draft): void {
  if (!draft.onNewLine) addBreak(draft)
}

/** Begins a link; what is added until it is closed is its label. Links do not nest in HTML: an open one ends here. */
export function openLink(draft: Draft, href: string): void {
  closeLink(draft)
  draft.open = { href: href.trim(), start: draft.text.length }
}

/** Ends the open link, if there is one. */
export function closeLink(draft: Draft): void {
  if (draft.open === undefined) return
  draft.labels.push({ start: draft.open.start, end: draft.text.length, href: draft.open.href })
  draft.open = undefined
}

/** Does this address lead out of Telegram to something that can be fetched? */
export function isLink(href: string): boolean {
  return linkScheme.test(href) && !telegramHost.test(href)
}

/** The finished text, its ends trimmed and every link's label trimmed within it. */
export function finish(draft: Draft): RichText {
  closeLink(draft)
  const whole = draft.text
  const text = whole.trim()
  const lead = whole.length - whole.trimStart().length
  const place = (at: number): number => Math.min(Math.max(at - lead, 0), text.length)
  const anchors: Anchor[] = []
  const tags: string[] = []
  for (const { start, end, href } of draft.labels) {
    if (hashtag.test(href)) {
      tags.push(nameOf(whole.slice(start, end)))
    } else if (isLink(href)) {
      const label = whole.slice(start, end)
      const from = end - label.trimStart().length
      anchors.push({ start: place(from), end: place(Math.max(from, start + label.trimEnd().length)), href })
    }
  }
  return { text, anchors, tags: tags.length === 0 ? tags : [...new Set(tags)].filter((name) => name !== '') }
}

/** A hashtag without its sign. */
function nameOf(label: string): string {
  const tag = label.trim()
  return tag.startsWith('#') || tag.startsWith('＃') ? tag.slice(1) : tag
}
