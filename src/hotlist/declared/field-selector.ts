// A field selector of a declaration: one path or selector, or a template with several in braces.
export interface FieldSelector<Row> {
  /** The text in the file. */
  readonly source: string
  /** The value in a row; undefined when missing or blank. */
  read(row: Row): string | undefined
}

/** Compiles a path or selector into a reader of rows. @throws Error naming what is wrong with it. */
export type ValuePath<Row> = (written: string) => (row: Row) => string | undefined

/** Parses a text template. A row in which one of its parts is missing has no value. @throws Error naming what is wrong. */
export function textField<Row>(source: string, valuePath: ValuePath<Row>): FieldSelector<Row> {
  return source.includes('{')
    ? template(source, valuePath, (value) => value)
    : { source, read: nonBlank(valuePath(source)) }
}

/** Parses a URL template, which may also be a constant URL. @throws Error naming what is wrong. */
export function urlField<Row>(source: string, valuePath: ValuePath<Row>): FieldSelector<Row> {
  const isAddress = source.includes('{') || /^(?:https?:)?\//i.test(source)
  return isAddress ? template(source, valuePath, encodeForUrl) : { source, read: nonBlank(valuePath(source)) }
}

function template<Row>(
  source: string,
  valuePath: ValuePath<Row>,
  encode: (value: string, isFirst: boolean) => string,
): FieldSelector<Row> {
  // Every second piece was in braces.
  const pieces = source.split(/\{([^{}]*)\}/).map((piece, at) => ({ piece, isPath: at % 2 === 1 }))
  if (pieces.some(({ piece, isPath }) => !isPath && /[{}]/.test(piece))) throw new Error('has an unmatched brace')
  const reads = pieces.map(({ piece, isPath }) => ({
    isPlace: isPath,
    value: isPath ? nonBlank(valuePath(piece.trim())) : () => piece,
  }))
  return {
    source,
    read(row) {
      let whole = ''
      for (const { isPlace: isPath, value } of reads) {
        const found = value(row)
        if (found === undefined) return undefined
        whole += isPath ? encode(found, whole === '') : found
      }
      return whole
    },
  }
}

function nonBlank<Row>(read: (row: Row) => string | undefined): (row: Row) => string | undefined {
  return (row) => {
    const value = read(row)?.trim()
    return value === '' ? undefined : value
  }
}

/** Encodes a value for a URL, unless it begins the URL or begins with a slash. */
function encodeForUrl(value: string, isFirst: boolean): string {
  if (isFirst || value.startsWith('/')) return value
  return encodeURIComponent(value.toWellFormed()).replaceAll('%2F', '/')
}
