// Whether a write may still be committed: two threads settle it between them, so that what was given up on is not written later.

/** Memory of both threads that holds one of the states below. */
export type WritePermit = Int32Array<SharedArrayBuffer>

const open = 0
const committing = 1
const withdrawn = 2
const committed = 3

/** A commit that hangs in the disk is asked for again so often. */
const askAgainMs = 1_000

/** For one write. */
export function createWritePermit(): WritePermit {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** Whoever writes asks right before the commit, and commits only if it may. */
export function mayCommit(permit: WritePermit): boolean {
  return Atomics.compareExchange(permit, 0, open, committing) !== withdrawn
}

/** Whoever writes says what has become of the commit. */
export function commitEnded(permit: WritePermit, isCommitted: boolean): void {
  if (Atomics.load(permit, 0) === withdrawn) return
  Atomics.store(permit, 0, isCommitted ? committed : open)
  Atomics.notify(permit, 0)
}

/**
 * Gives up on a write; whether it was committed. Nothing is committed after `false`. Waits while a commit is under way at this moment:
 * nobody can say what becomes of it, except that `isAlive` says that the writer has ended.
 */
export async function giveUpWrite(permit: WritePermit, isAlive: () => boolean): Promise<boolean> {
  for (;;) {
    const state = Atomics.compareExchange(permit, 0, open, withdrawn)
    if (state !== committing) return state === committed
    if (!isAlive()) return false
    await Atomics.waitAsync(permit, 0, committing, askAgainMs).value
  }
}
