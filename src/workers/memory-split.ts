// Splits the memory budget between the primary process and its workers.

/** Shares of `CACHE_MB` for the primary process and for all workers together. */
interface CacheBudgetSplit {
  /** Megabytes for the primary process. */
  readonly primaryMb: number
  readonly workersBytes: number
}

/**
 * A single process gets the whole budget. With workers, the primary gets half and the workers share the other half evenly. Workers do not share
 * their caches, so with more workers each holds fewer different responses.
 */
export function splitCacheBudget(cacheMb: number, workers: number): CacheBudgetSplit {
  const primaryMb = workers > 1 ? cacheMb / 2 : cacheMb
  return { primaryMb, workersBytes: (cacheMb - primaryMb) * 1024 * 1024 }
}
