// Converts HTML to plain text with line breaks, and the links with their positions.
import { decodeHTML } from 'entities/decode'
import { type HtmlPage, parsePage } from '../upstream/net/html-page.ts'

/** Block elements, which start and end a line. */
const blockElements = new Set(
  'address article aside blockquote dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td th thead tr ul'.split(
    ' ',
  ),
)
/** Elements whose content is invisible. */
const invisibleElements = new Set(['script', 'style', 'template', 'noscript', 'head', 'title'])

type HtmlElement = ReturnType<HtmlPage['root']>[0]
type HtmlNode = NonNullable<HtmlElement>['children'][number]

/** A link in a text: `start` and `end` are offsets of its label. */
interface TextLink {
  readonly start: number
  readonly end: number
  readonly href: string
}

/** Parts are joined only at the end: searching a growing string copies it each time. */
interface TextDraft {
  readonly parts: string[]
  length: number
  last: 'words' | 'blank' | 'break'
  readonly links: TextLink[]
  readonly keepsBreaks: boolean
}

interface RichTextOptions {
  /** The site's styles preserve the line breaks of the source. */
  readonly keepsBreaks?: boolean
}

interface TextWithLinks {
  readonly text: string
  readonly anchors: readonly TextLink[]
}

/**
 * Converts HTML to text: `<br>` and the edges of blocks become line breaks, other white space becomes one space,
 * entities are decoded.
 * @throws UpstreamError `mismatch` if it is nested deeper than any real page.
 */
export function richText(html: string, options: RichTextOptions = {}): TextWithLinks {
  if (html.includes('<')) return richTextOf(parsePage(html).root()[0]?.children ?? [], options)
  // Most titles have no tags, and parsing them as pages would take most of the time.
  const draft = newDraft(options)
  addWords(draft, decodeHTML(html))
  return toRichText(draft)
}

/** Converts nodes of a parsed page, as `richText` would convert their HTML. */
export function richTextOf(nodes: readonly HtmlNode[], options: RichTextOptions = {}): TextWithLinks {
  const draft = newDraft(options)
  for (const node of nodes) addNode(draft, node)
  return toRichText(draft)
}

function newDraft({ keepsBreaks = false }: RichTextOptions): TextDraft {
  return { parts: [], length: 0, last: 'break', links: [], keepsBreaks }
}

function toRichText(draft: TextDraft): TextWithLinks {
  const whole = draft.parts.join('')
  const text = whole.trim()
  const lead = whole.length - whole.trimStart().length
  const place = (at: number) => Math.min(Math.max(at - lead, 0), text.length)
  const anchors = draft.links.map(({ start, end, href }) => {
    const label = whole.slice(start, end)
    const from = end - label.trimStart().length
    return { start: place(from), end: place(Math.max(from, start + label.trimEnd().length)), href }
  })
  return { text, anchors: anchors.sort((one, other) => one.start - other.start) }
}

// Recursion is safe here: `readPage` bounds the depth.
function addNode(draft: TextDraft, node: HtmlNode): void {
  if (node.type === 'text') addWords(draft, node.data)
  else if ('attribs' in node && 'children' in node && !invisibleElements.has(node.name)) addElement(draft, node)
}

function addElement(draft: TextDraft, node: Extract<HtmlNode, { attribs: object; children: object }>): void {
  const isBlock = blockElements.has(node.name)
  if (node.name === 'br') addBreak(draft)
  if (isBlock) addEdge(draft)
  const start = draft.length
  for (const child of node.children) addNode(draft, child)
  const href = node.name === 'a' ? node.attribs.href?.trim() : undefined
  if (href) draft.links.push({ start, end: draft.length, href })
  if (isBlock) addEdge(draft)
}

function addWords(draft: TextDraft, text: string): void {
  const lines = draft.keepsBreaks ? text.split(/\r?\n/) : [text]
  for (const [index, line] of lines.entries()) {
    if (index > 0) addBreak(draft)
    addRun(draft, line)
  }
}

function addRun(draft: TextDraft, text: string): void {
  const blanked = text.replaceAll(/\s+/g, ' ')
  const added = draft.last === 'words' ? blanked : blanked.trimStart()
  if (added !== '') add(draft, added, added.endsWith(' ') ? 'blank' : 'words')
}

function addBreak(draft: TextDraft): void {
  add(draft, '\n', 'break')
}

function addEdge(draft: TextDraft): void {
  if (draft.last !== 'break') addBreak(draft)
}

function add(draft: TextDraft, part: string, last: TextDraft['last']): void {
  draft.parts.push(part)
  draft.length += part.length
  draft.last = last
}
