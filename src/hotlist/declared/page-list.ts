// Declared lists that are HTML pages: CSS selectors find the rows and their values.

import type { FieldForm } from '../../parsing/field-selector.ts'
import {
  checkSelector,
  type PageRow,
  pageForm,
  parseSelector,
  rejectWidePage,
  rowsOfPage,
} from '../../parsing/page-rows.ts'
import { parsePage } from '../../upstream/net/html-page.ts'
import type { fieldKeys } from './keys.ts'

/** The rows of a page. @throws UpstreamError `mismatch` as `parsePage` does, and when there are no rows or rows are nested. */
export function pageRows(text: string, address: string, items: string, mayBeEmpty: boolean): PageRow[] {
  const page = parsePage(text)
  rejectWidePage(page)
  return mayBeEmpty && page(items).length === 0 ? [] : rowsOfPage(page, address, items)
}

/** The attributes that hold the value of a key, where the selector names none. */
const attributes: { readonly [Key in (typeof fieldKeys)[number]]?: string } = {
  url: 'href',
  mobileUrl: 'href',
  icon: 'src',
  time: 'datetime',
}

/** The readers of the values of a key. */
export function keyForm(key: (typeof fieldKeys)[number]): Omit<FieldForm<PageRow>, 'isAddress'> {
  return pageForm(attributes[key])
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
