// Copies small buffers out of Node's shared pool, for caching.

/** A copy with memory of its own. Node allocates small buffers from blocks of 64 KB; a reference to one of them retains the whole block. */
export function detachedCopy(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
