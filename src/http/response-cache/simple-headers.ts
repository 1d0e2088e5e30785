// Reads the few headers that the fast path needs from Node's raw header list; building the headers object would take as long as all the rest.

/** Headers of a request that only says what it requests and in which form. */
export interface SimpleHeaders {
  host?: string
  'accept-encoding'?: string
  'if-none-match'?: string
  'cache-control'?: string
  'x-request-id'?: string
}

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
    const name = rawName.toLowerCase()
    if (unsupportedNames.has(name)) return undefined
    if (!isKnownHeader(name)) continue
    if (head[name] !== undefined) return undefined
    head[name] = rawHeaders[at + 1] ?? ''
  }
  return head
}

function isKnownHeader(name: string): name is keyof SimpleHeaders {
  return (
    name === 'host' ||
    name === 'accept-encoding' ||
    name === 'if-none-match' ||
    name === 'cache-control' ||
    name === 'x-request-id'
  )
}
