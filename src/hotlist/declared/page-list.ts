// Lists that are pages: where their rows and their values stand is said by CSS selectors.
import { UpstreamError } from '../../upstream/errors.ts'
import { type Page, readPage } from '../../upstream/page.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../hot-list.ts'
import { type PageRow, pageRows } from '../sites/page-rows.ts'
import type { Field, Place } from './field.ts'
import { type Fields, itemsOfRows } from './row-items.ts'

/** A list as its declaration has it. */
interface PageList extends Omit<Fields<PageRow>, 'url'> {
  /** Its address. */
  readonly page: string
  readonly headers: Readonly<Record<string, string>>
  /** The selector of the rows. */
  readonly items: string
  /** Where it is not said: the link of the title, else the row itself or the first link in it. */
  readonly url?: Field<PageRow> | undefined
}

/** A selector that counts (`:nth-child`) compares each element with all beside it: seconds for some ten thousands of them. */
const mostBeside = 10_000

/** Asks for the items of a list. @throws UpstreamError as `io.html` does, and `mismatch` saying which selector found nothing. */
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
  throw new UpstreamError('mismatch', `the page has more than ${mostBeside} elements and texts beside each other`)
}

/** The selector of rows, as it is. @throws Error when it is none. */
export function rowSelector(said: string): string {
  refuseOdd(said, said)
  return said
}

/**
 * What a selector finds first in a row: its text, or what it has as `attribute`; of `time` its text where it has no such attribute.
 * `selector@name` is another attribute, `@name` one of the row, `:scope` the row itself.
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

/** An element of a row and one of its attributes; the row itself without a selector. */
interface Spot {
  readonly selector: string | undefined
  readonly name: string | undefined
}

/** @throws Error when it is neither a selector nor an attribute. */
function spotOf(said: string): Spot {
  const attribute = /@([a-z_:][\w:.-]*)$/i.exec(said)
  const name = attribute?.[1]
  const within = said
    .slice(0, attribute?.index)
    .trimEnd()
    .replace(/^:scope\s*/, '')
  if (within === '') return { selector: undefined, name }
  // Of several selectors only the first would be bound to the row.
  const bound = within.includes(',') ? `:is(${within})` : within
  refuseOdd(`:scope ${bound}`, within)
  return { selector: bound, name }
}

/** @throws Error when it is no selector. */
function refuseOdd(selector: string, said: string): void {
  // What looks like a tag would be made one.
  if (said.includes('<')) throw new Error('is no CSS selector: it has a < in it')
  try {
    readPage('<p><a href="/">1</a></p>').root().find(selector)
  } catch (error) {
    throw new Error(`is no CSS selector: ${error instanceof Error ? error.message : error}`)
  }
}

/** Where the link of a title leads: what it is itself, has in it, or stands in; else that of the row. */
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

/** One that begins with a sign, or counts what is found, may not stand in another. */
function isSelector(selector: string): boolean {
  try {
    refuseOdd(`:scope ${selector}`, selector)
    return true
  } catch {
    return false
  }
}
