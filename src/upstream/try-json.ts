// Parses JSON that may be damaged.

/** The value of a JSON text; undefined if it is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
