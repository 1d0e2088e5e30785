// Reads a piece of a message's HTML as text, line breaks, links and hashtags: what a person sees of it.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import {
  addBreak,
  addEdge,
  addWords,
  blanked,
  closeLink,
  type Draft,
  emptyDraft,
  finish,
  openLink,
  type RichText,
} from './draft.ts'
import { attributeOf, endOfTag, isNamed, nextTag } from './tags.ts'

/** Reads HTML of a message's inside. Tags that only style (`b`, `mark`, emoji) vanish, their text stays. Never throws; one pass. */
export function readText(source: string): RichText {
  const html = blanked(source)
  const draft = emptyDraft()
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

/** Where the next entity may begin: asked once for each, because asking every run of words costs more than reading them. */
function nextEntity(html: string, from: number): number {
  const at = html.indexOf('&', from)
  return at < 0 ? html.length : at
}

function takeTag(draft: Draft, html: string, open: number, end: number): void {
  const closes = html.charCodeAt(open + 1) === 47
  const name = closes ? open + 2 : open + 1
  // By the first letter: most tags only style, and comparing each with every name of ours costs as much as all the rest.
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

/** Decodes the entities of an attribute's value, where a bare `&copy=` is none. */
export function decodeValue(value: string): string {
  return value.includes('&') ? decodeHTMLAttribute(value) : value
}
