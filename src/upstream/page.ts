// A page as a tree: HTML read the way browsers forgive it, bounded in depth.
import { type CheerioAPI, load } from 'cheerio/slim'
import { UpstreamError } from './errors.ts'

/** A page as a tree, asked by CSS selectors. */
export type Page = CheerioAPI

/** Real pages stay below a hundred; much deeper ones exist to break those who walk them. */
const deepest = 500

/** Real pages have a few thousand; looking for something in an element takes the square of its children (`find` of cheerio 1.2). */
const mostNodes = 100_000

/** Reads HTML. @throws UpstreamError `mismatch` when it has more elements, or deeper ones, than any real page. */
export function readPage(html: string): Page {
  const page = load(html, { xml: { xmlMode: false, decodeEntities: true } })
  if (isMonstrous(page)) {
    throw new UpstreamError('mismatch', `a page of more than ${mostNodes} elements, or more than ${deepest} deep`)
  }
  return page
}

function isMonstrous(page: Page): boolean {
  let count = 0
  for (const depth of depths(page)) {
    count += 1
    if (depth > deepest || count > mostNodes) return true
  }
  return false
}

/** How deep each element and text is, walked without a stack, which is what a deep tree would break. */
function* depths(page: Page): Generator<number> {
  const root = page.root()[0]
  let depth = 1
  let node = root?.firstChild ?? null
  while (node) {
    yield depth
    const inner = 'firstChild' in node ? node.firstChild : null
    if (inner) depth += 1
    let next: typeof node | null = inner ?? node
    while (!inner && next && next !== root && !next.nextSibling) {
      depth -= 1
      next = next.parentNode
    }
    node = inner ?? (next && next !== root ? next.nextSibling : null)
  }
}
