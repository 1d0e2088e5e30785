// Lists as one argument of a statement: many values or many rows, handed over as JSON, so that a batch costs a few statements and not hundreds.

/** Values or rows as they are handed over. */
export function asList(values: Iterable<unknown>): string {
  const list = JSON.stringify([...values])
  // Hardly ever is there something that cannot be kept.
  return /\\u(?:0000|d[89a-f])/.test(list) ? JSON.stringify([...values], (_name, value) => asKeptIfText(value)) : list
}

function asKeptIfText(value: unknown): unknown {
  return typeof value === 'string' ? asKept(value) : value
}

/** A text as it can be kept in both databases: without halves of characters, and without NUL. */
export function asKept(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}')
}
