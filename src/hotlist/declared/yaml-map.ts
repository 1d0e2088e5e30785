// A YAML file of maps within maps as plain values, each with the line it stands on; what is no YAML as sentences.
import { type Document, isAlias, isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml'
import type { Mistake } from './mistakes.ts'

/** A text, a map of them, or null for what is neither or lies too deep. */
type Plain = string | null | { readonly [key: string]: Plain }

/** A file that was read. */
interface YamlMap {
  /** What stands in it, key by key; nothing when it is empty. */
  readonly values: ReadonlyMap<string, Plain>
  readonly mistakes: readonly Mistake[]
  /** What was read is not to be relied on. */
  readonly isBroken: boolean
  /** The line of the key a path leads to, or of the nearest one around it that there is. */
  lineOf(path: readonly PropertyKey[]): number
}

/**
 * Reads YAML 1.2 of which all values are texts: `0123` and `no` are what they look like. A key that stands twice, an alias of nothing
 * and what is no map of maps are mistakes.
 */
export function readYamlMap(text: string): YamlMap {
  const lines = new LineCounter()
  const lineAt = (offset = 0) => lines.linePos(offset).line
  const document = parseDocument(text, {
    lineCounter: lines,
    // Its messages quote the file, which may hold passwords.
    prettyErrors: false,
    schema: 'failsafe',
    stringKeys: true,
    // It compares each key with all others.
    uniqueKeys: false,
  })
  const said = [...document.errors, ...document.warnings]
  const mistakes: Mistake[] = said.map((one) => ({ line: lineAt(one.pos[0]), path: [], what: wordsFor(one) }))
  const walk: Walk = { document, lineAt, mistakes, lines: new Map(), aliases: 0 }
  const { contents } = document
  if (!isMap(contents) && !isNothing(contents))
    mistakes.push({ line: 1, path: [], what: 'must be a map of lists: an id and a colon, and below it its keys' })
  const values = entriesOf(walk, contents, [])
  const lineOf = (path: readonly PropertyKey[]): number =>
    path.length === 0 ? 1 : (walk.lines.get(JSON.stringify(path)) ?? lineOf(path.slice(0, -1)))
  return { values, mistakes, isBroken: document.errors.some(isLosingItsWay), lineOf }
}

function isNothing(node: unknown): boolean {
  return node === null || (isScalar(node) && String(node.value ?? '').trim() === '')
}

/** After the others the parser is where it would have been without them. */
function isLosingItsWay({ code }: YAMLError): boolean {
  return code !== 'BAD_SCALAR_START' && code !== 'BAD_DQ_ESCAPE'
}

const quoted = 'must stand in quotation marks'
const noAlias = `what begins with * ${quoted}`
const words: Partial<Record<YAMLError['code'], string>> = {
  BAD_ALIAS: noAlias,
  BAD_DQ_ESCAPE: 'within "…" a backslash must be written twice; within \'…\' it stands for itself',
  BAD_INDENT: 'is indented less or more than what it belongs to; or a { or [ does not end',
  BAD_SCALAR_START: `what begins with @, % or \` ${quoted}`,
  BLOCK_AS_IMPLICIT_KEY: `is followed by a line that is indented too far, or has a second colon with a blank after it; a text with one ${quoted}`,
  MISSING_CHAR: 'a quotation mark, a bracket, a comma, or the colon and blank after a key is missing',
  MULTILINE_IMPLICIT_KEY:
    'a key ends with a colon (an English one) and a blank, or is at the end of its line; here one of them is missing',
  MULTIPLE_DOCS: 'a second document begins; all lists must stand in one',
  NON_STRING_KEY: 'a key must be a text',
  RESOURCE_EXHAUSTION: 'is nested deeper than can be read',
  TAB_AS_INDENT: 'is indented by a tab; YAML wants blanks',
  TAG_RESOLVE_FAILED: `what begins with ! ${quoted}`,
}

function wordsFor({ code }: YAMLError): string {
  return words[code] ?? `is no YAML; what begins with one of > | & * ! % @ [ { or holds ": " or " #" ${quoted}`
}

/** A walk through a document, only as deep as its values are wanted, which no alias can make longer. */
interface Walk {
  readonly document: Document<Node>
  lineAt(offset?: number): number
  readonly mistakes: Mistake[]
  /** By path, as JSON. */
  readonly lines: Map<string, number>
  aliases: number
}

/** Lists, their keys, and those of their headers. */
const deepest = 3
/** To find what one means takes a look at the whole document. */
const mostAliases = 100

function entriesOf(walk: Walk, node: unknown, path: readonly string[]): Map<string, Plain> {
  const found = new Map<string, Plain>()
  for (const { key: name, value } of isMap(node) ? node.items : []) {
    if (!isScalar(name)) continue
    const key = String(name.value)
    const at = [...path, key]
    const line = walk.lineAt(name.range?.[0])
    if (found.has(key)) {
      const first = walk.lines.get(JSON.stringify(at))
      walk.mistakes.push({ line, path: at, what: `stands there twice, first on line ${first}` })
    } else {
      walk.lines.set(JSON.stringify(at), line)
      found.set(key, plain(walk, value, at))
    }
  }
  return found
}

function plain(walk: Walk, given: unknown, path: readonly string[]): Plain {
  const node = isAlias(given) ? meant(walk, given, path) : given
  if (node === null) return ''
  if (isScalar(node)) return String(node.value ?? '')
  return isMap(node) && path.length < deepest ? Object.fromEntries(entriesOf(walk, node, path)) : null
}

/** What an alias stands for. */
function meant(walk: Walk, alias: Node, path: readonly string[]): unknown {
  const line = walk.lineAt(alias.range?.[0])
  walk.aliases += 1
  if (walk.aliases === mostAliases + 1)
    walk.mistakes.push({ line, path, what: `at most ${mostAliases} aliases are allowed` })
  if (walk.aliases > mostAliases) return undefined
  const found = isAlias(alias) ? alias.resolve(walk.document) : undefined
  if (!found) walk.mistakes.push({ line, path, what: noAlias })
  return found
}
