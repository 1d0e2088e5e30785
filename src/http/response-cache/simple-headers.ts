// Reads the few headers that the fast path needs from Node's raw header list; building the headers object would take as long as all the rest.

const names = ['host', 'accept-encoding', 'if-none-match', 'cache-control', 'x-request-id'] as const

/** Headers of a request that only says what it requests and in which form. */
type SimpleHeaders = Partial<Record<(typeof names)[number], string>>

/** Headers of a body or an expectation: such requests are left to the framework. */
const unsupportedNames: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'expect'])

/** Lengths of the names looked for; they rule out most other headers cheaply. */
const knownLengths: ReadonlySet<number> = new Set([4, 6, 12, 13, 14, 15, 17])

/** Parses raw headers (names and values alternating); undefined for anything unusual, like a repeated header. */
export function parseSimpleHeaders(rawHeaders: readonly string[]): SimpleHeaders | undefined {
  const head: SimpleHeaders = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const rawName = rawHeaders[at] ?? ''
    if (!knownLengths.has(rawName.length)) continue
    const lowerName = rawName.toLowerCase()
    if (unsupportedNames.has(lowerName)) return undefined
    const name = names.find((known) => known === lowerName)
    if (name === undefined) continue
    if (head[name] !== undefined) return undefined
    head[name] = rawHeaders[at + 1] ?? ''
  }
  return head
}
