// Declared lists that are JSON: JSONPath (RFC 9535) selects the rows and their values.
import { compile, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3'
import { dataHeaders } from '../../reading/browser.ts'
import { titleText } from '../../reading/texts.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../hot-list.ts'
import { type Fields, itemsOfRows } from './row-items.ts'

/** A compiled JSONPath. */
interface JsonPath {
  readonly said: string
  readonly query: JSONPathQuery
}

/** A declared JSON list. */
interface JsonList extends Fields<JSONValue> {
  /** The URL. */
  readonly json: string
  readonly headers: Readonly<Record<string, string>>
  /** The path of the rows; undefined when the response is an array of them. */
  readonly items?: JsonPath | undefined
}

/** More than any list shows. */
const mostRows = 1_000

/** Fetches the items. @throws UpstreamError as `io.text` does, and `mismatch` naming the path that found nothing. */
export async function askJson(io: Io, list: JsonList): Promise<HotItem[]> {
  const reply = parsed(await io.text(list.json, { headers: { ...dataHeaders, ...list.headers } }))
  try {
    return itemsOfRows(rowsIn(reply, list.items).slice(0, mostRows), list, { base: list.json, now: io.now })
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error
    throw new UpstreamError('mismatch', 'the response is nested too deeply for a JSON path', { cause: error })
  }
}

/** Compiles a path; the leading `$` is optional. @throws Error naming what is wrong with it. */
export function jsonPath(said: string): JsonPath {
  const lead = /^[.[]/.test(said) ? '$' : '$.'
  // An absolute path in a filter is evaluated again for each row: minutes for a few thousand rows.
  if (/\?[^?\]]*\$/.test(said.replaceAll(/'[^']*'|"[^"]*"/g, '')))
    throw new Error('is not a supported JSON path: within [?…] paths must begin with @, not with $')
  try {
    return { said, query: compile(said.startsWith('$') ? said : `${lead}${said}`) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`is not a JSON path: ${why}; write a name with spaces or symbols as ['a name']`)
  }
}

/** Reads the first text or number at a path of a row. @throws Error naming what is wrong with the path. */
export function jsonValue(said: string): (row: JSONValue) => string | undefined {
  const { query } = jsonPath(said)
  return (row) =>
    query
      .query(row)
      .values()
      .map(textOf)
      .find((text) => text !== undefined)
}

/** Like `jsonValue`, with tags and entities removed. @throws Error naming what is wrong with the path. */
export function jsonText(said: string): (row: JSONValue) => string | undefined {
  const read = jsonValue(said)
  return (row) => titleText(read(row) ?? '')
}

function textOf(value: JSONValue): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function parsed(text: string): JSONValue {
  try {
    return JSON.parse(text, /\d{16}/.test(text) ? withAllDigits : undefined)
  } catch (error) {
    throw new UpstreamError('mismatch', 'the response is not JSON', { cause: error })
  }
}

/** Keeps integers beyond 2^53 as text: they are often ids. */
function withAllDigits(_key: string, value: unknown, written?: { readonly source?: string }): unknown {
  const isCut = typeof value === 'number' && !Number.isSafeInteger(value)
  return isCut && /^-?\d+$/.test(written?.source ?? '') ? written?.source : value
}

/** Selects the rows of a response. @throws UpstreamError `mismatch` naming what was found instead. */
function rowsIn(reply: JSONValue, items: JsonPath | undefined): readonly JSONValue[] {
  if (items === undefined) {
    if (Array.isArray(reply)) return reply
    throw new UpstreamError('mismatch', 'the response is not an array; items must give the path of the rows')
  }
  const found = items.query.query(reply).values()
  const [first] = found
  if (found.length === 1 && Array.isArray(first)) return first
  const isOther = found.length > 0 && items.query.singularQuery()
  if (found.length > 0 && !isOther) return found
  throw new UpstreamError(
    'mismatch',
    `items: ${items.said.slice(0, 100)} finds ${isOther ? 'no array' : 'nothing'} in the response`,
  )
}
