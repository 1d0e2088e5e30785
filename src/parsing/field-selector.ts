// A field selector of a declaration: paths or selectors with steps, texts with several of them in braces, or alternatives of these.
import { RE2JS } from 're2js'
import type { PlainValue } from './parse-yaml.ts'
import { splitHeadline, titleText } from './text.ts'
import { chinaDate } from './times.ts'

export interface FieldSelector<Row> {
  readonly source: string
  /** The value in a row; undefined when missing or blank. */
  read(row: Row): string | undefined
}

/** Compiles a path or selector into a reader of its values in a row: all of them, or the one to use. @throws Error naming what is wrong. */
export type ValuePath<Row> = (written: string) => (row: Row, isAll: boolean) => readonly (string | undefined)[]

export interface FieldForm<Row> {
  readonly path: ValuePath<Row>
  /** Makes plain text of a value. */
  clean?(text: string): string
  /** Values in texts with braces are percent-encoded, and a text that begins like an address is one. */
  readonly isAddress: boolean
}

/** The texts of the words that an entry defines for its braces. */
export type EntryWords = ReadonlyMap<string, string>

type Read<Row> = (row: Row) => string | undefined

export function fieldSelector<Row>(
  sources: readonly string[],
  form: FieldForm<Row>,
  words: EntryWords,
): FieldSelector<Row> {
  const reads = sources.map((source) => readerOf(source, form, words))
  return {
    source: sources.join(', '),
    read: (row) =>
      reads
        .values()
        .map((read) => read(row))
        .find((value) => value !== undefined),
  }
}

