// How large a request may be, how long it may take to arrive, and what one connection and all of them together may take up.

/** Bytes and milliseconds. The body and query sizes are the contract's. */
export const requestLimits = {
  bodyBytes: 64 * 1024,
  queryBytes: 16 * 1024,
  /** More than a query, so that a query that is too long can still be read and answered 414. */
  headerBytes: 32 * 1024,
  /** One part of a path. */
  pathPart: 100,
  /** From the first byte, or from connecting, to the last byte of the body. */
  arrivalMs: 15_000,
} as const

/** What differs in tests; milliseconds and bytes. */
export interface ConnectionLimits {
  /** Connections of one process. An idle one takes some 20 KB and a file descriptor, of which systems give 4096 and more. */
  readonly most: number
  /** Connections of one client: an IPv4 address, or the /64 of an IPv6 address. More than an office behind one address has open. */
  readonly maxPerClient: number
  readonly arrivalMs: number
  /** Without a byte in either direction; the longest search is 30 s. */
  readonly silentMs: number
  /** Between two requests. Outlasts the 60 s of usual proxies, so that they close first. */
  readonly idleMs: number
  /** How often what follows and the arrival of requests are looked at. */
  readonly checkMs: number
  /**
   * A client that leaves bytes waiting is cut off when fewer than `slowBytes` of them went out in `slowMs`. What the system took is seen in
   * steps of up to some 100 KB, so a bad line of 5 KB/s needs this much time to be seen moving.
   */
  readonly slowMs: number
  readonly slowBytes: number
}

export const connectionLimits: ConnectionLimits = {
  most: 4_000,
  maxPerClient: 400,
  arrivalMs: requestLimits.arrivalMs,
  silentMs: 75_000,
  idleMs: 65_000,
  checkMs: 5_000,
  slowMs: 30_000,
  slowBytes: 16 * 1024,
}
