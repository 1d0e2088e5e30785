// Reads the rows of an HTML page that is a list.
import { UpstreamError } from '../upstream/errors.ts'
import { parsePage } from '../upstream/net/html-page.ts'
import type { Io } from '../upstream/source.ts'
import { pageHeaders } from './browser-headers.ts'
import type { FieldForm } from './field-selector.ts'
import { findWithin, type PageNode, type ParsedPage, unnestedNodes } from './html.ts'
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
  return nodes.map((node) => pageRow(page, address, node))
}

/** The reader of one element, or of the whole page by its root; `address` is that of the page. */
export function pageRow(page: ParsedPage, address: string, node: PageNode): PageRow {
  const within = (part: string) => (node.type === 'root' ? page(part) : findWithin(page, node, part))
  const all = (part?: string) => (part === undefined ? page(node) : within(part))
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
}

/** Maximum siblings: a selector like `:nth-child` compares each element with all siblings, which takes 0.1 s for these, and seconds for ten thousand. */
const maxSiblings = 2_500

/** For selectors that an operator writes. @throws UpstreamError `mismatch`. */
export function rejectWidePage(page: ParsedPage): void {
  const elements = page.root().find('*').toArray()
  const most = elements.reduce((most, { children }) => Math.max(most, children.length), page.root().contents().length)
  if (most > maxSiblings) throw new UpstreamError('mismatch', `the page has more than ${maxSiblings} sibling nodes`)
}

/**
 * The readers of the values of a row: the text of the first match of a selector, or `attribute` of it; without a `datetime` attribute also
 * its text. `selector@name` reads another attribute, `@name` one of the row, `@text` the text; `:scope` is the row itself.
 */
export function pageForm(attribute = 'text'): Omit<FieldForm<PageRow>, 'isAddress'> {
  const path = (source: string) => {
    const { selector, name = attribute } = parseSelector(source)
    const isNamed = source.endsWith(`@${name}`)
    return (row: PageRow, isAll: boolean) => {
      if (isAll) return row.values(selector, name === 'text' ? undefined : name)
      if (name === 'text') return [row.text(selector)]
      return [row.attribute(name, selector) ?? (name === 'datetime' && !isNamed ? row.text(selector) : undefined)]
    }
  }
  return { path }
}

/** Parses `selector@attribute`. @throws Error when it is invalid. */
export function parseSelector(source: string): { selector: string | undefined; name: string | undefined } {
  const attribute = /@([a-z_:][\w:.-]*)$/i.exec(source)
  const name = attribute?.[1]
  const within = source
    .slice(0, attribute?.index)
    .trimEnd()
    .replace(/^:scope\s*/, '')
  if (within === '') return { selector: undefined, name }
  // Without `:is`, only the first of several selectors would be relative to the row.
  const bound = within.includes(',') ? `:is(${within})` : within
  checkSelector(`:scope ${bound}`, within)
  return { selector: bound, name }
}

export function checkSelector(selector: string, source: string = selector): string {
  // The parser would create an element from text that looks like a tag.
  if (source.includes('<')) throw new Error('is not a CSS selector: it contains <')
  try {
    parsePage('<p><a href="/">1</a></p>').root().find(selector)
    return selector
  } catch (error) {
    throw new Error(`is not a CSS selector: ${error instanceof Error ? error.message : error}`)
  }
}
