// Walks through the pages of a player as a reader of its anchors would; for the stand-in's own tests.
import { plainGet, type UpstreamHandler } from '../mock-response.ts'

/** The first message id of every block on a page, in the page's order. */
export function idsOn(page: string): number[] {
  return Array.from(page.matchAll(/data-post="[^"]*\/(\d+)"/g), ([, id]) => Number(id))
}

/** The id an older or newer anchor prints, if the page has one. */
export function cursor(page: string, kind: 'before' | 'after'): number | undefined {
  const found = new RegExp(`data-${kind}="(\\d+)"`).exec(page)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Asks a player for paths of t.me; `walkBack` gives all pages from the newest back, thirty at most. */
export function createWalk(player: UpstreamHandler) {
  const ask = (path: string): string => player.answer(new URL(path, 'https://t.me'), plainGet).body
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
