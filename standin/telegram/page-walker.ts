// Follows the paging anchors of a mock; only for the stand-in's tests.
import { plainGet, type UpstreamHandler } from '../mock-response.ts'

/** The first message id of every block, in page order. */
export function idsOn(page: string): number[] {
  return Array.from(page.matchAll(/data-post="[^"]*\/(\d+)"/g), ([, id]) => Number(id))
}

/** The id in the older or newer anchor; undefined when the page has none. */
export function cursor(page: string, kind: 'before' | 'after'): number | undefined {
  const found = new RegExp(`data-${kind}="(\\d+)"`).exec(page)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Requests t.me paths from a mock; `walkBack` returns all pages from the newest back, at most 30. */
export function createWalk(handler: UpstreamHandler) {
  const ask = (path: string): string => handler.answer(new URL(path, 'https://t.me'), plainGet).body
  const walkBack = (path: string): string[] => {
    const pages: string[] = []
    const glue = path.includes('?') ? '&' : '?'
    let next: string | undefined = path
    while (next !== undefined && pages.length < 30) {
      const page = ask(next)
      pages.push(page)
      const before = cursor(page, 'before')
      next = before === undefined ? undefined : `${path}${glue}before=${before}`
    }
    return pages
  }
  return { ask, walkBack }
}
