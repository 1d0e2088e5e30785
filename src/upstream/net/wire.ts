// One request on the wire and its reply.

export interface WireRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Aborts the attempt; `send` and the body throw its reason. */
  readonly signal: AbortSignal
}

/** A reply whose body is not read yet. */
export interface UpstreamReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The `Set-Cookie` lines, which cannot be told apart once they are joined. */
  readonly setCookies?: readonly string[]
  readonly body: AsyncIterable<Uint8Array>
  /** Releases the connection without reading the body. */
  discard(): void
}
