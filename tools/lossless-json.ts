// Parses and serializes JSON without changing the spelling of numbers, so that ids of twenty digits are not rounded.

declare global {
  interface JSON {
    /**
     * A value that is serialized as this text (ECMAScript proposal "JSON.parse source text access", in Node since 22).
     */
    rawJSON(text: string): unknown
  }
}

/** Parses JSON; numbers keep their source text. @throws SyntaxError as `JSON.parse` does. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    return String(value) === context.source ? value : JSON.rawJSON(context.source)
  })
}

/** Serializes the value, with line breaks when the original had them. */
export function writeExact(value: unknown, original: string): string {
  const hasLines = /\n\s+"/.test(original)
  return hasLines ? JSON.stringify(value, null, 2) : JSON.stringify(value)
}
