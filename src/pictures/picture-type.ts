// What a picture is, told by its first bytes: what its server says of it is not believed, and what can hold scripts is none.

/** The kinds of pictures that are handed on, as `content-type` has them. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif'

/** How each begins, in Latin-1; of AVIF the first box names several brands, in any order. */
const beginnings: ReadonlyArray<readonly [PictureType, (start: string) => boolean]> = [
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', (start) => /^GIF8[79]a/.test(start)],
  ['image/webp', (start) => /^RIFF.{4}WEBP/s.test(start)],
  ['image/avif', (start) => /^.{4}ftyp(?:.{4}){0,12}?avi[fs]/s.test(start)],
]

const lookedAt = 72

/** The type of a picture; undefined for whatever else it is. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const start = Buffer.from(bytes.subarray(0, lookedAt)).toString('latin1')
  return beginnings.find(([, isSo]) => isSo(start))?.[0]
}
