// Reads the few headers that the fast path needs from Node's raw header list; building the headers object would take as long as all the rest.

/** Headers of a request that only says what it requests and in which form. */
export interface PlainHead {
  host?: string
  'accept-encoding'?: string
  'if-none-match'?: string
  'cache-control'?: string
  'x-request-id'?: string
}

/** Headers of a body or an expectation: such requests are left to the framework. */
const oddNames: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'expect'])

/** Lengths of the names looked for; they rule out most other headers cheaply. */
const lengths: ReadonlySet<number> = new Set([4, 6, 12, 13, 14, 15, 17])

/** Parses raw headers (names and values alternating); undefined for anything unusual, like a repeated header. */
export function readPlainHead(raw: readonly string[]): PlainHead | undefined {
  const head: PlainHead = {}
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at] ?? ''
    if (!lengths.has(sent.length)) continue
    const name = sent.toLowerCase()
    if (oddNames.has(name)) return undefined
    if (!isWanted(name)) continue
    if (head[name] !== undefined) return undefined
    head[name] = raw[at + 1] ?? ''
  }
  return head
}

function isWanted(name: string): name is keyof PlainHead {
  return (
    name === 'host' ||
    name === 'accept-encoding' ||
    name === 'if-none-match' ||
    name === 'cache-control' ||
    name === 'x-request-id'
  )
}
