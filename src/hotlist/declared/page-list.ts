// Declared lists that are HTML pages: CSS selectors find the rows and their values.

import { type PageRow, rowsOfPage } from '../../parsing/page-rows.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { type HtmlPage, parsePage } from '../../upstream/net/html-page.ts'
import type { FieldForm } from './field-selector.ts'
import type { fieldKeys } from './keys.ts'

/** Maximum siblings: a selector like `:nth-child` compares each element with all siblings, which takes 0.1 s for these, and seconds for ten thousand. */
const maxSiblings = 2_500

/** The rows of a page. @throws UpstreamError `mismatch` as `parsePage` does, and when there are no rows or rows are nested. */
export function pageRows(text: string, address: string, items: string, mayBeEmpty: boolean): PageRow[] {
  const page = parsePage(text)
  rejectWidePage(page)
  return mayBeEmpty && page(items).length === 0 ? [] : rowsOfPage(page, address, items)
}

function rejectWidePage(page: HtmlPage): void {
  const elements = page.root().find('*').toArray()
  const most = elements.reduce((most, { children }) => Math.max(most, children.length), page.root().contents().length)
  if (most > maxSiblings) throw new UpstreamError('mismatch', `the page has more than ${maxSiblings} sibling nodes`)
}

/** The attributes that hold the value of a key, where the selector names none. */
const attributes: { readonly [Key in (typeof fieldKeys)[number]]?: string } = {
  url: 'href',
  mobileUrl: 'href',
  icon: 'src',
  time: 'datetime',
}

/**
 * The readers of the values of a row: the text of the first match of a selector, or the attribute of the key; without a `datetime` attribute also
 * its text. `selector@name` reads another attribute, `@name` one of the row, `@text` the text; `:scope` is the row itself.
 */
export function pageForm(key: (typeof fieldKeys)[number]): Omit<FieldForm<PageRow>, 'isAddress'> {
  const path = (source: string) => {
    const { selector, name = attributes[key] ?? 'text' } = parseSelector(source)
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
function parseSelector(source: string): { selector: string | undefined; name: string | undefined } {
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

/** Reads the link of a title whose selector this is: the title element itself, a link in it or around it; else the row's link. */
export function titleLink(title: string): (row: PageRow) => string | undefined {
  const selector = title.includes('{') ? undefined : parseSelector(title).selector
  const near = selector === undefined ? [] : [selector, `${selector} a[href]`, `a[href]:has(${selector})`]
  const candidates = [...near.filter(isValidSelector), undefined, 'a[href]']
  return (row) =>
    candidates
      .values()
      .map((part) => row.attribute('href', part))
      .find((href) => href !== undefined)
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
