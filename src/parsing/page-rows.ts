// Reads the rows of an HTML page that is a list.

import { UpstreamError } from '../upstream/errors.ts'
import type { Io } from '../upstream/source.ts'
import { pageHeaders } from './browser-headers.ts'
import { findWithin, type ParsedPage, unnestedNodes } from './html.ts'
import { oneLine, truncate } from './text.ts'
import { resolveLink } from './web-links.ts'

const maxRows = 200
const maxTextCharacters = 10_000

/** The element of a list entry. A selector means its first match inside; without one, the element itself. */
export interface PageRow {
  /** The text on one line; '' when nothing matches. */
  text(selector?: string): string
  attribute(name: string, selector?: string): string | undefined
  /** The texts of all matches, or of their `attribute`. */
  values(selector: string | undefined, attribute: string | undefined): string[]
  /** The resolved `href`; undefined when there is none. */
  link(selector?: string): string | undefined
}

/**
 * Fetches a page and returns its rows.
 * @throws UpstreamError as `io.html` does, and `mismatch` when there are no rows or rows are nested.
 */
export async function pageRows(
  io: Io,
  address: string,
  selector: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageRow[]> {
  return rowsOfPage(await io.html(address, { headers: { ...pageHeaders, ...headers } }), address, selector)
}

/** The rows of a page that was read from an address. @throws UpstreamError `mismatch` when there are no rows or rows are nested. */
export function rowsOfPage(page: ParsedPage, address: string, selector: string): PageRow[] {
  const elements = page(selector)
  if (elements.length === 0) throw new UpstreamError('mismatch', `the page has no ${selector}`)
  const nodes = unnestedNodes(page, elements, maxRows)
  return nodes.map((node) => {
    const all = (part?: string) => (part === undefined ? page(node) : findWithin(page, node, part))
    const found = (part?: string) => all(part).first()
    const attribute = (name: string, part?: string) => found(part).attr(name)
    const lineOf = (text: string) => oneLine(truncate(text, maxTextCharacters))
    return {
      text: (part) => lineOf(found(part).text()),
      attribute,
      values: (part, name) =>
        all(part)
          .toArray()
          .flatMap((one) => (name === undefined ? lineOf(page(one).text()) : (page(one).attr(name) ?? []))),
      link: (part) => resolveLink(address, attribute('href', part)),
    }
  })
}
