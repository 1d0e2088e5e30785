// Detects the type of an image by its first bytes. The declared content type is ignored; formats that can contain scripts are not supported.

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
