// Replies with as many elements as are read: the longest list of JSON, or the element of a page with the most children, is repeated.
import { load } from 'cheerio/slim'
import { type Element, isTag } from 'domhandler'
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
  const lists = [...text.matchAll(/\[/g)].flatMap(({ index }) => {
    const list = listAt(text, index)
    return list === undefined ? [] : [{ index, list }]
  })
  const longest = lists.toSorted((one, other) => other.list.length - one.list.length)[0]
  if (!longest) return text
  const { index, list } = longest
  const inside = list.slice(1, -1)
  const row = filling === 'rows' ? inside : filling
  const rows = filling === 'rows' ? (JSON.parse(list) as unknown[]).length : 1
  const values = (row.match(/[,[{]/g)?.length ?? 0) + 1
  const others = text.length - list.length
  const times = Math.floor(
    Math.min(
      maxElements.members / Math.max(1, rows),
      (maxElements.values - (text.match(/[,[{]/g)?.length ?? 0)) / values,
      (maxCharacters - others) / (row.length + 1),
    ),
  )
  if (times < 2) return text
  return `${text.slice(0, index)}[${Array(times).fill(row).join(',')}]${text.slice(index + list.length)}`
}

/** The list of JSON that begins at a position; undefined if it is empty or none does. */
function listAt(text: string, from: number): string | undefined {
  let depth = 0
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > 0) continue
    const list = text.slice(from, from + index + 1)
    return list.length > 2 && isJson(list) ? list : undefined
  }
  return undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
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
