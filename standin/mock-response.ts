// What a player of an upstream gives back, before weather and faults have their way with it.

/** What a player gives back in fair weather. */
export interface Reply {
  readonly status: number
  /** Several values of one name stand in a list, as `set-cookie` needs it. */
  readonly headers: Readonly<Record<string, string | string[]>>
  /** A text is sent as UTF-8; bytes are in the charset that the reply names. */
  readonly body: string | Uint8Array
}

/** A reply of text, as most players give it. */
export interface MockResponse extends Reply {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What was sent besides the address. */
export interface Sent {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** A plain look at a page. */
export const plainGet: Sent = { method: 'GET', headers: {}, body: '' }

/** The charset of the body: the one its `content-type` names, else the one its XML declaration does; UTF-8 when neither does. */
export function charsetOf({ headers, body }: Reply): string {
  const declared = /charset=([\w-]+)/i.exec(String(headers['content-type']))?.[1]
  const start = typeof body === 'string' ? body.slice(0, 99) : String.fromCharCode(...body.subarray(0, 99))
  return declared ?? /^<\?xml [^>]*encoding="([\w-]+)"/.exec(start)?.[1] ?? 'utf-8'
}

/** The body as text, whatever its bytes are in. */
export function textOf(reply: Reply): string {
  const { body } = reply
  return typeof body === 'string' ? body : new TextDecoder(charsetOf(reply)).decode(body)
}

/** One upstream, played. */
export interface UpstreamHandler<Given extends Reply = MockResponse> {
  /** What it answers; the same address with the same method, body and conditions always gets the same answer. */
  answer(url: URL, sent: Sent): Given
  /** Its page for "nothing found", which some upstreams show instead of a refusal. */
  nothingFound(url: URL): Given
  /** What decides its answer besides address, method, body and conditions, such as a cookie or the time; nothing when missing. */
  variesBy?(sent: Sent): string
}
