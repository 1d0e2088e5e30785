// How large a request may be, and how long it may take to arrive.

/** Bytes and milliseconds. The body and query sizes are the contract's. */
export const requestLimits = {
  bodyBytes: 64 * 1024,
  queryBytes: 16 * 1024,
  /** More than a query, so that a query that is too long can still be read and answered 414. */
  headerBytes: 32 * 1024,
  /** One part of a path. */
  pathPart: 100,
  arrivalMs: 15_000,
} as const
