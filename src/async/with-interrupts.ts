// Reads an iterator, and interrupts the reading when something else is due.

/**
 * Yields the items, and `undefined` when the promise that `due` returns resolves before the next item. `due` is called before each wait;
 * without a promise nothing interrupts it. Throws what the iterator throws.
 */
export async function* withInterrupts<Item extends object>(
  items: AsyncGenerator<Item>,
  due: () => Promise<unknown> | undefined,
): AsyncGenerator<Item | undefined> {
  let next: Promise<IteratorResult<Item>> | undefined
  try {
    for (;;) {
      next ??= items.next()
      const interrupt = due()
      const result = await (interrupt === undefined ? next : Promise.race([next, interrupt.then(() => undefined)]))
      if (result) {
        next = undefined
        if (result.done) return
        yield result.value
      } else yield undefined
    }
  } finally {
    // If the reader returns while an item is awaited, a rejection must not be unhandled.
    next?.catch(() => undefined)
    await items.return(undefined)
  }
}
