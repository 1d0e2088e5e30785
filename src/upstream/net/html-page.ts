// Parses HTML pages and XML documents into trees, as tolerantly as browsers do, with bounds on size and depth.
import { type Cheerio, type CheerioAPI, load } from 'cheerio/slim'
import { type AnyNode, type ChildNode, type Element, hasChildren, isCDATA, isDocument, isTag } from 'domhandler'
import { DomHandler, DomUtils, Parser } from 'htmlparser2'
import { UpstreamError } from '../errors.ts'
import { requireFewElements, requireFewTags } from '../reply-elements.ts'
import { maxCharacters, truncateText } from '../text-limits.ts'

/** A parsed page, queried with CSS selectors. */
export type HtmlPage = CheerioAPI

/** How a tree is built. Real pages are less than a hundred levels deep, real documents less than thirty; deeper input is made to exhaust parsers. */
interface TreeOptions {
  readonly what: string
  readonly maxDepth: number
  /** The name that an element gets. Default: its own. */
  readonly nameOf?: (name: string) => string
  /** Called after an element was closed; `isImplied` if it has no end tag. */
  readonly onClosed: (name: string, isImplied: boolean, depth: number) => void
}

/** htmlparser2 10.1 pops these elements only at an explicit end tag: each unclosed one slows down all later ones. */
const foreignElements = new Set('svg math mi mo mn ms mtext annotation-xml foreignobject desc title'.split(' '))
const maxUnclosed = 1_000

/**
 * Parses HTML. @throws UpstreamError `mismatch` if it has more tags or attributes, or deeper elements, than any real page, or if it was cut
 * off: it begins with `<html>` and does not end with `</html>`. Of a part of a page nothing says where it ends.
 */
export function parsePage(html: string): HtmlPage {
  requireFewTags(html)
  let unclosed = 0
  const onClosed: TreeOptions['onClosed'] = (name, isImplied) => {
    if (isImplied && name === 'html')
      throw new UpstreamError('mismatch', 'a truncated page', { reason: { code: 'truncated' } })
    if (isImplied && foreignElements.has(name)) unclosed += 1
    if (unclosed > maxUnclosed)
      throw new UpstreamError('mismatch', `a page of more than ${maxUnclosed} unclosed SVG or MathML elements`)
  }
  const tree = new BoundedTree({ what: 'page', maxDepth: 500, onClosed })
  const options = { xmlMode: false, decodeEntities: true }
  new Parser(tree, options).end(html)
  return withLinearFind(load(tree.root, { xml: options }))
}

/** Up to this many children, comparing each with all others costs less than a walk over the whole tree. */
const maxCompared = 100

/**
 * Replaces `find` for queries on one element, and on a page of many parts: in cheerio 1.2 it first compares each child with all
 * others, which takes seconds for tens of thousands. `fn` is cheerio's extension point.
 */
function withLinearFind(page: HtmlPage): HtmlPage {
  const { find } = page.fn
  Object.assign(page.fn, {
    find(this: Cheerio<AnyNode>, selector?: Parameters<typeof find>[0]) {
      const [around, ...others] = this.toArray()
      const isPlain = typeof selector === 'string' && !/^\s*[>+~]|:scope/.test(selector)
      if (!around || !hasChildren(around) || others.length > 0 || !isPlain) return find.call(this, selector)
      // Twice as fast. Inside an element it would not see the ancestors that a selector names.
      if (isDocument(around) && around.children.length <= maxCompared) return find.call(this, selector)
      return page(DomUtils.filter(isTag, around.children)).filter(selector)
    },
  })
  return page
}

/**
 * Parses XML up to the end of its root element, and returns that element. Names are in lower case and without the
 * prefix of the root. Only the predefined entities of XML are decoded; declarations are ignored.
 * @throws UpstreamError `mismatch` if the root is not closed, or there are more tags or attributes, or deeper elements,
 * than in any real document.
 */
