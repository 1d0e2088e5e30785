// Encodes a long text that comes in parts, without making a string of it.

const firstSize = 256 * 1024

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const maxBytesOfUnit = 3

/** The parts in UTF-8, one after the other. A string of megabytes would be made twice, and take the collector longer than the parts. */
export function encodeParts(parts: Iterable<string>): Buffer {
  let bytes = Buffer.allocUnsafeSlow(firstSize)
  let length = 0
  for (const part of parts) {
    const needed = length + maxBytesOfUnit * part.length
    if (needed > bytes.length) bytes = enlarged(bytes.subarray(0, length), Math.max(needed, 2 * bytes.length))
    length += bytes.write(part, length)
  }
  return bytes.subarray(0, length)
}

function enlarged(bytes: Uint8Array, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(size)
  larger.set(bytes)
  return larger
}
