// What the short way needs of a request's head, read from the list in which it came: Node makes an object of it only when asked, and that takes as long as all the rest.

/** A head that says no more than what is wanted and in which form. */
export interface PlainHead {
  host?: string
  'accept-encoding'?: string
  'if-none-match'?: string
  'cache-control'?: string
  'x-request-id'?: string
}

/** A body, or an expectation: for the framework to judge. */
const oddNames: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'expect'])

/** By its length a name is told to be none of these, mostly. */
const lengths: ReadonlySet<number> = new Set([4, 6, 12, 13, 14, 15, 17])

/** The head of which names and values are given in turn; undefined when there is anything out of the ordinary, like a header that came twice. */
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
