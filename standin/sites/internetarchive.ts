// Mock of archive.org (internet-archive.md): search, item metadata, item pages and torrent files.
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createItems, type Item } from './internetarchive-items.ts'
import type { Fields, Test } from './internetarchive-match.ts'
import { darkIdentifier, metadataOf } from './internetarchive-metadata.ts'
import { readQuery } from './internetarchive-query.ts'
import { countOf, json, statusText } from './json-parts.ts'
import { escapeHtml } from './page-parts.ts'

const mostReached = 10_000

function html(status: number, title: string, body: string): MockResponse {
  const page = `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>\n<body>${body}</body>\n</html>\n`
  return { status, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: page }
}

/** All values of `name[]`, `name[0]` … or `name`, in order. */
function listIn(params: URLSearchParams, name: string): string[] {
  const own = [...params].filter(
    ([key]) => key === name || (/^\[\d*\]$/.test(key.slice(name.length)) && key.startsWith(name)),
  )
  return own.flatMap(([, value]) => value.split(',')).filter((value) => value !== '')
}

/** Comparison for sorting: numbers by value, all others as text. */
function order(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (String(left) === String(right)) return 0
  return String(left) < String(right) ? -1 : 1
}

function compare(a: Fields, b: Fields, sort: string): number {
  const [field = '', direction = 'asc'] = sort.trim().split(/\s+/)
  const rising = order(a[field] ?? '', b[field] ?? '')
  return direction === 'desc' ? -rising : rising
}

function sorted(items: readonly Fields[], sorts: readonly string[]): readonly Fields[] {
  return items.toSorted((a, b) => {
    for (const sort of sorts) {
      const before = compare(a, b, sort)
      if (before !== 0) return before
    }
    return 0
  })
}

/** The requested fields that an item has; all fields when none is requested. */
function wanted(item: Fields, names: readonly string[]): Fields {
  if (names.length === 0) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)))
}

function readTest(q: string): Test | undefined {
  try {
    return readQuery(q)
  } catch {
    // Also covers stack overflow: ten thousand brackets exceed the call stack.
    return undefined
  }
}

function search(params: URLSearchParams, items: readonly Item[]): MockResponse {
  if (params.get('output') !== 'json') return html(200, 'Advanced Search', '<form id="searchform"></form>')
  const q = params.get('q') ?? ''
  const rows = countOf(params.get('rows') ?? 50, 1_000_000)
  const page = countOf(params.get('page') ?? 1, 1_000_000)
  const test = readTest(q)
  if (test === undefined || rows === undefined || page === undefined)
    return json({ error: 'query could not be parsed' })
  if (rows * page > mostReached) {
    const sentence = '[RANGE_OUT_OF_BOUNDS] paging is only supported through 10000 results; ask for less'
    return { ...json({}), body: sentence }
  }
  const names = listIn(params, 'fl')
  const found = sorted(items.map(({ fields }) => fields).filter(test), listIn(params, 'sort'))
  const start = rows * (page - 1)
  const docs = found.slice(start, start + rows).map((fields) => wanted(fields, names))
  const asked = { query: q, qin: q, fields: names.join(','), wt: 'json', rows, start }
  const reply = {
    responseHeader: { status: 0, QTime: 40 + (q.length % 900), params: asked },
    response: { numFound: found.length, start, docs },
  }
  const callback = params.get('callback')
  if (callback === null || callback === '') return json(reply)
  return { ...json({}), body: `${callback.replaceAll(/[^\w.]/g, '')}(${JSON.stringify(reply)})` }
}

/** An empty torrent; its hash differs from the item's, because no content has an invented hash. */
function torrent(identifier: string): MockResponse {
  const name = `${identifier.length}:${identifier}`
  const info = `d6:lengthi1e4:name${name}12:piece lengthi524288e6:pieces20:${'p'.repeat(20)}e`
  const announce = 'http://bt1.archive.org:6969/announce'
  return {
    status: 200,
    headers: { 'content-type': 'application/x-bittorrent' },
    body: `d8:announce${announce.length}:${announce}4:info${info}e`,
  }
}

function detailsOf(identifier: string, item: Item | undefined): MockResponse {
  if (item === undefined) return html(404, 'Item not found', '<h1>Item cannot be found</h1>')
  const title = [item.fields.title].flat().map(String)[0] ?? identifier
  return html(200, title, `<h1 class="item-title">${escapeHtml(title)}</h1>`)
}

function downloadOf(identifier: string, item: Item | undefined, file: string): MockResponse {
  if (identifier === darkIdentifier) return html(403, 'Item not available', '<h1>Item not available</h1>')
  const has = item?.fields.btih !== undefined && file === `${identifier}_archive.torrent`
  return has ? torrent(identifier) : html(404, 'Not found', '<h1>File not found</h1>')
}

/** One value below a metadata record, as returned for sub-paths. */
function below(record: unknown, path: readonly string[]): MockResponse {
  let value = record
  for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  return json(value === undefined ? { error: "Couldn't locate item" } : { result: value })
}

/** Creates the mock of archive.org. */
export function createInternetarchive(seed: number, now: Date): UpstreamHandler {
  const items = createItems(seed, now)
  const byIdentifier = new Map(items.map((item) => [item.identifier, item]))
  return {
    answer(url, sent) {
      if (sent.method !== 'GET') return statusText(405, 'Method Not Allowed', { allow: 'GET' })
      if (url.pathname === '/advancedsearch.php') return search(url.searchParams, items)
      const [room = '', identifier = '', ...rest] = url.pathname
        .split('/')
        .slice(1)
        .map((part) => part.trim())
      const item = byIdentifier.get(identifier)
      const path = rest.filter((part) => part !== '')
      if (room === 'metadata') {
        const record = metadataOf(identifier, item)
        return path.length === 0 ? json(record) : below(record, path)
      }
      if (room === 'details') return detailsOf(identifier, item)
      return room === 'download'
        ? downloadOf(identifier, item, path.join('/'))
        : html(404, 'Not found', '<h1>Not found</h1>')
    },
    nothingFound: () =>
      json({ responseHeader: { status: 0, QTime: 9, params: {} }, response: { numFound: 0, start: 0, docs: [] } }),
  }
}
