// Bytes that are kept, in memory of their own.

/** A copy in memory of its own. Node cuts small buffers out of blocks of 64 KB; whoever keeps one of them keeps the whole block. */
export function ownBytes(bytes: Uint8Array): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}
