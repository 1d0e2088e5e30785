// A field selector of a declaration: one path or selector, or a template with several in braces.

/** A parsed field selector. */
export interface Field<Row> {
  /** The text in the file. */
  readonly said: string
  /** The value in a row; undefined when missing or blank. */
  read(row: Row): string | undefined
}

/** Compiles a path or selector into a reader of rows. @throws Error naming what is wrong with it. */
export type Place<Row> = (written: string) => (row: Row) => string | undefined

/** Parses a text template. A row in which one of its parts is missing has no value. @throws Error naming what is wrong. */
export function textField<Row>(said: string, place: Place<Row>): Field<Row> {
  return said.includes('{') ? filledIn(said, place, (value) => value) : { said, read: nonBlank(place(said)) }
}

/** Parses a URL template, which may also be a constant URL. @throws Error naming what is wrong. */
export function addressField<Row>(said: string, place: Place<Row>): Field<Row> {
  const isAddress = said.includes('{') || /^(?:https?:)?\//i.test(said)
  return isAddress ? filledIn(said, place, inAddress) : { said, read: nonBlank(place(said)) }
}

function filledIn<Row>(
  said: string,
  place: Place<Row>,
  shaped: (value: string, isFirst: boolean) => string,
): Field<Row> {
  // Every second piece was in braces.
  const pieces = said.split(/\{([^{}]*)\}/).map((piece, at) => ({ piece, isPlace: at % 2 === 1 }))
  if (pieces.some(({ piece, isPlace }) => !isPlace && /[{}]/.test(piece))) throw new Error('has an unmatched brace')
  const reads = pieces.map(({ piece, isPlace }) => ({
    isPlace,
    value: isPlace ? nonBlank(place(piece.trim())) : () => piece,
  }))
  return {
    said,
    read(row) {
      let whole = ''
      for (const { isPlace, value } of reads) {
        const found = value(row)
        if (found === undefined) return undefined
        whole += isPlace ? shaped(found, whole === '') : found
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
function inAddress(value: string, isFirst: boolean): string {
  if (isFirst || value.startsWith('/')) return value
  return encodeURIComponent(value.toWellFormed()).replaceAll('%2F', '/')
}
