// Parses the archive's Lucene-style queries (internet-archive.md section 1) into item tests.
import { matcherOf, nothing, type Test } from './internetarchive-match.ts'

interface Token {
  readonly kind: 'mark' | 'and' | 'or' | 'not' | 'plus' | 'field' | 'phrase' | 'range' | 'word'
  readonly text: string
}

interface Cursor {
  readonly tokens: readonly Token[]
  at: number
}

const tokenPattern =
  /\s*(?:(?<mark>[()])|(?<and>&&|AND(?=[\s(]|$))|(?<or>\|\||OR(?=[\s(]|$))|(?<not>NOT(?=[\s(]|$)|[!-])|(?<plus>\+)|(?<field>[A-Za-z][\w-]*):|"(?<phrase>(?:[^"\\]|\\.)*)"|(?<range>[[{][^\]}]*[\]}])|(?<word>(?:\\.|[^\s()"\\:[\]{}])+))/suy

const kinds = ['mark', 'and', 'or', 'not', 'plus', 'field', 'phrase', 'range', 'word'] as const

function tokenOf(groups: Readonly<Record<string, string | undefined>>): Token | undefined {
  for (const kind of kinds) {
    const text = groups[kind]
    if (text !== undefined) return { kind, text }
  }
  return undefined
}

function tokenise(q: string): Token[] {
  const tokens: Token[] = []
  const pattern = new RegExp(tokenPattern)
  const end = q.trimEnd().length
  while (pattern.lastIndex < end) {
    const token = tokenOf(pattern.exec(q)?.groups ?? {})
    if (token === undefined) throw new SyntaxError('unexpected character')
    tokens.push(token)
  }
  return tokens
}

function take(cursor: Cursor, kind: Token['kind'], text?: string): boolean {
  const token = cursor.tokens[cursor.at]
  const fits = token?.kind === kind && (text === undefined || token.text === text)
  if (fits) cursor.at++
  return fits
}

function readOne(cursor: Cursor, field: string | undefined): Test {
  if (take(cursor, 'not')) {
    const test = readOne(cursor, field)
    return test === nothing ? nothing : (item) => !test(item)
  }
  if (take(cursor, 'plus')) return readOne(cursor, field)
  if (take(cursor, 'mark', '(')) {
    const test = readEither(cursor, field)
    if (!take(cursor, 'mark', ')')) throw new SyntaxError('unclosed bracket')
    return test
  }
  const token = cursor.tokens[cursor.at++]
  if (token?.kind === 'field') return readOne(cursor, token.text)
  if (token?.kind === 'phrase' || token?.kind === 'range' || token?.kind === 'word') {
    return matcherOf(field, { kind: token.kind, text: token.text })
  }
  throw new SyntaxError('term expected')
}

/** Adjacent words are combined as if `AND` were between them. */
function goesOn({ tokens, at }: Cursor): boolean {
  const token = tokens[at]
  return token !== undefined && token.kind !== 'or' && !(token.kind === 'mark' && token.text === ')')
}

function readAll(cursor: Cursor, field: string | undefined): Test {
  const tests: Test[] = []
  do tests.push(readOne(cursor, field))
  while (take(cursor, 'and') || goesOn(cursor))
  const kept = tests.filter((test) => test !== nothing)
  return kept.length === 0 ? nothing : (item) => kept.every((test) => test(item))
}

function readEither(cursor: Cursor, field: string | undefined): Test {
  const tests = [readAll(cursor, field)]
  while (take(cursor, 'or')) tests.push(readAll(cursor, field))
  const kept = tests.filter((test) => test !== nothing)
  return kept.length === 0 ? nothing : (item) => kept.some((test) => test(item))
}

/** The item test of a query. @throws SyntaxError for an invalid query, an empty query and `title:()`. */
export function readQuery(q: string): Test {
  const cursor = { tokens: tokenise(q), at: 0 }
  const test = readEither(cursor, undefined)
  if (cursor.at < cursor.tokens.length) throw new SyntaxError('unmatched closing bracket')
  return test
}
