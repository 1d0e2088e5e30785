// Pages that are hot lists: their rows, of which there are always some, and what stands in each.
import { pageHeaders } from '../../reading/browser.ts'
import { apart, within } from '../../reading/pages.ts'
import { cut, oneLine } from '../../reading/texts.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { linkIn } from './links.ts'

/** More than any page shows; only the first fifty readable ones are kept. */
const mostRows = 200
/** More than any entry says of itself. */
const maxTextCharacters = 10_000

/** The element an entry of a list stands in. A selector means the first that fits inside of it; without one the element itself is meant. */
export interface PageRow {
  /** On one line; '' when nothing is found. */
  text(selector?: string): string
  /** The text it begins with, before other elements; or its first element's. */
  opening(selector?: string): string
  attribute(name: string, selector?: string): string | undefined
  /** Where the link leads; undefined when it leads nowhere. */
  link(selector?: string): string | undefined
}

/**
 * Opens a page for the elements that its entries stand in; of several selectors (a site's layouts) the first that finds any counts.
 * @throws UpstreamError as `io.html` does, and `mismatch` when there are none, or one stands inside another.
 */
export async function pageRows(
  io: Io,
  address: string,
  selector: string | readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<PageRow[]> {
  const page = await io.html(address, { headers: { ...pageHeaders, ...headers } })
  const selectors = [selector].flat()
  const fitting = selectors.map((one) => page(one)).find(({ length }) => length > 0)
  if (!fitting) throw new UpstreamError('mismatch', `the page has no ${selectors.at(-1)}`)
  const nodes = apart(page, fitting, mostRows)
  return nodes.map((node) => {
    const found = (part?: string) => (part === undefined ? page(node) : within(page, node, part).first())
    const attribute = (name: string, part?: string) => found(part).attr(name)
    return {
      text: (part) => oneLine(cut(found(part).text(), maxTextCharacters)),
      opening: (part) => oneLine(found(part).contents().first().text()),
      attribute,
      link: (part) => linkIn(address, attribute('href', part)),
    }
  })
}
