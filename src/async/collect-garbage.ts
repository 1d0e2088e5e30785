// Garbage collection on request.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects all garbage of this thread and returns its memory to the system; V8 itself collects only when memory is allocated. */
export function collectGarbage(): void {
  // With `--expose-gc` from the start, V8 rejects the compiled code of Node's own modules, and compiles them.
  setFlagsFromString('--expose-gc')
  // Options are those of all threads: another one may have withdrawn this one just now. Then the next call collects.
  const collect: NodeJS.GCFunction | undefined = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  void collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