export function parseXml(text: string): Element {
  requireFewTags(text)
  let prefix: string | undefined
  const tree = new BoundedTree({
    what: 'document',
    maxDepth: 100,
    nameOf(name) {
      prefix ??= name.slice(0, name.indexOf(':') + 1)
      return name.startsWith(prefix) ? name.slice(prefix.length) : name
    },
    onClosed(_name, _isImplied, depth) {
      if (depth === 0) parser.pause()
    },
  })
  const parser = new Parser(tree, { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true })
  // Not `end`: it would close all open elements, as if the document were complete.
  parser.write(text)
  const element = tree.root.children.find(isTag)
  if (!element) throw new UpstreamError('mismatch', 'a document without elements')
  if (tree.depth > 0) throw new UpstreamError('mismatch', 'a truncated document', { reason: { code: 'truncated' } })
  return element
}

/** A tree that checks its bounds while it is built: for each end tag the parser scans all open elements. */
class BoundedTree extends DomHandler {
  /** The number of open elements. */
  depth = 0
  readonly #options: TreeOptions
  #attributes = 0
  #isInText = false
  #maxText: number = maxCharacters.textNode
  #textLeft = 0

  constructor(options: TreeOptions) {
    super()
    this.#options = options
  }

  // An element with many attributes costs more than as many elements.
  onattribute(): void {
    this.#attributes += 1
    requireFewElements(this.#attributes, 'attributes')
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    const { what, maxDepth, nameOf } = this.#options
    this.#isInText = false
    if (this.depth >= maxDepth) throw new UpstreamError('mismatch', `a ${what} of elements more than ${maxDepth} deep`)
    super.onopentag(truncateText(nameOf?.(name) ?? name, maxCharacters.elementName), boundedAttributes(attributes))
    this.#maxText = name === 'script' ? Number.POSITIVE_INFINITY : maxCharacters.textNode
    this.depth += 1
  }

  override onclosetag(name = '', isImplied = false): void {
    this.#isInText = false
    this.#maxText = maxCharacters.textNode
    super.onclosetag()
    this.depth -= 1
    this.#options.onClosed(name, isImplied, this.depth)
  }

  override ontext(data: string): void {
    // Each entity splits a text into several events.
    if (!this.#isInText) this.#textLeft = this.#maxText
    this.#isInText = true
    const part = truncateText(data, this.#textLeft)
    this.#textLeft = part.length < data.length ? 0 : this.#textLeft - part.length
    if (part !== '') super.ontext(part)
  }

  override oncdatastart(): void {
    this.#isInText = false
    super.oncdatastart()
  }

  override oncomment(data: string): void {
    this.#isInText = false
    super.oncomment(data)
  }

  override onprocessinginstruction(name: string, data: string): void {
    this.#isInText = false
    super.onprocessinginstruction(name, data)
  }
}

/** Drops attributes whose names or values are longer than real ones. */
function boundedAttributes(attributes: Record<string, string>): Record<string, string> {
  const isBounded = ([name, value]: readonly [string, string]) =>
    name.length <= maxCharacters.elementName && value.length <= maxCharacters.attribute
  const entries = Object.entries(attributes)
  return entries.every(isBounded) ? attributes : Object.fromEntries(entries.filter(isBounded))
}

const writer = load([])

/**
 * The content of an element as markup; CDATA is text. `as HTML` escapes its texts, `as read` leaves them as they were
 * parsed.
 */
export function innerHtml({ children }: Readonly<Pick<Element, 'children'>>, texts: 'as read' | 'as HTML'): string {
  const options = { xml: { xmlMode: false, encodeEntities: texts === 'as HTML' ? 'utf8' : false } } as const
  return writer.html(children.flatMap(withoutCdata), options)
}

/** The nodes that stand for a node without CDATA sections; they are replaced in the tree. */
function withoutCdata(node: ChildNode): ChildNode[] {
  if (isCDATA(node)) return node.children
  const sections = DomUtils.filter(isCDATA, node).filter(isCDATA)
  for (const section of sections) for (const text of section.children) DomUtils.replaceElement(section, text)
  return [node]
}
