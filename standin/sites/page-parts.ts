// Shared parts of the HTML site mocks: responses, escaping, keywords from paths, highlights.

import { wordsOf } from '../corpus/listings.ts'
import type { MockResponse } from '../mock-response.ts'

/** An HTML response. */
export function htmlPage(body: string, status = 200): MockResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }, body }
}

/** The response for an unknown URL. */
export function notFoundPage(): MockResponse {
  return htmlPage(
    '<!DOCTYPE html><html><head><title>404</title></head><body><h1>404 Not Found</h1></body></html>\n',
    404,
  )
}

const entityOf: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => entityOf[letter] ?? letter)
}

/** Decodes `%XX` and `+` in a part of a path; returns it unchanged when an escape is invalid. */
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
  // Splitting by a group keeps the matches at the odd indexes.
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'i'))
  return parts.map((part, at) => (at % 2 === 1 ? `${open}${escapeHtml(part)}${close}` : escapeHtml(part))).join('')
}
