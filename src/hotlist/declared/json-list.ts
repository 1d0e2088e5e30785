// Declared lists that are JSON: JSONPath (RFC 9535) selects the rows and their values.
import { compile, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3'
import { checkStatus, type ReplyStatus } from '../../parsing/api-refusal.ts'
import type { FieldForm } from '../../parsing/field-selector.ts'
import { embeddedJson } from '../../parsing/script-values.ts'
import { titleText } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { parseReplyJson } from '../../upstream/reply-elements.ts'
import type { fieldKeys } from './keys.ts'

interface JsonPath {
  readonly source: string
  readonly query: JSONPathQuery
}

export interface JsonRows {
  /** The path of the rows; undefined when the response is an array of them. */
  readonly items: JsonPath | undefined
  readonly ok: ReplyStatus | undefined
  /** The text in the response after which the JSON begins. */
  readonly inside: string | undefined
  readonly mayBeEmpty: boolean
}

const maxRows = 1_000

/** The rows in a response. @throws UpstreamError `mismatch` naming the path that finds nothing, and as `apiRefusal` says for another status. */
export function jsonRows(text: string, { items, ok, inside, mayBeEmpty }: JsonRows): readonly JSONValue[] {
  const reply = parseReply(inside === undefined ? text : embeddedJson(text, inside))
  if (ok) checkStatus(reply, ok)
  return withinDepth(() => selectRows(reply, items, mayBeEmpty).slice(0, maxRows))
}

/** @throws UpstreamError `mismatch` for JSON that is nested too deeply for a path. */
export function withinDepth<Result>(read: () => Result): Result {
  try {
    return read()
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

/** The readers of the values of a row: texts and numbers, of which a title, a summary and a note lose tags and entities. */
export function jsonForm(key: (typeof fieldKeys)[number]): Omit<FieldForm<JSONValue>, 'isAddress'> {
  const path = (source: string) => {
    const { query } = jsonPath(source)
    // Names only, as in most selectors: a walk costs a tenth of a query, and a list has up to a thousand rows.
    if (/^[a-z_]\w*(?:\.[a-z_]\w*)*$/i.test(source)) return walk(source.split('.'))
    return (row: JSONValue) => query.query(row).values().map(toText)
  }
  return ['title', 'hover', 'info'].includes(key) ? { path, clean: titleText } : { path }
}

/** What a query of these names finds. */
function walk(names: readonly string[]) {
  return (row: JSONValue) => {
    let value: JSONValue = row
    for (const name of names) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
      const inside: JSONValue | undefined = Object.hasOwn(value, name) ? value[name] : undefined
      if (inside === undefined) return []
      value = inside
    }
    return [toText(value)]
  }
}

function toText(value: JSONValue): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' ? value : undefined
}

function parseReply(text: string): JSONValue {
  try {
    return parseReplyJson(text, /\d{16}/.test(text) ? keepLongIntegers : undefined)
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('mismatch', 'the response is not JSON', { cause: error })
  }
}

/** Keeps integers beyond 2^53 as text: they are often ids. */
function keepLongIntegers(_key: string, value: unknown, written?: { readonly source?: string }): unknown {
  const isCut = typeof value === 'number' && !Number.isSafeInteger(value)
  return isCut && /^-?\d+$/.test(written?.source ?? '') ? written?.source : value
}

/** Selects the rows of a response. @throws UpstreamError `mismatch` naming what was found instead. */
function selectRows(reply: JSONValue, items: JsonPath | undefined, mayBeEmpty: boolean): readonly JSONValue[] {
  if (items === undefined) {
    if (Array.isArray(reply)) return reply
    throw new UpstreamError('mismatch', 'the response is not an array; items must give the path of the rows')
  }
  const found = items.query.query(reply).values()
  const [first] = found
  if (found.length === 1 && Array.isArray(first)) return first
  const isSingle = items.query.singularQuery()
  const isNotArray = found.length > 0 && isSingle
  if ((found.length > 0 && !isNotArray) || (found.length === 0 && mayBeEmpty && !isSingle)) return found
  throw new UpstreamError(
    'mismatch',
    `items: ${items.source.slice(0, 100)} finds ${isNotArray ? 'no array' : 'nothing'} in the response`,
  )
}