function readerOf<Row>(source: string, form: FieldForm<Row>, words: EntryWords): Read<Row> {
  const { head, separator, apply } = parseSteps(source)
  const isText = head.includes('{') || (form.isAddress && /^(?:https?:)?\//i.test(head))
  if (!isText) return valueReader(source, form)
  if (separator !== undefined) throw new Error('has the step join behind a text with braces; it must follow a path')
  const read = textReader(head, form, words)
  return (row) => nonBlank(apply(read(row) ?? ''))
}

function valueReader<Row>(source: string, { path, clean = (text) => text }: FieldForm<Row>): Read<Row> {
  const { head, separator, apply } = parseSteps(source)
  const values = path(head)
  return (row) => {
    const found = values(row, separator !== undefined).flatMap((value) => nonBlank(value) ?? [])
    const value = separator === undefined ? found[0] : nonBlank(found.join(separator))
    const made = value && apply(value)
    return made && nonBlank(clean(made))
  }
}

/** Creates the reader of a text with braces. A row without one of its parts has no value, unless that part stands in brackets. */
function textReader<Row>(source: string, form: FieldForm<Row>, words: EntryWords): Read<Row> {
  const encode = form.isAddress ? encodeForUrl : (value: string) => value
  // Braces are taken whole: a path or selector in them may have brackets of its own.
  const parts = (source.match(/\[(?:[^[\]{}]|\{[^{}]*\})*\]|(?:\{[^{}]*\}|[^[])+|\[/g) ?? []).map((piece) => {
    const isOptional = piece.startsWith('[') && piece.includes('{')
    return { isOptional, pieces: piecesOf(isOptional ? piece.slice(1, -1) : piece, form, words) }
  })
  return (row) =>
    parts.reduce<string | undefined>((whole, { isOptional, pieces }) => {
      if (whole === undefined) return undefined
      const part = textOf(pieces, row, encode, whole === '')
      return part === undefined && !isOptional ? undefined : whole + (part ?? '')
    }, '')
}

function textOf<Row>(pieces: readonly Piece<Row>[], row: Row, encode: Encode, isFirst: boolean): string | undefined {
  let text = ''
  for (const { isPlace, read } of pieces) {
    const value = read(row)
    if (value === undefined) return undefined
    text += isPlace ? encode(value, isFirst && text === '') : value
  }
  return text
}

type Encode = (value: string, isFirst: boolean) => string
type Piece<Row> = { readonly isPlace: boolean; readonly read: Read<Row> }

function piecesOf<Row>(source: string, form: FieldForm<Row>, words: EntryWords): Piece<Row>[] {
  // Every second piece was in braces.
  return source.split(/\{([^{}]*)\}/).map((piece, at) => {
    const isPlace = at % 2 === 1
    if (!isPlace && /[{}]/.test(piece)) throw new Error('has an unmatched brace')
    const word = isPlace ? words.get(piece.trim()) : piece
    return { isPlace, read: word === undefined ? valueReader(piece.trim(), form) : () => word }
  })
}

function nonBlank(value: string | undefined): string | undefined {
  const text = value?.trim()
  return text === '' ? undefined : text
}

/** Encodes a value for a URL, unless it begins the URL or begins with a slash. */
function encodeForUrl(value: string, isFirst: boolean): string {
  if (isFirst || value.startsWith('/')) return value
  return encodeURIComponent(value.toWellFormed()).replaceAll('%2F', '/')
}

type Step = (text: string) => string | undefined

/** Maximum length that an expression is matched against: its time grows with each character. */
const maxCharacters = 10_000

const makers: Readonly<Record<string, (rest: string) => Step>> = {
  match: (rest) => matchStep(expressionOf(rest)),
  replace: replaceStep,
  before: (rest) => partStep(rest, (text, at) => text.slice(0, at)),
  after: (rest) => partStep(rest, (text, at) => text.slice(at + unquoted(rest).length)),
  headline: () => (text) => splitHeadline(titleText(text)).title,
  rest: () => (text) => splitHeadline(titleText(text)).rest,
  'first line': () => (text) => text.trim().split('\n', 1)[0],
}

const words = [...Object.keys(makers), 'join']

/**
 * Splits the text of a field into its head and its steps: `separator` joins all values of the path, without it the first is used; `apply`
 * returns undefined when a step does not fit the value. @throws Error naming an unknown or malformed step.
 */
function parseSteps(source: string) {
  const [head = '', ...parts] = source.split(
    / \| (?=(?:match|replace|before|after|headline|rest|first line|join)(?: |$))/,
  )
  const unknown = head.includes('{') ? undefined : / \| (\S{1,40})/.exec(head)?.[1]
  if (unknown !== undefined) throw new Error(`has an unknown step ${unknown}; steps are ${words.join(', ')}`)
  const [first] = parts
  const separator = first?.startsWith('join') ? unquoted(first.slice('join'.length).trim()) : undefined
  const steps = (separator === undefined ? parts : parts.slice(1)).map(stepOf)
  const apply = (text: string) => steps.reduce<string | undefined>((value, step) => value && step(value), text)
  return { head: head.trim(), separator, apply }
}

function stepOf(part: string): Step {
  const word = words.find((one) => part === one || part.startsWith(`${one} `)) ?? ''
  const make = makers[word]
  if (!make) throw new Error('has join behind another step; it must be the first')
  return make(part.slice(word.length).trim())
}

/** The text without the quotation marks that keep the spaces at its ends. */
function unquoted(text: string): string {
  return /^"(.*)"$/s.exec(text)?.[1] ?? text
}

/** RE2 runs in linear time whatever the expression, so that a slow one cannot stop the service. */
function expressionOf(source: string): RE2JS {
  if (source === '') throw new Error('has a step without an expression')
  try {
    return RE2JS.compile(source)
  } catch (error) {
    throw new Error(`has an invalid regular expression (RE2): ${error instanceof Error ? error.message : error}`)
  }
}

function matchStep(expression: RE2JS): Step {
  return (text) => {
    const matcher = expression.matcher(text.slice(0, maxCharacters))
    if (!matcher.find()) return undefined
    const count = matcher.groupCount()
    if (count === 0) return matcher.group() ?? undefined
    return Array.from({ length: count }, (_, at) => matcher.group(at + 1) ?? '').join('')
  }
}

function replaceStep(rest: string): Step {
  const at = rest.lastIndexOf('→')
  if (at < 0) throw new Error('has a step replace without an arrow: replace EXPRESSION → TEXT')
  const expression = expressionOf(rest.slice(0, at).trim())
  const replacement = unquoted(rest.slice(at + 1).trim())
  return (text) => expression.matcher(text.slice(0, maxCharacters)).replaceAll(replacement)
}

function partStep(rest: string, part: (text: string, at: number) => string): Step {
  const mark = unquoted(rest)
  if (mark === '') throw new Error('has a step before or after without a text')
  return (text) => {
    const at = text.indexOf(mark)
    return at < 0 ? undefined : part(text, at)
  }
}

export type Timed<Value> = (now: Date) => Value

const dayMs = 24 * 60 * 60_000
const place = /\{([^{}]*)\}/g
const timePlace = /^(today|now)(?:([+-]\d{1,3})d?)?(?::([\w/.-]{1,20}))?$/

/** Replaces the words of an entry in a text; other braces stay. */
export function withWords(text: string, words: EntryWords): string {
  return text.replaceAll(place, (all, name: string) => words.get(name) ?? all)
}

/** An address with its braces filled in. @throws Error naming what may stand in braces, or for an invalid address. */
export function timedAddress(text: string, words: EntryWords, check: (address: string) => string): Timed<string> {
  const fill = timedText(text, words, encodeForUrl)
  check(fill(new Date(0)))
  return (now) => check(fill(now))
}

/** The body of a request: a text is a form, a map is JSON, in which a text that is one pair of braces may become a number. */
export function timedBody(value: PlainValue, words: EntryWords): Timed<string | Readonly<Record<string, unknown>>> {
  if (typeof value === 'string') return timedText(value, words, (part) => encodeURIComponent(part.toWellFormed()))
  if (!isMap(value)) throw new Error('must be a text, which is sent as a form, or a map, which is sent as JSON')
  const entries = Object.entries(value).map(([key, inside]) => [key, timedValue(inside, words)] as const)
  return (now) => Object.fromEntries(entries.map(([key, fill]) => [key, fill(now)]))
}

function timedValue(value: PlainValue, words: EntryWords): Timed<unknown> {
  if (value === null) throw new Error('is nested too deeply')
  if (typeof value === 'string') {
    const fill = timedText(value, words, (part) => part)
    const isPlace = /^\{[^{}]*\}$/.test(value)
    return (now) => {
      const text = fill(now)
      return isPlace && /^\d{1,15}$/.test(text) ? Number(text) : text
    }
  }
  if (isList(value)) {
    const fills = value.map((item) => timedValue(item, words))
    return (now) => fills.map((fill) => fill(now))
  }
  return isMap(value) ? timedBody(value, words) : () => value
}

function timedText(text: string, words: EntryWords, encode: Encode): Timed<string> {
  // Every second piece was in braces; braces with quotation marks are JSON within a text.
  const pieces = text.split(/\{([^{}"]*)\}/).map((piece, at) => {
    if (at % 2 === 0) return () => piece
    const word = words.get(piece)
    if (word !== undefined) return () => encode(word, at === 1 && text.startsWith('{'))
    return timeOf(piece)
  })
  return (now) => pieces.map((fill) => fill(now)).join('')
}

/** The date in China, or the time since 1970 in milliseconds or seconds. */
function timeOf(written: string): Timed<string> {
  const [, kind, days = '0', format] = timePlace.exec(written) ?? []
  const isFormat = kind === 'today' ? /^[YMD/.-]*$/.test(format ?? '') : format === undefined || format === 's'
  if (kind === undefined || !isFormat)
    throw new Error(
      'has unknown braces: {today}, {today-1:YYYYMMDD}, {now}, {now-1d:s} and the words of the entry are allowed',
    )
  const shiftMs = Number(days) * dayMs
  return (now) => {
    const at = new Date(now.getTime() + shiftMs)
    if (kind === 'now') return String(format === 's' ? Math.floor(at.getTime() / 1000) : at.getTime())
    const [year = '', month = '', day = ''] = chinaDate(at).split('-')
    return (format ?? 'YYYY-MM-DD').replace('YYYY', year).replace('MM', month).replace('DD', day)
  }
}

export function isMap(value: PlainValue | undefined): value is Readonly<Record<string, PlainValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: PlainValue | undefined): value is readonly PlainValue[] {
  return Array.isArray(value)
}
