// Converts a piece of a message's HTML to text, line breaks, links and hashtags.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import { attributeOf, endOfTag, isNamed, nextTag } from './html-tags.ts'
import {
  addBreak,
  addEdge,
  addWords,
  blanked,
  closeLink,
  createTextBuilder,
  finish,
  type MessageText,
  openLink,
  type TextBuilder,
} from './text-builder.ts'

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
