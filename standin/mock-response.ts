// Types of mock requests and responses, before network conditions and faults apply.

/** The response of a handler. */
export interface Reply {
  readonly status: number
  /** Several values of one name are a list, as for `set-cookie`. */
  readonly headers: Readonly<Record<string, string | string[]>>
  /** A string is sent as UTF-8; bytes are in the charset that the reply names. */
  readonly body: string | Uint8Array
}

/** A reply with a text body; most handlers return one. */
export interface MockResponse extends Reply {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request without its URL. */
export interface Sent {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** A plain GET without headers. */
export const plainGet: Sent = { method: 'GET', headers: {}, body: '' }

/** The charset of the body: from its `content-type`, else from its XML declaration, else UTF-8. */
export function charsetOf({ headers, body }: Reply): string {
  const declared = /charset=([\w-]+)/i.exec(String(headers['content-type']))?.[1]
  const start = typeof body === 'string' ? body.slice(0, 99) : String.fromCharCode(...body.subarray(0, 99))
  return declared ?? /^<\?xml [^>]*encoding="([\w-]+)"/.exec(start)?.[1] ?? 'utf-8'
}

/** The body as text, decoded from its charset. */
export function textOf(reply: Reply): string {
  const { body } = reply
  return typeof body === 'string' ? body : new TextDecoder(charsetOf(reply)).decode(body)
}

/** The mock of one upstream. */
export interface UpstreamHandler<Given extends Reply = MockResponse> {
  /** The response; deterministic by URL, method, body and network conditions. */
  answer(url: URL, sent: Sent): Given
  /** Its page for "nothing found"; some upstreams send it in place of a refusal. */
  nothingFound(url: URL): Given
  /** Further inputs of the response, such as a cookie or the time; absent when there are none. */
  variesBy?(sent: Sent): string
}
