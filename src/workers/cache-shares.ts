// Splits the memory budget between the primary process and its workers.

/** Shares of `CACHE_MB` for the primary process and for all workers together. */
interface Shares {
  /** Megabytes for the primary process. */
  readonly ownMb: number
  readonly workersBytes: number
}

/**
 * A single process gets the whole budget. With workers, the primary gets half and the workers share the other half evenly. Workers do not share
 * their caches, so with more workers each holds fewer different responses.
 */
export function cacheSharesOf(cacheMb: number, workers: number): Shares {
  const ownMb = workers > 1 ? cacheMb / 2 : cacheMb
  return { ownMb, workersBytes: (cacheMb - ownMb) * 1024 * 1024 }
}
