// The JSON of a text: all of it, or what a script or a callback puts around it.

/** Where the JSON of a text stands in it, and what it is. */
export interface Data {
  readonly value: unknown
  readonly start: number
  readonly end: number
}

/** The JSON of a text; undefined when there is none. A bare word, number or text is none. */
export function dataIn(text: string): Data | undefined {
  const start = text.search(/[{[]/)
  if (start < 0) return undefined
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  const value = parsed(text.slice(start, end))
  if (value !== undefined) return { value, start, end }
  // `callback({…})` and `name=[…]`: what stands before may hold a bracket itself.
  const lead = /[=(]\s*[{[]/.exec(text.slice(start + 1))
  if (!lead) return undefined
  const from = start + lead.index + lead[0].length
  const second = parsed(text.slice(from, end))
  return second === undefined ? undefined : { value: second, start: from, end }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
