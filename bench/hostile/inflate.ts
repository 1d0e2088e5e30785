// Replies with as many elements as are read: the longest list of JSON, or the element of a page with the most children, is repeated.
import { load } from 'cheerio/slim'
import { type Element, isTag } from 'domhandler'
import { parseJson } from '../../src/observability/parse-json.ts'
import { maxElements } from '../../src/upstream/reply-elements.ts'

/** Just below the default limit of a body. */
const maxCharacters = 4_000_000

/** The reply with its list of rows as long as it may be: `rows` repeats them, `{}` and `1` are rows without anything in them. */
export type Filling = 'rows' | '{}' | '1'

/** Returns the body unchanged if it is neither JSON nor markup, or has no rows. */
export function inflate(body: Uint8Array, filling: Filling): string {
  const text = Buffer.from(body).toString()
  if (/^\s*[[{]/.test(text)) return inflateJson(text, filling)
  return /^\s*</.test(text) ? inflateMarkup(text) : text
}

function inflateJson(text: string, filling: Filling): string {
  const value = parseJson(text)
  const lists = arraysIn(value).map((list) => ({ list, json: JSON.stringify(list) }))
  const longest = lists.toSorted((one, other) => other.json.length - one.json.length)[0]
  if (!longest || longest.list.length === 0) return text
  const { list, json } = longest
  const row = filling === 'rows' ? json.slice(1, -1) : filling
  const rows = filling === 'rows' ? list.length : 1
  const valuesIn = (some: string) => some.match(/[,[{]/g)?.length ?? 0
  const times = Math.floor(
    Math.min(
      maxElements.members / rows,
      (maxElements.values - valuesIn(text)) / (valuesIn(row) + 1),
      (maxCharacters - text.length + json.length) / (row.length + 1),
    ),
  )
  if (times < 2) return text
  const place = crypto.randomUUID()
  list.splice(0, list.length, place)
  return JSON.stringify(value).replace(`"${place}"`, () => Array(times).fill(row).join(','))
}

function arraysIn(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return []
  const within = Object.values(value).flatMap(arraysIn)
  return Array.isArray(value) ? [value, ...within] : within
}

function inflateMarkup(text: string): string {
  const options = {
    xml: { xmlMode: /^\s*<(?:\?xml|rss|feed|rdf)/i.test(text), withStartIndices: true, withEndIndices: true },
  }
  const elements = load(text, options)('*').toArray().filter(isTag)
  const childrenOf = ({ children }: Element) => children.filter(isTag)
  const around = elements.toSorted((one, other) => childrenOf(other).length - childrenOf(one).length)[0]
  const [first] = around?.children ?? []
  const last = around?.children.at(-1)
  if (first?.startIndex == null || last?.endIndex == null) return text
  const rows = text.slice(first.startIndex, last.endIndex + 1)
  const tagsOf = (markup: string) => markup.split('<').length - 1
  const times = Math.floor(
    Math.min(
      (maxElements.tags - tagsOf(text)) / Math.max(1, tagsOf(rows)),
      (maxCharacters - text.length) / rows.length,
    ),
  )
  return times < 1 ? text : text.slice(0, last.endIndex + 1) + rows.repeat(times) + text.slice(last.endIndex + 1)
}
