// Copies small buffers out of Node's shared pool, for caching.

/** A copy with memory of its own. Node allocates small buffers from blocks of 64 KB; a reference to one of them retains the whole block. */
export function ownBytes(bytes: Uint8Array): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}
