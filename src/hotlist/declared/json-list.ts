// Lists whose answer is JSON: where its rows and their values stand is said by paths (RFC 9535).
import { compile, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3'
import { dataHeaders } from '../../reading/browser.ts'
import { titleText } from '../../reading/texts.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../hot-list.ts'
import { type Fields, itemsOfRows } from './row-items.ts'

/** A path into JSON, made ready. */
interface JsonPath {
  readonly said: string
  readonly query: JSONPathQuery
}

/** A list as its declaration has it. */
interface JsonList extends Fields<JSONValue> {
  /** Its address. */
  readonly json: string
  readonly headers: Readonly<Record<string, string>>
  /** Where the rows stand; undefined when the answer is an array of them. */
  readonly items?: JsonPath | undefined
}

/** More than any list shows. */
const mostRows = 1_000

/** Asks for the items of a list. @throws UpstreamError as `io.text` does, and `mismatch` saying what the paths did not find. */
export async function askJson(io: Io, list: JsonList): Promise<HotItem[]> {
  const reply = parsed(await io.text(list.json, { headers: { ...dataHeaders, ...list.headers } }))
  try {
    return itemsOfRows(rowsIn(reply, list.items).slice(0, mostRows), list, { base: list.json, now: io.now })
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error
    throw new UpstreamError('mismatch', 'the answer is nested deeper than a path can follow', { cause: error })
  }
}

/** Makes a path ready; the `$` it begins with may be left out. @throws Error saying what is wrong with it. */
export function jsonPath(said: string): JsonPath {
  const lead = /^[.[]/.test(said) ? '$' : '$.'
  // It would be looked up anew for every row: minutes for a few thousand of them.
  if (/\?[^?\]]*\$/.test(said.replaceAll(/'[^']*'|"[^"]*"/g, '')))
    throw new Error('is no JSON path that is followed here: within [?…] paths begin with @, not with $')
  try {
    return { said, query: compile(said.startsWith('$') ? said : `${lead}${said}`) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`is no JSON path: ${why}; a name with blanks or signs is written ['a name']`)
  }
}

/** The first text or number at a path of a row. @throws Error saying what is wrong with the path. */
export function jsonValue(said: string): (row: JSONValue) => string | undefined {
  const { query } = jsonPath(said)
  return (row) =>
    query
      .query(row)
      .values()
      .map(textOf)
      .find((text) => text !== undefined)
}

/** The same without tags and entities. @throws Error saying what is wrong with the path. */
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
    throw new UpstreamError('mismatch', 'the answer is no JSON', { cause: error })
  }
}

/** A whole number too long to be one stays a text: ids often are. */
function withAllDigits(_key: string, value: unknown, written?: { readonly source?: string }): unknown {
  const isCut = typeof value === 'number' && !Number.isSafeInteger(value)
  return isCut && /^-?\d+$/.test(written?.source ?? '') ? written?.source : value
}

/** The rows that an answer holds. @throws UpstreamError `mismatch` saying what is there instead. */
function rowsIn(reply: JSONValue, items: JsonPath | undefined): readonly JSONValue[] {
  if (items === undefined) {
    if (Array.isArray(reply)) return reply
    throw new UpstreamError('mismatch', 'the answer is no array: items must say where in it the rows stand')
  }
  const found = items.query.query(reply).values()
  const [first] = found
  if (found.length === 1 && Array.isArray(first)) return first
  const isOther = found.length > 0 && items.query.singularQuery()
  if (found.length > 0 && !isOther) return found
  throw new UpstreamError(
    'mismatch',
    `items: ${items.said.slice(0, 100)} leads to ${isOther ? 'no array' : 'nothing'} in the answer`,
  )
}
