// Finds the repeated part of a body: the elements of a JSON array, or the matches of a pattern.

/** Location: a JSON array of objects whose `[` ends the match of `after`, every match of `each`, or known places. */
export type Repeated = { readonly after: RegExp } | { readonly each: RegExp } | { readonly spans: readonly Span[] }

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
const depths: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** The spans of the objects in an array, and its end; `from` is the offset after its `[`. */
function elementsFrom(text: string, from: number): { readonly spans: readonly Span[]; readonly end: number } {
  const spans: Span[] = []
  let depth = 0
  let start = from
  for (const { 0: sign, index } of text.slice(from).matchAll(jsonSigns)) {
    const at = from + index
    const change = depths[sign] ?? 0
    if (change > 0 && depth === 0) start = at
    depth += change
    if (depth < 0) return { spans, end: at }
    if (change < 0 && depth === 0) spans.push([start, at + 1])
  }
  throw new TypeError('the array has no end')
}

function cutAt(text: string, spans: readonly Span[], begin: number, end: number): Cut {
  const [first, second] = spans
  const before = text.slice(begin, first?.[0] ?? begin)
  return {
    head: text.slice(0, begin) + before,
    items: spans.map(([from, to]) => text.slice(from, to)),
    gap: first && second ? text.slice(first[1], second[0]) : `,${before}`,
    tail: text.slice(spans.at(-1)?.[1] ?? end),
  }
}

/** Splits a body. @throws TypeError when it has no repeated part; an array may be empty. */
export function cut(text: string, where: Repeated): Cut {
  if ('after' in where) {
    const found = where.after.exec(text)
    if (!found?.[0].endsWith('[')) throw new TypeError(`no array stands after ${where.after}`)
    const begin = found.index + found[0].length
    const { spans, end } = elementsFrom(text, begin)
    return cutAt(text, spans, begin, end)
  }
  const spans = 'spans' in where ? where.spans : matchesOf(text, where.each)
  const [first, ...more] = spans
  if (first === undefined) throw new TypeError('each' in where ? `nothing matches ${where.each}` : 'no item is known')
  const whole = cutAt(text, spans, first[0], first[1])
  const isJson = text.startsWith('{', first[0])
  return more.length > 0 ? whole : { ...whole, gap: isJson ? ',' : '\n' }
}

function matchesOf(text: string, each: RegExp): readonly Span[] {
  return [...text.matchAll(new RegExp(each, 'gs'))].map(({ 0: item, index }): Span => [index, index + item.length])
}
