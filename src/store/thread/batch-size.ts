// The size of a transaction, for both sides of a thread.

/** Approximate bytes of one transaction within a size limit: readers wait while one is written. */
export function transactionBytes(maxBytes: number): number {
  return Math.min(4 * 1024 * 1024, Math.floor(maxBytes / 16))
}
