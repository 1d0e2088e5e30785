// Finds the items of a body, the elements beside each other that hold the expected titles, and cuts it there.
import { Parser } from 'htmlparser2'

/** A body split at its repeated part. */
export interface Cut {
  readonly head: string
  readonly items: readonly string[]
  /** The text between two items. */
  readonly gap: string
  readonly tail: string
}

export type Span = readonly [start: number, end: number]

/** Matches strings as a whole, so that brackets inside them do not count. */
const jsonSigns = /"(?:[^"\\]|\\.)*"|[[\]{}]/g

/** Splits a body at its items. */
export function cut(text: string, spans: readonly Span[]): Cut {
  const [first = [text.length, text.length] as const, second] = spans
  const ownGap = text.startsWith('{', first[0]) ? ',' : '\n'
  return {
    head: text.slice(0, first[0]),
    items: spans.map(([from, to]) => text.slice(from, to)),
    gap: second ? text.slice(first[1], second[0]) : ownGap,
    tail: text.slice((spans.at(-1) ?? first)[1]),
  }
}

/** Elements of one kind beside each other. */
interface Siblings {
  readonly spans: readonly Span[]
}

/** Every array of a text with the spans of the objects in it; brackets within strings do not count. */
function arraysIn(text: string): readonly Siblings[] {
  const open: { readonly sign: string; readonly start: number; readonly spans: Span[] }[] = []
  const arrays: Siblings[] = []
  for (const { 0: sign, index } of text.matchAll(jsonSigns)) {
    if (sign === '{' || sign === '[') open.push({ sign, start: index, spans: [] })
    if (sign !== '}' && sign !== ']') continue
    const closed = open.pop()
    if (closed?.sign === '[') arrays.push(closed)
    if (closed?.sign === '{') open.at(-1)?.spans.push([closed.start, index + 1])
  }
  return arrays
}

/** The children of every element, in groups of the same tag; the parser closes what the page leaves open. */
function childrenIn(markup: string, xmlMode: boolean): readonly Siblings[] {
  interface Open {
    readonly name: string
    readonly start: number
    readonly children: Map<string, Span[]>
  }
  const open: Open[] = [{ name: '', start: 0, children: new Map() }]
  const groups: Siblings[] = []
  const parser = new Parser(
    {
      onopentag: (name) => void open.push({ name, start: parser.startIndex, children: new Map() }),
      onclosetag(_name, isImplied) {
        const closed = open.pop()
        const parent = open.at(-1)
        if (!closed || !parent) return
        groups.push(...[...closed.children.values()].map((spans) => ({ spans })))
        const end = isImplied ? Math.max(parser.startIndex, closed.start) : parser.endIndex + 1
        const same = parent.children.get(closed.name) ?? []
        parent.children.set(closed.name, [...same, [closed.start, end]])
      },
    },
    { xmlMode },
  )
  parser.end(markup)
  return groups
}

/** Texts of a page that hold JSON: scripts and comments. */
const scripts = /<script\b[^>]*>(?<script>.*?)<\/script>|<!--(?<comment>.*?)-->/gs

function dataIn(page: string): readonly Siblings[] {
  return [...page.matchAll(scripts)].flatMap(({ 0: whole, index, groups }) => {
    const text = groups?.script ?? groups?.comment ?? ''
    const from = index + whole.indexOf(text)
    return arraysIn(text).map(({ spans }) => ({ spans: spans.map(([start, end]): Span => [from + start, from + end]) }))
  })
}

/** Elements that hold lists. */
const containers =
  /^<(?:html|head|body|main|section|form|ul|ol|table|tbody|script)\b|^<\w+ (?:id|class)="[^"]*(?:list|items|space-y-4)"/i

/** What is known about the items of a body. */
interface Expected {
  readonly count: number
  /** How many texts of the item with this number a part of the body has; 0 for a part that is not this item. */
  textsIn(part: string, item: number): number
  /** An only item is in everything around it: true for all within the list, else the smallest element with all of its texts. */
  readonly isOutermost?: boolean
}

/**
 * The spans of the items of a body, each of which holds one of the expected items; others of their kind beside them are
 * in it too. Empty when the body has none.
 */
export function findItems(body: string, { count, textsIn, isOutermost = false }: Expected): readonly Span[] {
  const isMarkup = /^\s*</.test(body)
  const isXml = /^\s*<\?xml/.test(body)
  const groups = isMarkup ? [...childrenIn(body, isXml), ...(isXml ? [] : dataIn(body))] : arraysIn(body)
  const numbers = Array.from({ length: count }, (_, at) => at)
  const found = groups.map(({ spans }) => {
    const parts = spans.map(([start, end]) => body.slice(start, end))
    const texts = numbers.map((item) => parts.map((part) => textsIn(part, item)))
    const holders = texts.map((counts) => counts.findIndex((textCount) => textCount > 0)).filter((at) => at >= 0)
    const held = new Set(holders).size
    const most = texts.reduce((sum, counts) => sum + Math.max(0, ...counts), 0)
    return { spans, held, texts: most, length: parts.join('').length }
  })
  const mostHeld = Math.max(...found.map(({ held }) => held))
  const most = Math.max(...found.filter(({ held }) => held === mostHeld).map(({ texts }) => texts))
  const full = found.filter(({ held, texts }) => held === mostHeld && texts === most)
  const isContainer = ({ spans: [first] }: Siblings) => containers.test(body.slice(first?.[0], first?.[1]))
  const bySize = full.toSorted((one, other) => one.length - other.length)
  const list = isOutermost && bySize.length > 1 ? bySize.findIndex(isContainer) : -1
  const best = list > 0 ? bySize[list - 1] : bySize[0]
  return best && best.held > 0 ? best.spans : []
}
