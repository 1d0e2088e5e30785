// Declared lists that are HTML pages: CSS selectors find the rows and their values.
import { UpstreamError } from '../../upstream/errors.ts'
import { type HtmlPage, parsePage } from '../../upstream/net/html-page.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'
import { type PageRow, pageRows } from '../sites/page-rows.ts'
import type { FieldSelector, ValuePath } from './field-selector.ts'
import { type ItemFields, mapRows } from './map-rows.ts'

interface PageList extends Omit<ItemFields<PageRow>, 'url'> {
  readonly page: string
  readonly headers: Readonly<Record<string, string>>
  readonly items: string
  /** Default: the link of the title, else the row itself or the first link in it. */
  readonly url?: FieldSelector<PageRow> | undefined
}

/** Maximum siblings: a selector like `:nth-child` compares each element with all siblings, which takes seconds for tens of thousands. */
const maxSiblings = 10_000

/** Fetches the items. @throws UpstreamError as `io.html` does, and `mismatch` naming the selector that found nothing. */
export async function askPage(io: Io, list: PageList): Promise<HotItem[]> {
  const checkedIo: Io = { ...io, html: async (address, init) => rejectWidePage(await io.html(address, init)) }
  const rows = await pageRows(checkedIo, list.page, list.items, list.headers)
  const url = list.url ?? { source: 'the link of the title or the row', read: titleLinkReader(list.title.source) }
  return mapRows(rows, { ...list, url }, { base: list.page, now: io.now })
}

function rejectWidePage(page: HtmlPage): HtmlPage {
  const elements = page.root().find('*').toArray()
  const most = elements.reduce((most, { children }) => Math.max(most, children.length), page.root().contents().length)
  if (most <= maxSiblings) return page
  throw new UpstreamError('mismatch', `the page has more than ${maxSiblings} sibling nodes`)
}

/** Validates the selector of the rows. @throws Error when it is invalid. */
export function rowSelector(source: string): string {
  checkSelector(source, source)
  return source
}

/**
 * Reads the first match of a selector in a row: its text, or its `attribute`; without a `datetime` attribute also its text.
 * `selector@name` reads another attribute, `@name` one of the row; `:scope` is the row itself.
 */
export function pageValue(attribute?: 'href' | 'src' | 'datetime'): ValuePath<PageRow> {
  return (source) => {
    const { selector, name } = parseSelector(source)
    if (name !== undefined) return (row) => row.attribute(name, selector)
    if (attribute === undefined) return (row) => row.text(selector)
    const fallback = attribute === 'datetime' ? (row: PageRow) => row.text(selector) : () => undefined
    return (row) => row.attribute(attribute, selector) ?? fallback(row)
  }
}

/** A parsed selector with an optional attribute; without a selector it is the row itself. */
interface ElementSelector {
  readonly selector: string | undefined
  readonly name: string | undefined
}

/** Parses `selector@attribute`. @throws Error when it is invalid. */
function parseSelector(source: string): ElementSelector {
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

/** @throws Error when the selector is invalid. */
function checkSelector(selector: string, source: string): void {
  // The parser would create an element from text that looks like a tag.
  if (source.includes('<')) throw new Error('is not a CSS selector: it contains <')
  try {
    parsePage('<p><a href="/">1</a></p>').root().find(selector)
  } catch (error) {
    throw new Error(`is not a CSS selector: ${error instanceof Error ? error.message : error}`)
  }
}

/** Reads the link of a title: the title element itself, a link in it or around it; else the row's link. */
function titleLinkReader(title: string): (row: PageRow) => string | undefined {
  const selector = title.includes('{') ? undefined : parseSelector(title).selector
  const near = selector === undefined ? [] : [selector, `${selector} a[href]`, `a[href]:has(${selector})`]
  const candidates = [...near.filter(isValidSelector), undefined, 'a[href]']
  return (row) => {
    for (const part of candidates) {
      const href = row.attribute('href', part)
      if (href !== undefined) return href
    }
    return undefined
  }
}

/** Whether a derived selector is valid: one that begins with a combinator cannot be nested in another. */
function isValidSelector(selector: string): boolean {
  try {
    checkSelector(`:scope ${selector}`, selector)
    return true
  } catch {
    return false
  }
}
