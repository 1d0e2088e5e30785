// Pages and XML documents as trees: read the way browsers and feed readers forgive them, bounded while they are read.
import { type Cheerio, type CheerioAPI, load } from 'cheerio/slim'
import { type AnyNode, type Document, type Element, hasChildren, isTag } from 'domhandler'
import { DomHandler, DomUtils, type Handler, Parser } from 'htmlparser2'
import { UpstreamError } from './errors.ts'
import { cutText, maxCharacters } from './text-bounds.ts'

/** A page as a tree, asked by CSS selectors. */
export type Page = CheerioAPI

/** What a tree may be; what goes beyond it exists to break those who read or walk it. */
interface Bounds {
  readonly what: string
  readonly deepest: number
  readonly mostNodes: number
}

/** What the parser tells of a text; it tells nothing else of CDATA than the text in it. */
type Events = Pick<
  Handler,
  'onopentag' | 'onclosetag' | 'ontext' | 'oncomment' | 'oncommentend' | 'onprocessinginstruction'
>

/** A tree that grows by these events, and how many of its elements have not ended. */
interface Growing {
  readonly root: Document
  readonly events: Events
  depth(): number
}

/** Real pages stay below a hundred deep, and have a few thousand nodes. */
const ofPages: Bounds = { what: 'page', deepest: 500, mostNodes: 100_000 }

/** Real documents stay below thirty deep. */
const ofDocuments: Bounds = { what: 'document', deepest: 100, mostNodes: 100_000 }

/**
 * The parser puts these at the head of a list, and takes them from there only when they end with a tag of their own (htmlparser2 10.1):
 * those that do not make each later one take longer.
 */
const listed = new Set('svg math mi mo mn ms mtext annotation-xml foreignobject desc title'.split(' '))
const mostUnended = 1_000

/** Reads HTML. @throws UpstreamError `mismatch` when it has more elements, or deeper ones, than any real page. */
export function readPage(html: string): Page {
  const { root, events } = createTree(ofPages)
  let unended = 0
  const onclosetag: Handler['onclosetag'] = (name, isImplied) => {
    if (isImplied && listed.has(name)) unended += 1
    if (unended > mostUnended)
      throw new UpstreamError('mismatch', `a page of more than ${mostUnended} unended drawings`)
    events.onclosetag(name, isImplied)
  }
  const options = { xmlMode: false, decodeEntities: true }
  new Parser({ ...events, onclosetag }, options).end(html)
  return seekingInLine(load(root, { xml: options }))
}

/**
 * Has a page ask each element in turn when something is looked for in all of it, or in one element. `find` of cheerio 1.2 first
 * compares each child with all others, seconds for ten thousands of them; `fn` is where it takes additions.
 */
function seekingInLine(page: Page): Page {
  const { find } = page.fn
  Object.assign(page.fn, {
    find(this: Cheerio<AnyNode>, sought?: Parameters<typeof find>[0]) {
      const [around, ...others] = this.toArray()
      const isPlain = typeof sought === 'string' && !/^\s*[>+~]|:scope/.test(sought)
      if (!around || !hasChildren(around) || others.length > 0 || !isPlain) return find.call(this, sought)
      return page(DomUtils.filter(isTag, around.children)).filter(sought)
    },
  })
  return page
}

/**
 * Reads XML up to the end of its root, and gives that. Names are in lower case, and without the prefix the root has; CDATA is text.
 * Entities are those of XML; what a document declares is not read.
 * @throws UpstreamError `mismatch` when the root does not end, or there are more elements, or deeper ones, than in any real document.
 */
export function readXmlTree(text: string): Element {
  const { root, events, depth } = createTree(ofDocuments)
  let prefix: string | undefined
  const onopentag: Handler['onopentag'] = (name, attributes, isImplied) => {
    prefix ??= name.slice(0, name.indexOf(':') + 1)
    events.onopentag(name.startsWith(prefix) ? name.slice(prefix.length) : name, attributes, isImplied)
  }
  const onclosetag: Handler['onclosetag'] = (name, isImplied) => {
    events.onclosetag(name, isImplied)
    if (depth() === 0) parser.pause()
  }
  const options = { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true }
  const parser = new Parser({ ...events, onopentag, onclosetag }, options)
  // Written and never ended: that would end all that is open, as though the document did.
  parser.write(text)
  const element = root.children.find(isTag)
  if (!element) throw new UpstreamError('mismatch', 'a document without elements')
  if (depth() > 0) throw new UpstreamError('mismatch', 'a document that breaks off')
  return element
}

/**
 * A tree that grows as the parser finds its parts, up to its bounds. To look at it afterwards is too late: for each end tag, the parser
 * goes through all that is open.
 */
function createTree({ what, deepest, mostNodes }: Bounds): Growing {
  const tree = new DomHandler()
  let depth = 0
  let nodes = 0
  let isInText = false
  let maxText: number = maxCharacters.textNode
  let textLeft = 0
  const addNode = () => {
    isInText = false
    nodes += 1
    if (depth < deepest && nodes <= mostNodes) return
    throw new UpstreamError('mismatch', `a ${what} of more than ${mostNodes} elements, or more than ${deepest} deep`)
  }
  const events: Events = {
    onopentag(name, attributes) {
      addNode()
      tree.onopentag(cutText(name, maxCharacters.elementName), boundedAttributes(attributes))
      maxText = name === 'script' ? Number.POSITIVE_INFINITY : maxCharacters.textNode
      depth += 1
    },
    onclosetag() {
      isInText = false
      maxText = maxCharacters.textNode
      tree.onclosetag()
      depth -= 1
    },
    ontext(data) {
      // A text comes in pieces, one for each entity in it.
      if (!isInText) {
        addNode()
        textLeft = maxText
      }
      isInText = true
      const kept = cutText(data, textLeft)
      textLeft = kept.length < data.length ? 0 : textLeft - kept.length
      if (kept !== '') tree.ontext(kept)
    },
    oncomment(data) {
      addNode()
      tree.oncomment(data)
    },
    oncommentend: () => tree.oncommentend(),
    onprocessinginstruction(name, data) {
      addNode()
      tree.onprocessinginstruction(name, data)
    },
  }
  return { root: tree.root, events, depth: () => depth }
}

/** The attributes whose names and values have a length that real ones have. */
function boundedAttributes(attributes: Record<string, string>): Record<string, string> {
  const isBounded = ([name, value]: readonly [string, string]) =>
    name.length <= maxCharacters.elementName && value.length <= maxCharacters.attribute
  const entries = Object.entries(attributes)
  return entries.every(isBounded) ? attributes : Object.fromEntries(entries.filter(isBounded))
}

const writer = load([])

/**
 * What stands in an element, its tags written out. Its texts are as they are read; where they are to be HTML, the signs that would be
 * tags in them are entities.
 */
export function writtenIn({ children }: Element, texts: 'as read' | 'as HTML'): string {
  return writer.html(children, { xml: { xmlMode: false, encodeEntities: texts === 'as HTML' ? 'utf8' : false } })
}
