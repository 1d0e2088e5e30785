// Finds where a reply body can be cut: long JSON lists, rows of a page or feed, and page elements without content.
import { isUtf8 } from 'node:buffer'
import { type AnyNode, type Element, hasChildren, isComment, isTag } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { extractJson } from '../extract-json.ts'
import { parseExact, writeExact } from '../lossless-json.ts'

/** A body that can be cut; `bytes` is the size of each place, so that the largest are tried first. */
export interface Cuttable {
  readonly places: readonly Place[]
  /** Returns the body with only these rows at each place; rows are numbered from 0. */
  cut(left: ReadonlyMap<string, ReadonlySet<number>>): Uint8Array
}

/** A list in a body, or an element that can be removed. */
export interface Place {
  readonly name: string
  readonly bytes: number
  readonly isIdle: boolean
}

type Left = Parameters<Cuttable['cut']>[0]

/** Finds the places with more than `keep` rows in a body. */
export function cuttable(body: Uint8Array, keep: number): Cuttable {
  const text = Buffer.from(body).toString()
  const start = text.trimStart().slice(0, 100)
  if (start.startsWith('<')) return cuttablePage(body, keep)
  const data = isUtf8(body) ? extractJson(text) : undefined
  return data ? cuttableJson(text, data.start, data.end, keep) : cuttablePage(body, keep)
}

function cuttableJson(text: string, start: number, end: number, keep: number): Cuttable {
  const within = text.slice(start, end)
  const value = parseExact(within)
  const places = new Map<string, Place>()
  walk(value, '', (path, rows) => {
    if (rows.length <= keep) return
    const bytes = (places.get(path)?.bytes ?? 0) + JSON.stringify(rows).length
    places.set(path, { name: path, bytes, isIdle: false })
  })
  return {
    places: [...places.values()],
    cut: (left) => Buffer.from(text.slice(0, start) + writeExact(cutJson(value, '', left), within) + text.slice(end)),
  }
}

function walk(value: unknown, path: string, found: (path: string, rows: readonly unknown[]) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) found(path, value)
  for (const [key, inner] of Object.entries(value))
    walk(inner, Array.isArray(value) ? `${path}[]` : `${path}.${key}`, found)
}

function cutJson(value: unknown, path: string, left: Left): unknown {
  const rows = left.get(path)
  if (Array.isArray(value))
    return value.filter((_row, at) => rows?.has(at) ?? true).map((row) => cutJson(row, `${path}[]`, left))
  // Numbers with preserved spelling are objects without a prototype; leave them unchanged.
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutJson(inner, `${path}.${key}`, left)]))
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Elements that parsers usually ignore. */
const noContent = new Set(['style', 'svg', 'noscript', 'iframe'])
const shortScript = 300

/**
 * Reads the bytes as Latin-1: tag characters are never part of another character in the charsets of pages, so the bytes
 * between the cuts stay unchanged.
 */
function cuttablePage(body: Uint8Array, keep: number): Cuttable {
  const text = Buffer.from(body).toString('latin1')
  const xmlMode = /^\s*(?:\xef\xbb\xbf)?<(?:\?xml|rss|feed)/i.test(text) && !/<html\b/i.test(text.slice(0, 2000))
  const document = parseDocument(text, { withStartIndices: true, withEndIndices: true, xmlMode })
  const places = new Map<string, readonly Range[]>()
  const visit = (nodes: readonly AnyNode[], path: string) => {
    for (const [name, rows] of Map.groupBy(nodes.filter(isTag), rowName))
      if (rows.length > keep) places.set(`${path} > ${name}`, rows.flatMap(rangeOf))
    for (const [at, node] of nodes.entries()) {
      if (isIdle(node)) places.set(`idle ${path} ${at}`, rangeOf(node))
      else if (hasChildren(node)) visit(node.children, `${path}/${at}`)
    }
  }
  visit(document.children, '')
  return {
    places: [...places].map(([name, ranges]) => {
      return { name, bytes: bytesOf(ranges), isIdle: name.startsWith('idle ') }
    }),
    cut: (left) => {
      const gone = [...left].flatMap(([name, rows]) => places.get(name)?.filter((_range, at) => !rows.has(at)) ?? [])
      return Buffer.from(without(text, gone), 'latin1')
    },
  }
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

function bytesOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0)
}

function without(text: string, ranges: readonly Range[]): string {
  let at = 0
  let rest = ''
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue
    rest += text.slice(at, Math.max(at, start))
    at = end
  }
  return rest + text.slice(at)
}
