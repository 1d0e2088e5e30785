// Finds what a reply body can lack: entries of JSON lists, rows of a page or feed, and page elements without content.
import { isUtf8 } from 'node:buffer'
import { type AnyNode, type Element, hasChildren, isComment, isTag } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { extractJson } from '../extract-json.ts'

/** A piece of a body; in bytes. */
interface Range {
  readonly start: number
  readonly end: number
}

/** Entries of one list or kind, or an element, that leave a body together. */
export type Removable = readonly Range[]

/** Finds what a body can lack, the largest first; of lists all but the first `keep` entries. */
export function removableIn(body: Uint8Array, keep: number): Removable[] {
  const text = latin1(body)
  const data = isUtf8(body) && !text.trimStart().startsWith('<') ? extractJson(text) : undefined
  const found = data ? jsonEntries(text.slice(data.start, data.end), data.start, keep) : pageRows(text, keep)
  return found.toSorted((one, other) => bytesOf(other) - bytesOf(one))
}

/** Tag and bracket characters are never part of another character in the charsets of pages, so bytes between them stay unchanged. */
function latin1(body: Uint8Array): string {
  return Buffer.from(body).toString('latin1')
}

const jsonPiece = /"(?<text>[^"\\]*(?:\\.[^"\\]*)*)"(?<colon>\s*:)?|[[\]{},]/gs

/** A list or an object that is being read; `cutFrom` is where the entries begin that a list can lack. */
interface Level {
  readonly above: Level | undefined
  readonly path: string
  readonly isList: boolean
  entries: number
  cutFrom?: number
}

/** Entries of all lists of one path leave together. */
function jsonEntries(json: string, offset: number, keep: number): Removable[] {
  const found: (Range & { readonly path: string })[] = []
  let [level, name]: [Level | undefined, string] = [undefined, '']
  for (const { 0: piece, index, groups } of json.matchAll(jsonPiece)) {
    if (groups?.colon !== undefined) name = groups.text ?? ''
    if (/^[[{]$/.test(piece)) level = levelWithin(level, name, piece === '[')
    else if (piece === ',' && level?.isList) countEntry(level, offset + index, keep)
    else if (/^[\]}]$/.test(piece) && level) {
      const { path, cutFrom: start } = level
      if (start !== undefined) found.push({ path, start, end: offset + index })
      level = level.above
    }
  }
  return [...Map.groupBy(found, ({ path }) => path).values()]
}

function levelWithin(above: Level | undefined, name: string, isList: boolean): Level {
  return { above, path: `${above?.path}${above?.isList ? '[]' : `.${name}`}`, isList, entries: 0 }
}

function countEntry(level: Level, at: number, keep: number): void {
  level.entries += 1
  if (level.entries === keep) level.cutFrom = at
}

/** Elements that parsers usually ignore. */
const noContent = new Set(['style', 'svg', 'noscript', 'iframe'])
const shortScript = 300

function pageRows(text: string, keep: number): Removable[] {
  const xmlMode = /^\s*(?:\xef\xbb\xbf)?<(?:\?xml|rss|feed)/i.test(text) && !/<html\b/i.test(text.slice(0, 2000))
  const document = parseDocument(text, { withStartIndices: true, withEndIndices: true, xmlMode })
  const found: Removable[] = []
  const visit = (nodes: readonly AnyNode[]) => {
    for (const rows of Map.groupBy(nodes.filter(isTag), rowName).values())
      if (rows.length > keep) found.push(rows.slice(keep).flatMap(rangeOf))
    for (const node of nodes) {
      if (isIdle(node)) found.push(rangeOf(node))
      else if (hasChildren(node)) visit(node.children)
    }
  }
  visit(document.children)
  return found
}

function rowName({ name, attribs }: Element): string {
  return `${name}.${(attribs.class ?? '').split(/\s+/, 1).join('')}`
}

function isIdle(node: AnyNode): boolean {
  if (isComment(node)) return true
  if (!isTag(node)) return false
  const isLong = (node.endIndex ?? 0) - (node.startIndex ?? 0) > shortScript
  return noContent.has(node.name) || (node.name === 'script' && isLong)
}

function rangeOf({ startIndex, endIndex }: AnyNode): Range[] {
  return startIndex === null || endIndex === null ? [] : [{ start: startIndex, end: endIndex + 1 }]
}

/** The size of what would go, in bytes. */
export function bytesOf(ranges: Removable): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0)
}

/** The body without these pieces; one may stand in another. */
export function without(body: Uint8Array, ranges: Removable): Uint8Array {
  const text = latin1(body)
  let at = 0
  let rest = ''
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue
    rest += text.slice(at, Math.max(at, start))
    at = end
  }
  return Buffer.from(rest + text.slice(at), 'latin1')
}
