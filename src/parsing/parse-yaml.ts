// Parses a YAML file of nested maps into plain values with line numbers; syntax errors become plain messages.
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from 'yaml'
import type { ValidationError } from './validation-errors.ts'
import errorMessages from './yaml-errors.json' with { type: 'json' }

/** A text, a list, a map, or null for any other or too deeply nested value; numbers and booleans stand under `typedKey` only. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | PlainMap
export interface PlainMap {
  readonly [key: string]: PlainValue
}

interface YamlMap {
  /** Values by key; empty for an empty file. */
  readonly values: ReadonlyMap<string, PlainValue>
  readonly mistakes: readonly ValidationError[]
  /** The parser lost track; `values` are unreliable. */
  readonly isBroken: boolean
  /** The line of the key at a path, or of its nearest existing parent. */
  lineOf(path: readonly PropertyKey[]): number
}

/** Below this key unquoted numbers and booleans are such: it is sent as JSON. */
const typedKey = 'body'

/**
 * Parses YAML 1.2 with all values as texts: `0123` and `no` stay as written. Duplicate keys, unresolved aliases and anything
 * but a map of maps are errors; `rootForm` describes the map.
 */
export function parseYamlMap(text: string, rootForm: string): YamlMap {
  const lines = new LineCounter()
  const lineAt = (offset = 0) => lines.linePos(offset).line
  const document = parseDocument(text, {
    lineCounter: lines,
    // Pretty errors quote the file, which may contain passwords.
    prettyErrors: false,
    schema: 'failsafe',
    stringKeys: true,
    // The parser's check compares each key with all others.
    uniqueKeys: false,
  })
  const issues = [...document.errors, ...document.warnings]
  const mistakes: ValidationError[] = issues.map((one) => ({
    line: lineAt(one.pos[0]),
    path: [],
    message: messages[one.code] ?? otherError,
  }))
  const walk: DocumentWalk = { document, lineAt, mistakes, lines: new Map(), aliases: 0 }
  const { contents } = document
  if (!isMap(contents) && !isEmpty(contents))
    mistakes.push({
      line: 1,
      path: [],
      message: `must be ${rootForm}`,
    })
  const values = entriesOf(walk, contents, [])
  const lineOf = (path: readonly PropertyKey[]): number =>
    path.length === 0 ? 1 : (walk.lines.get(JSON.stringify(path)) ?? lineOf(path.slice(0, -1)))
  return { values, mistakes, isBroken: document.errors.some(isUnrecoverable), lineOf }
}

function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && String(node.value ?? '').trim() === '')
}

/** The parser recovers fully after these two errors, but not after others. */
function isUnrecoverable({ code }: YAMLError): boolean {
  return code !== 'BAD_SCALAR_START' && code !== 'BAD_DQ_ESCAPE'
}

const messages: Partial<Record<YAMLError['code'], string>> = errorMessages
const otherError =
  'is not valid YAML; a text that begins with one of > | & * ! % @ [ { or contains ": " or " #" must be quoted'

/** The state of a walk through the document. Depth and aliases are bounded. */
interface DocumentWalk {
  readonly document: Document<Node>
  lineAt(offset?: number): number
  readonly mistakes: ValidationError[]
  readonly lines: Map<string, number>
  aliases: number
}

/** Such as a family, its lists, their ways, and the keys of a JSON body. */
const maxDepth = 12
/** Resolving an alias scans the whole document. */
const maxAliases = 100

type KeyPath = readonly (string | number)[]

function entriesOf(walk: DocumentWalk, node: unknown, path: KeyPath): Map<string, PlainValue> {
  const found = new Map<string, PlainValue>()
  for (const { key: name, value } of isMap(node) ? node.items : []) {
    if (!isScalar(name)) continue
    const key = String(name.value)
    const at = [...path, key]
    const line = walk.lineAt(name.range?.[0])
    if (found.has(key)) {
      const first = walk.lines.get(JSON.stringify(at))
      walk.mistakes.push({ line, path: at, message: `is defined twice, first on line ${first}` })
    } else {
      walk.lines.set(JSON.stringify(at), line)
      found.set(key, toPlain(walk, value, at))
    }
  }
  return found
}

function toPlain(walk: DocumentWalk, given: unknown, path: KeyPath): PlainValue {
  const node = isAlias(given) ? resolveAlias(walk, given, path) : given
  if (node === null) return ''
  if (isScalar(node)) {
    const text = String(node.value ?? '')
    const isTyped = node.type === 'PLAIN' && path.includes(typedKey) && typedValue.test(text)
    return isTyped ? JSON.parse(text) : text
  }
  if (path.length >= maxDepth) return null
  if (isSeq(node)) return node.items.map((item, at) => itemOf(walk, item, [...path, at]))
  return isMap(node) ? Object.fromEntries(entriesOf(walk, node, path)) : null
}

const typedValue = /^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)$/

function itemOf(walk: DocumentWalk, item: unknown, path: KeyPath): PlainValue {
  if (isNode(item)) walk.lines.set(JSON.stringify(path), walk.lineAt(item.range?.[0]))
  return toPlain(walk, item, path)
}

function resolveAlias(walk: DocumentWalk, alias: Node, path: KeyPath): unknown {
  const line = walk.lineAt(alias.range?.[0])
  walk.aliases += 1
  if (walk.aliases === maxAliases + 1)
    walk.mistakes.push({ line, path, message: `at most ${maxAliases} aliases are allowed` })
  if (walk.aliases > maxAliases) return undefined
  const found = isAlias(alias) ? alias.resolve(walk.document) : undefined
  if (!found) walk.mistakes.push({ line, path, message: errorMessages.BAD_ALIAS })
  return found
}
