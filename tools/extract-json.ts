// Extracts JSON from a text, also out of a script or a JSONP callback.
import { parseJson } from '../src/observability/parse-json.ts'

/** Finds the JSON object or array in a text; undefined when there is none. Bare strings and numbers do not count. */
export function extractJson(text: string) {
  const start = text.search(/[{[]/)
  if (start < 0) return undefined
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  const value = parseJson(text.slice(start, end))
  if (value !== undefined) return { value, start, end }
  // `callback({…})` and `name=[…]`: the text before the JSON may contain a bracket too.
  const lead = /[=(]\s*[{[]/.exec(text.slice(start + 1))
  if (!lead) return undefined
  const from = start + lead.index + lead[0].length
  const second = parseJson(text.slice(from, end))
  return second === undefined ? undefined : { value: second, start: from, end }
}
