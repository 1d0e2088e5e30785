// Declared lists that are HTML pages: CSS selectors find the rows and their values.
import { UpstreamError } from '../../upstream/errors.ts'
import { type Page, readPage } from '../../upstream/page.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../hot-list.ts'
import { type PageRow, pageRows } from '../sites/page-rows.ts'
import type { Field, Place } from './field.ts'
import { type Fields, itemsOfRows } from './row-items.ts'

/** A declared page list. */
interface PageList extends Omit<Fields<PageRow>, 'url'> {
  /** The URL. */
  readonly page: string
  readonly headers: Readonly<Record<string, string>>
  /** The selector of the rows. */
  readonly items: string
  /** Default: the link of the title, else the row itself or the first link in it. */
  readonly url?: Field<PageRow> | undefined
}

/** Maximum siblings: a selector like `:nth-child` compares each element with all siblings, which takes seconds for tens of thousands. */
const mostBeside = 10_000

/** Fetches the items. @throws UpstreamError as `io.html` does, and `mismatch` naming the selector that found nothing. */
export async function askPage(io: Io, list: PageList): Promise<HotItem[]> {
  const narrow: Io = { ...io, html: async (address, init) => narrowed(await io.html(address, init)) }
  const rows = await pageRows(narrow, list.page, list.items, list.headers)
  const url = list.url ?? { said: 'the link of the title or the row', read: linkOf(list.title.said) }
  return itemsOfRows(rows, { ...list, url }, { base: list.page, now: io.now })
}

function narrowed(page: Page): Page {
  const elements = page.root().find('*').toArray()
  const most = elements.reduce((most, { children }) => Math.max(most, children.length), page.root().contents().length)
  if (most <= mostBeside) return page
  throw new UpstreamError('mismatch', `the page has more than ${mostBeside} sibling nodes`)
}

/** Validates the selector of the rows. @throws Error when it is invalid. */
export function rowSelector(said: string): string {
  refuseOdd(said, said)
  return said
}

/**
 * Reads the first match of a selector in a row: its text, or its `attribute`; without a `datetime` attribute also its text.
 * `selector@name` reads another attribute, `@name` one of the row; `:scope` is the row itself.
 */
export function pageValue(attribute?: 'href' | 'src' | 'datetime'): Place<PageRow> {
  return (said) => {
    const { selector, name } = spotOf(said)
    if (name !== undefined) return (row) => row.attribute(name, selector)
    if (attribute === undefined) return (row) => row.text(selector)
    const otherwise = attribute === 'datetime' ? (row: PageRow) => row.text(selector) : () => undefined
    return (row) => row.attribute(attribute, selector) ?? otherwise(row)
  }
}

/** A parsed selector with an optional attribute; without a selector it is the row itself. */
interface Spot {
  readonly selector: string | undefined
  readonly name: string | undefined
}

/** Parses `selector@attribute`. @throws Error when it is invalid. */
function spotOf(said: string): Spot {
  const attribute = /@([a-z_:][\w:.-]*)$/i.exec(said)
  const name = attribute?.[1]
  const within = said
    .slice(0, attribute?.index)
    .trimEnd()
    .replace(/^:scope\s*/, '')
  if (within === '') return { selector: undefined, name }
  // Without `:is`, only the first of several selectors would be relative to the row.
  const bound = within.includes(',') ? `:is(${within})` : within
  refuseOdd(`:scope ${bound}`, within)
  return { selector: bound, name }
}

/** @throws Error when the selector is invalid. */
function refuseOdd(selector: string, said: string): void {
  // The parser would create an element from text that looks like a tag.
  if (said.includes('<')) throw new Error('is not a CSS selector: it contains <')
  try {
    readPage('<p><a href="/">1</a></p>').root().find(selector)
  } catch (error) {
    throw new Error(`is not a CSS selector: ${error instanceof Error ? error.message : error}`)
  }
}

/** Reads the link of a title: the title element itself, a link in it or around it; else the row's link. */
function linkOf(title: string): (row: PageRow) => string | undefined {
  const selector = title.includes('{') ? undefined : spotOf(title).selector
  const near = selector === undefined ? [] : [selector, `${selector} a[href]`, `a[href]:has(${selector})`]
  const sought = [...near.filter(isSelector), undefined, 'a[href]']
  return (row) => {
    for (const part of sought) {
      const href = row.attribute('href', part)
      if (href !== undefined) return href
    }
    return undefined
  }
}

/** Whether a derived selector is valid: one that begins with a combinator cannot be nested in another. */
function isSelector(selector: string): boolean {
  try {
    refuseOdd(`:scope ${selector}`, selector)
    return true
  } catch {
    return false
  }
}
