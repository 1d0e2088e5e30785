// What plugins share in reading pages as trees: lists of bounded length, and what of an element's inside is wanted.
import { UpstreamError } from '../upstream/errors.ts'
import type { Io } from '../upstream/source.ts'
import { eachOnce } from './texts.ts'

/** A page as a tree. */
export type Page = Awaited<ReturnType<Io['html']>>

/** An element of a page, or a text in it. */
export type PageNode = NonNullable<ReturnType<Page['root']>[0]>['children'][number]

/**
 * The first of what a selector found. @throws UpstreamError `mismatch` when they stand inside each other: asking each for its parts
 * would then take the square of the time.
 */
export function apart(page: Page, found: { toArray(): PageNode[] }, most: number): PageNode[] {
  const nodes = found.toArray().slice(0, most)
  const all = new Set<unknown>(nodes)
  const isInside = nodes.some((node) =>
    page(node)
      .parents()
      .toArray()
      .some((parent) => all.has(parent)),
  )
  if (isInside) throw new UpstreamError('mismatch', 'a page whose parts stand inside each other')
  return nodes
}

/** What of an element's inside fits a selector; without `:scope` its children would be compared each with each. */
export function within(page: Page, node: PageNode, selector: string) {
  return page(node).find(`:scope ${selector}`)
}

/**
 * What can be read of the items of a list, each id once. @throws UpstreamError `mismatch` with that message when there are items and
 * none can be read: the site has changed, or it is another list.
 */
export function readItems<Item extends { readonly id: string }>(
  nodes: readonly PageNode[],
  read: (node: PageNode) => Item | undefined,
  message: string,
): Item[] {
  const items = nodes.flatMap((node) => read(node) ?? [])
  if (nodes.length > 0 && items.length === 0) throw new UpstreamError('mismatch', message)
  return eachOnce(items)
}
