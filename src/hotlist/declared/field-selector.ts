// A field selector of a declaration: paths or selectors with steps, texts with several of them in braces, or alternatives of these.
import { parseSteps } from './steps.ts'

export interface FieldSelector<Row> {
  /** The text in the file. */
  readonly source: string
  /** The value in a row; undefined when missing or blank. */
  read(row: Row): string | undefined
}

/** Compiles a path or selector into a reader of its values in a row: all of them, or the one to use. @throws Error naming what is wrong. */
export type ValuePath<Row> = (written: string) => (row: Row, isAll: boolean) => readonly (string | undefined)[]

/** What kind of value a field has. */
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

/** Compiles one text or several alternatives. @throws Error naming what is wrong. */
export function fieldSelector<Row>(
  sources: readonly string[],
  form: FieldForm<Row>,
  words: EntryWords,
): FieldSelector<Row> {
  const reads = sources.map((source) => readerOf(source, form, words))
  return {
    source: sources.join(', '),
    read(row) {
      for (const read of reads) {
        const value = read(row)
        if (value !== undefined) return value
      }
      return undefined
    },
  }
}

function readerOf<Row>(source: string, form: FieldForm<Row>, words: EntryWords): Read<Row> {
  const { head, separator, apply } = parseSteps(source)
  const isText = head.includes('{') || (form.isAddress && /^(?:https?:)?\//i.test(head))
  if (!isText) return valueReader(source, form)
  if (separator !== undefined) throw new Error('has the step join behind a text with braces; it must follow a path')
  const read = textReader(head, form, words)
  return (row) => {
    const text = read(row)
    return text === undefined ? undefined : nonBlank(apply(text))
  }
}

function valueReader<Row>(source: string, { path, clean = (text) => text }: FieldForm<Row>): Read<Row> {
  const { head, separator, apply } = parseSteps(source)
  const values = path(head)
  return (row) => {
    const found = values(row, separator !== undefined).flatMap((value) => nonBlank(value) ?? [])
    const value = separator === undefined ? found[0] : nonBlank(found.join(separator))
    const made = value === undefined ? undefined : apply(value)
    return made === undefined ? undefined : nonBlank(clean(made))
  }
}

/** What reads a text with braces; it has no value in a row in which one of its parts is missing, unless that stands in brackets. */
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

/** The text of pieces in a row; undefined when a value is missing. */
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

interface Piece<Row> {
  readonly isPlace: boolean
  readonly read: Read<Row>
}

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
export function encodeForUrl(value: string, isFirst: boolean): string {
  if (isFirst || value.startsWith('/')) return value
  return encodeURIComponent(value.toWellFormed()).replaceAll('%2F', '/')
}
