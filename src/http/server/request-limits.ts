// Limits for the size and duration of requests and for connections.

/** Bytes and milliseconds. The contract sets the body and query sizes. */
export const requestLimits = {
  bodyBytes: 64 * 1024,
  queryBytes: 16 * 1024,
  /** Larger than a query, so that a query over its limit can still be read and answered with 414. */
  headerBytes: 32 * 1024,
  pathSegment: 100,
  /** From the first byte, or from connecting, to the last byte of the body. */
  arrivalMs: 15_000,
} as const

/** Limits that tests override; milliseconds and bytes. */
export interface ConnectionLimits {
  /** Connections per process. An idle one takes about 20 KB and a file descriptor; systems allow 4096 or more of these. */
  readonly maxConnections: number
  /** Connections per client: an IPv4 address, or the /64 of an IPv6 address. More than an office behind one address opens. */
  readonly maxPerClient: number
  readonly arrivalMs: number
  /**
   * Without a byte in either direction; the longest search takes 30 s. A client that reads nothing of what waits for it has twice this time at
   * most: Node counts bytes that its last write left to the system.
   */
  readonly inactivityMs: number
  /** Between two requests. Longer than the usual 60 s of proxies, so that they close first. */
  readonly idleMs: number
  /** Between two looks at the arrival of requests. */
  readonly checkMs: number
  /** From the first closed connection to the line in the log. */
  readonly reportMs: number
}

export const connectionLimits: ConnectionLimits = {
  maxConnections: 4_000,
  maxPerClient: 400,
  arrivalMs: requestLimits.arrivalMs,
  inactivityMs: 75_000,
  idleMs: 65_000,
  checkMs: 5_000,
  reportMs: 60_000,
}

/**
 * The limits of a process that may have this number of open files; undefined if that is unknown. Half of them is left for files and upstreams, and one
 * client gets at most a quarter of the connections.
 */
export function connectionLimitsFor(maxOpenFiles: number | undefined): ConnectionLimits {
  const { maxConnections, maxPerClient } = connectionLimits
  const all = Math.min(maxConnections, Math.floor((maxOpenFiles ?? Number.POSITIVE_INFINITY) / 2))
  return { ...connectionLimits, maxConnections: all, maxPerClient: Math.min(maxPerClient, Math.ceil(all / 4)) }
}

/** The soft limit of open files in the text of `/proc/self/limits` (proc(5)); undefined if it is unlimited. */
export function parseMaxOpenFiles(limits: string): number | undefined {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return soft === undefined ? undefined : Number(soft)
}
