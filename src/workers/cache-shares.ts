// How the one budget for what is kept in memory is shared out among the processes.

/** What of `CACHE_MB` is for the main process, and what for all workers together. */
interface Shares {
  /** Megabytes. */
  readonly ownMb: number
  readonly workersBytes: number
}

/**
 * One process has it all. Where there are workers the main process has half, and the workers share the other half evenly: each keeps
 * bytes of its own, so the more workers, the fewer different answers each of them has ready.
 */
export function cacheSharesOf(cacheMb: number, workers: number): Shares {
  const ownMb = workers > 1 ? cacheMb / 2 : cacheMb
  return { ownMb, workersBytes: (cacheMb - ownMb) * 1024 * 1024 }
}
