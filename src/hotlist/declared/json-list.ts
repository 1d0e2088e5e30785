// Declared lists that are JSON: JSONPath (RFC 9535) selects the rows and their values.
import { compile, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { titleText } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'
import { type ItemFields, mapRows } from './map-rows.ts'

interface JsonPath {
  readonly source: string
  readonly query: JSONPathQuery
}

interface JsonList extends ItemFields<JSONValue> {
  readonly json: string
  readonly headers: Readonly<Record<string, string>>
  /** The path of the rows; undefined when the response is an array of them. */
  readonly items?: JsonPath | undefined
}

/** More than any list shows. */
const maxRows = 1_000

/** Fetches the items. @throws UpstreamError as `io.text` does, and `mismatch` naming the path that found nothing. */
export async function askJson(io: Io, list: JsonList): Promise<HotItem[]> {
  const reply = parseReply(await io.text(list.json, { headers: { ...dataHeaders, ...list.headers } }))
  try {
    return mapRows(selectRows(reply, list.items).slice(0, maxRows), list, { base: list.json, now: io.now })
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error
    throw new UpstreamError('mismatch', 'the response is nested too deeply for a JSON path', { cause: error })
  }
}

/** Compiles a path; the leading `$` is optional. @throws Error naming what is wrong with it. */
export function jsonPath(source: string): JsonPath {
  const lead = /^[.[]/.test(source) ? '$' : '$.'
  // An absolute path in a filter is evaluated again for each row: minutes for a few thousand rows.
  if (/\?[^?\]]*\$/.test(source.replaceAll(/'[^']*'|"[^"]*"/g, '')))
    throw new Error('is not a supported JSON path: within [?…] paths must begin with @, not with $')
  try {
    return { source, query: compile(source.startsWith('$') ? source : `${lead}${source}`) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`is not a JSON path: ${why}; write a name with spaces or symbols as ['a name']`)
  }
}

/** Reads the first text or number at a path of a row. @throws Error naming what is wrong with the path. */
export function jsonValue(source: string): (row: JSONValue) => string | undefined {
  const { query } = jsonPath(source)
  return (row) =>
    query
      .query(row)
      .values()
      .map(toText)
      .find((text) => text !== undefined)
}

/** Like `jsonValue`, with tags and entities removed. @throws Error naming what is wrong with the path. */
export function jsonText(source: string): (row: JSONValue) => string | undefined {
  const read = jsonValue(source)
  return (row) => titleText(read(row) ?? '')
}

function toText(value: JSONValue): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function parseReply(text: string): JSONValue {
  try {
    return JSON.parse(text, /\d{16}/.test(text) ? keepLongIntegers : undefined)
  } catch (error) {
    throw new UpstreamError('mismatch', 'the response is not JSON', { cause: error })
  }
}

/** Keeps integers beyond 2^53 as text: they are often ids. */
function keepLongIntegers(_key: string, value: unknown, written?: { readonly source?: string }): unknown {
  const isCut = typeof value === 'number' && !Number.isSafeInteger(value)
  return isCut && /^-?\d+$/.test(written?.source ?? '') ? written?.source : value
}

/** Selects the rows of a response. @throws UpstreamError `mismatch` naming what was found instead. */
function selectRows(reply: JSONValue, items: JsonPath | undefined): readonly JSONValue[] {
  if (items === undefined) {
    if (Array.isArray(reply)) return reply
    throw new UpstreamError('mismatch', 'the response is not an array; items must give the path of the rows')
  }
  const found = items.query.query(reply).values()
  const [first] = found
  if (found.length === 1 && Array.isArray(first)) return first
  const isNotArray = found.length > 0 && items.query.singularQuery()
  if (found.length > 0 && !isNotArray) return found
  throw new UpstreamError(
    'mismatch',
    `items: ${items.source.slice(0, 100)} finds ${isNotArray ? 'no array' : 'nothing'} in the response`,
  )
}
