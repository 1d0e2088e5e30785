// A permit to commit, shared by two threads: a write that its caller gave up on is never committed later.
/** Shared memory with one of the states below. */
export type WritePermit = Int32Array<SharedArrayBuffer>

const open = 0
const committing = 1
const withdrawn = 2
const committed = 3

/** Interval of checks while a commit hangs. */
const recheckMs = 1_000

export function createWritePermit(): WritePermit {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** Called by the writer right before the commit; it may commit only if this returns true. */
export function tryCommit(permit: WritePermit): boolean {
  return Atomics.compareExchange(permit, 0, open, committing) !== withdrawn
}

/** Called by the writer after the commit. */
export function commitEnded(permit: WritePermit, isCommitted: boolean): void {
  if (Atomics.load(permit, 0) === withdrawn) return
  Atomics.store(permit, 0, isCommitted ? committed : open)
  Atomics.notify(permit, 0)
}

/**
 * Gives up on a write; resolves to whether it was committed. After false it will never be. Waits while a commit is in progress, because its
 * result is unknown, unless `isAlive` returns false.
 */
export async function revokeCommit(permit: WritePermit, isAlive: () => boolean): Promise<boolean> {
  for (;;) {
    const state = Atomics.compareExchange(permit, 0, open, withdrawn)
    if (state !== committing) return state === committed
    if (!isAlive()) return false
    await Atomics.waitAsync(permit, 0, committing, recheckMs).value
  }
}
