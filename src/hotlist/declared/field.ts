// A key of a declaration that says where in a row a value stands: one place, or a text with such places in braces.

/** Where a value of an item stands. */
export interface Field<Row> {
  /** As it stands in the file. */
  readonly said: string
  /** The value in a row; undefined when it is not there or blank. */
  read(row: Row): string | undefined
}

/** What stands at a place of a row: a path or a selector, made ready. @throws Error saying what is wrong with it. */
export type Place<Row> = (written: string) => (row: Row) => string | undefined

/** A text that may have places in it. A row without one of them has no value. @throws Error saying what is wrong. */
export function textField<Row>(said: string, place: Place<Row>): Field<Row> {
  return said.includes('{') ? filledIn(said, place, (value) => value) : { said, read: nonBlank(place(said)) }
}

/** The same for an address, which may also be the same in all rows. @throws Error saying what is wrong. */
export function addressField<Row>(said: string, place: Place<Row>): Field<Row> {
  const isAddress = said.includes('{') || /^(?:https?:)?\//i.test(said)
  return isAddress ? filledIn(said, place, inAddress) : { said, read: nonBlank(place(said)) }
}

function filledIn<Row>(
  said: string,
  place: Place<Row>,
  shaped: (value: string, isFirst: boolean) => string,
): Field<Row> {
  // Every second piece is what stood in braces.
  const pieces = said.split(/\{([^{}]*)\}/).map((piece, at) => ({ piece, isPlace: at % 2 === 1 }))
  if (pieces.some(({ piece, isPlace }) => !isPlace && /[{}]/.test(piece)))
    throw new Error('has a brace without its other')
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

/** A value as a part of an address: as it stands where it begins one, or begins with a slash itself; else without signs that mean something there. */
function inAddress(value: string, isFirst: boolean): string {
  if (isFirst || value.startsWith('/')) return value
  return encodeURIComponent(value.toWellFormed()).replaceAll('%2F', '/')
}
