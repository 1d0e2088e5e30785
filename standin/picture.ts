// Generates a small PNG image for each name: two colours and a band.
import { crc32, deflateSync } from 'node:zlib'
import { createSeededRandom } from './seeded-random.ts'

const width = 96
const height = 128

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** The PNG image of this name. */
export function drawPicture(name: string): Buffer {
  const chance = createSeededRandom('picture', name)
  const palette = Buffer.from(Array.from({ length: 9 }, () => chance.whole(40, 230)))
  const [lean, from] = [chance.whole(1, 3), chance.whole(20, 90)]
  const rows = Array.from({ length: height }, (_row, y) => {
    const colourAt = (x: number) => (Math.abs(y - from - Math.trunc(x / lean)) < 12 ? 2 : Number(y > height / 2))
    // Each row starts with its filter type: none.
    return Buffer.from([0, ...Array.from({ length: width }, (_column, x) => colourAt(x))])
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits per pixel, with a palette.
  head.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
