// Passes lists as one JSON argument, so that a batch needs a few statements instead of hundreds.
import { storableText } from './sql.ts'

/** Serializes values or rows. */
export function toJsonList(values: Iterable<unknown>): string {
  const list = JSON.stringify([...values])
  // Invalid characters are rare, so the list is serialized again only then.
  return /\\u(?:0000|d[89a-f])/.test(list) ? JSON.stringify([...values], (_name, value) => storableIfText(value)) : list
}

function storableIfText(value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}
