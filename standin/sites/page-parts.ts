// Parts that played web sites share: their answers, escaping, keywords out of paths, marks around hits.

import { wordsOf } from '../corpus/listings.ts'
import type { MockResponse } from '../mock-response.ts'

/** A page of HTML. */
export function htmlPage(body: string, status = 200): MockResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }, body }
}

/** What these sites say of an address they do not know. */
export function notFoundPage(): MockResponse {
  return htmlPage(
    '<!DOCTYPE html><html><head><title>404</title></head><body><h1>404 Not Found</h1></body></html>\n',
    404,
  )
}

const entityOf: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text fit for HTML content and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => entityOf[letter] ?? letter)
}

/** A part of a path as its server reads it: `%XX` and `+` decoded, or as it stands where the escapes are broken. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

/** Escaped text with `open` and `close` around every word of the keyword. */
export function highlight(text: string, kw: string, open: string, close: string): string {
  const words = wordsOf(kw).map((word) => RegExp.escape(word))
  if (words.length === 0) return escapeHtml(text)
  // Splitting by a group keeps the hits: they are the odd parts.
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'i'))
  return parts.map((part, at) => (at % 2 === 1 ? `${open}${escapeHtml(part)}${close}` : escapeHtml(part))).join('')
}
