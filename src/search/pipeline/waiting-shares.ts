// Shares whose changes a stream has not sent yet: those that come in quick succession are sent together.

/** Creates the empty set. Shares are due at once, or when `gapMs` milliseconds have passed since others were taken. */
export function createWaitingShares(gapMs: number) {
  let keys: ReadonlySet<string> = new Set()
  let gap: Promise<void> | undefined

  function beginGap(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    gap = promise
    setTimeout(() => {
      gap = undefined
      resolve()
    }, gapMs).unref()
  }

  return {
    add(more: ReadonlySet<string>): void {
      keys = keys.union(more)
    },
    areDue: () => gap === undefined,
    /** Resolves when they are due; undefined if there are none. */
    due: () => (keys.size > 0 ? gap : undefined),
    /** Returns the keys of all and removes them. */
    take(): ReadonlySet<string> {
      const taken = keys
      keys = new Set()
      if (taken.size > 0 && gapMs > 0) beginGap()
      return taken
    },
  }
}
