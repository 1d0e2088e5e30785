// Garbage collection on request, where Node was started with `--expose-gc`.

/** Collects all garbage of this thread and returns its memory to the system; V8 itself collects only when memory is allocated. */
export function collectGarbage(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
