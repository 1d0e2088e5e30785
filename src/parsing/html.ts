// Helpers for parsing pages: bounded element lists, queries inside an element, lenient item lists.
import { UpstreamError } from '../upstream/errors.ts'
import { parsePage } from '../upstream/net/html-page.ts'
import type { Io } from '../upstream/source.ts'
import { uniqueById } from './text.ts'

export type ParsedPage = Awaited<ReturnType<Io['html']>>

/** Parses a piece of a page that is embedded in another format, such as JSON. @throws UpstreamError `mismatch` if it is larger than any real page. */
export function parseFragment(html: string): ParsedPage {
  return parsePage(html)
}

/** An element of a page, or a text node. */
export type PageNode = NonNullable<ReturnType<ParsedPage['root']>[0]>['children'][number]

/**
 * The first `max` of the found nodes.
 * @throws UpstreamError `mismatch` if they are nested: searching inside each of them would then take quadratic time.
 */
export function unnestedNodes(page: ParsedPage, found: { toArray(): PageNode[] }, max: number): PageNode[] {
  const nodes = found.toArray().slice(0, max)
  const all = new Set<unknown>(nodes)
  const isInside = nodes.some((node) =>
    page(node)
      .parents()
      .toArray()
      .some((parent) => all.has(parent)),
  )
  if (isInside) throw new UpstreamError('mismatch', 'a page whose items are nested in each other')
  return nodes
}

/** Finds elements inside a node. Without `:scope`, cheerio would compare all children with each other. */
export function findWithin(page: ParsedPage, node: PageNode, selector: string) {
  return page(node).find(`:scope ${selector}`)
}

/**
 * Parses the items of a list, each id once.
 * @throws UpstreamError `mismatch` with that message if there are nodes but none can be read: the site has changed, or
 * it is another list.
 */
export function parseItems<Item extends { readonly id: string }>(
  nodes: readonly PageNode[],
  read: (node: PageNode) => Item | undefined,
  message: string,
): Item[] {
  const items = nodes.flatMap((node) => read(node) ?? [])
  if (nodes.length > 0 && items.length === 0) throw new UpstreamError('mismatch', message)
  return uniqueById(items)
}
