// JSON read and written so that every number stays as it was spelled: ids of twenty digits are not rounded.

declare global {
  interface JSON {
    /** A value that is written as this text (ECMAScript proposal "JSON.parse source text access", in Node since 22). */
    rawJSON(text: string): unknown
  }
}

/** Reads JSON; numbers become texts to be written as they stood. @throws SyntaxError as `JSON.parse` does. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    return String(value) === context.source ? value : JSON.rawJSON(context.source)
  })
}

/** Writes it, in lines when the original was. */
export function writeExact(value: unknown, original: string): string {
  const hasLines = /\n\s+"/.test(original)
  return hasLines ? JSON.stringify(value, null, 2) : JSON.stringify(value)
}
