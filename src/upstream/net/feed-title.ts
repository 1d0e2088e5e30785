// Tells text from markup in the titles of feeds.
import { type ChildNode, type Element, isCDATA, isText } from 'domhandler'
import { innerHtml } from './html-page.ts'

/** Elements that occur as markup in titles; any other tag is what the title is about, as in `List<String>`. */
const notMarkup =
  /<(?!\/?(?:a|abbr|b|bdi|big|blockquote|br|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|nobr|ol|p|pre|q|s|samp|small|span|strike|strong|sub|sup|tt|u|ul|var|wbr)(?:[\s/][^<>]{0,2000})?>)/gi

/**
 * A title as HTML. Of RSS, and of Atom without a type, markup is meant in CDATA and in unescaped tags only; of Atom
 * `text` nowhere, of `html` everywhere.
 */
export function titleHtml(title: Element): string {
  const { type = '' } = title.attribs
  if (type.includes('xhtml')) return innerHtml(title, 'as HTML').trim()
  const children = title.children.map((node) => partHtml(node, type)).join('')
  return children.trim()
}

function partHtml(node: ChildNode, type: string): string {
  if (isText(node)) return type.includes('html') ? markupAsHtml(node.data) : textAsHtml(node.data)
  if (!isCDATA(node)) return innerHtml({ children: [node] }, 'as read')
  const text = innerHtml(node, 'as read')
  return type === 'text' || type === 'text/plain' ? textAsHtml(text) : markupAsHtml(text)
}

/** A text as HTML. Entities stay, because many feeds escape them twice. */
export function textAsHtml(text: string): string {
  return text.replaceAll('<', '&lt;')
}

function markupAsHtml(html: string): string {
  return html.replace(notMarkup, '&lt;')
}
