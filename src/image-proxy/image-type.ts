// The type of an image by its first bytes, and whether its end is there.

/** Supported image types, as in `content-type`. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif'

/** Signatures in Latin-1; the first box of AVIF lists several brands in any order. */
const signatures: ReadonlyArray<readonly [ImageType, (start: string) => boolean]> = [
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', (start) => /^GIF8[79]a/.test(start)],
  ['image/webp', (start) => /^RIFF.{4}WEBP/s.test(start)],
  ['image/avif', (start) => /^.{4}ftyp(?:.{4}){0,12}?avi[fs]/s.test(start)],
]

const headBytes = 72

export function detectImageType(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  return signatures.find(([, matches]) => matches(start))?.[0]
}

/** A PNG ends with this chunk. */
const pngEnd = Buffer.from('\0\0\0\0IEND\xae\x42\x60\x82', 'latin1')
const jpegScan = Buffer.from([0xff, 0xda])
const jpegEnd = Buffer.from([0xff, 0xd9])
const gifTrailer = 0x3b

/** Whether nothing is missing at the end of an image of this type; bytes after its end do no harm. */
export function isComplete(bytes: Uint8Array, type: ImageType): boolean {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (type === 'image/png') return image.includes(pngEnd)
  // The end of a thumbnail comes before the scan of the image.
  if (type === 'image/jpeg') return image.lastIndexOf(jpegEnd) > image.lastIndexOf(jpegScan)
  if (type === 'image/gif') return image.findLast((byte) => byte !== 0) === gifTrailer
  if (type === 'image/webp') return image.length >= 8 && image.length >= 8 + image.readUInt32LE(4)
  return hasWholeBoxes(image)
}

/** AVIF is a sequence of boxes, each with its size: 0 extends to the end of the file, 1 means that 64 bits follow the type. */
function hasWholeBoxes(image: Buffer): boolean {
  let at = 0
  while (at + 8 <= image.length) {
    const short = image.readUInt32BE(at)
    if (short === 0) return true
    const size = short === 1 && at + 16 <= image.length ? Number(image.readBigUInt64BE(at + 8)) : short
    if (size < 8) return false
    at += size
  }
  return at === image.length
}
