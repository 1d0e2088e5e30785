// How much is written at once, for both sides of a thread.

/** About how many bytes to write in one transaction under a budget: readers wait while one is written. */
export function transactionBytes(maxBytes: number): number {
  return Math.min(4 * 1024 * 1024, Math.floor(maxBytes / 16))
}
