// Mock of the image hosts of sites: a generated PNG image for every URL.
import { crc32, deflateSync } from 'node:zlib'
import { statusPage } from './error-pages.ts'
import glyphs from './glyphs.json' with { type: 'json' }
import type { Reply, UpstreamHandler } from './mock-response.ts'
import { createSeededRandom } from './seeded-random.ts'

const width = 168
const height = 228
/** Pixels of a side of a letter, and from one line to the next. */
const letterSize = 40
const lineHeight = 44
const margin = 12

type Colour = readonly [red: number, green: number, blue: number]

/** Calm colours of posters, the one of letters, and that of a moon. */
const grounds: readonly Colour[] = [
  [47, 72, 88],
  [74, 78, 105],
  [92, 70, 82],
  [54, 84, 77],
  [98, 84, 64],
  [66, 84, 112],
  [108, 76, 66],
  [60, 66, 74],
]
const paper: Colour = [246, 241, 230]
const moon: Colour = [226, 184, 128]

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] * (1 - share) + other[at] * share)
  return [part(0), part(1), part(2)]
}

/** Four pixels in a byte, each 0 to 3. `npm run glyphs` draws them. */
const letterBits = new Map(Object.entries(glyphs).map(([letter, bits]) => [letter, Buffer.from(bits, 'base64')]))

/** The letters of a title on a poster, line by line: Chinese characters, or the initials of English words. */
export function lettersOf(title: string): readonly (readonly string[])[] {
  return title.split(/(?=[与的])|·/).flatMap((part) => {
    const letters = part.match(/\p{Script=Han}|\b[A-Z]/gu) ?? []
    const perLine = letters.length === 4 ? 2 : 3
    const lines = Array.from({ length: Math.ceil(letters.length / perLine) }, (_, at) => at * perLine)
    return lines.map((from) => letters.slice(from, from + perLine))
  })
}

/** How much of a letter a pixel of a poster with these lines has, 0 to 1; the lines stand at the bottom. */
function inkAt(lines: readonly (readonly string[])[], x: number, y: number): number {
  const [across, down] = [x - margin, y - (height - margin - lines.length * lineHeight)]
  const row = down % lineHeight
  if (across < 0 || down < 0 || row >= letterSize) return 0
  const letter = lines[Math.floor(down / lineHeight)]?.[Math.floor(across / letterSize)] ?? ''
  const at = row * letterSize + (across % letterSize)
  return (((letterBits.get(letter)?.[at >> 2] ?? 0) >> (2 * (at % 4))) & 3) / 3
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** The PNG image of this name: a moon over water, and the title if there is one. */
export function drawPicture(name: string, title = ''): Buffer {
  const chance = createSeededRandom('picture', name)
  const ground = chance.pick(grounds)
  const [radius, left, top] = [chance.whole(24, 44), chance.whole(50, 120), chance.whole(48, 90)]
  const water = chance.whole(110, 150)
  const lines = lettersOf(title)
  const drawn = [mix(ground, paper, 0.12), mix(ground, [0, 0, 0], 0.22), mix(ground, moon, 0.75)] as const
  const colourAt = (x: number, y: number): Colour => {
    const isMoon = (x - left) ** 2 + (y - top) ** 2 < radius ** 2
    const behind = y > water ? drawn[1] : drawn[isMoon ? 2 : 0]
    const ink = inkAt(lines, x, y)
    return ink === 0 ? behind : mix(behind, paper, ink)
  }
  const rows = Array.from({ length: height }, (_row, y) =>
    // Each row starts with its filter type: none.
    Buffer.from([0, ...Array.from({ length: width }, (_column, x) => colourAt(x, y)).flat()]),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const afterTitle = '-_-'

/** The beginning of the name of an image that shows a title. */
export function namedAfter(title: string): string {
  return title === '' ? '' : Buffer.from(title).toString('base64url') + afterTitle
}

/** The title in the address of an image, '' for none. */
function titleIn({ pathname }: URL): string {
  const [begin = '', rest] = pathname.slice(pathname.lastIndexOf('/') + 1).split(afterTitle, 2)
  return rest === undefined ? '' : Buffer.from(begin, 'base64url').toString()
}

/** Image hosts from the fixtures, including their subdomains. */
const hosts = [
  ...['telesco.pe', 'cdn-telegram.org', 'telegram-cdn.org', 'img.example.org', 'wsrv.nl'],
  ...['36krcdn.com', 's2.51cto.com', 'attach.52pojie.cn', 'aixifan.com', 'cdn.bcebos.com', 'hdslb.com', 'csdnimg.cn'],
  ...[
    's1.dgtle.com',
    'img1.dongqiudi.com',
    'doubanio.com',
    'pic.gameres.com',
    'imgslim.geekpark.net',
    '2-im.guokr.com',
  ],
  ...['img.ithome.com', 'upload-images.jianshu.io', 'yximgs.com', 'qpic.cn', 'upload-bbs.miyoushe.com'],
  ...['cms-bucket.ws.126.net', 'static01.nyt.com', 'inews.gtimg.com', 'qnam.smzdm.com', 'cdn.sspai.com'],
  ...['imgpai.thepaper.cn', 'toutiaoimg.com', 'image.nmc.cn', 'simg.s.weibo.com', 'cdn.weread.qq.com'],
  ...['alioss.yystv.cn', 'zhimg.com', 'iqiyipic.com'],
]

/** Sites that serve images at paths of their own hosts. */
const paths = [/^archive\.org\/services\/img\//, /^xiaocge\.fun\/.*\.(?:jpe?g|png|webp)$/]

/**
 * The handler of image URLs; undefined for any other URL. `…/moved?to=ADDRESS` redirects, `….svg` is an image with a
 * script, `….html` a page, and a path with `/gone/` is 404; every other URL gets its own image.
 */
export function pictureAt(url: URL): UpstreamHandler<Reply> | undefined {
  const isOne = hosts.some((host) => url.host === host || url.host.endsWith(`.${host}`))
  return isOne || paths.some((path) => path.test(url.host + url.pathname)) ? handler : undefined
}

const handler: UpstreamHandler<Reply> = {
  answer(url) {
    const to = url.pathname.endsWith('/moved') ? url.searchParams.get('to') : null
    if (to !== null) return { status: 302, headers: { location: to }, body: '' }
    if (url.pathname.includes('/gone/')) return notThere()
    if (url.pathname.endsWith('.svg'))
      return { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: drawing }
    // The content type claims to be an image.
    if (url.pathname.endsWith('.html'))
      return { status: 200, headers: { 'content-type': 'image/jpeg' }, body: statusPage(200) }
    return { status: 200, headers: { 'content-type': 'image/png' }, body: drawPicture(url.href, titleIn(url)) }
  },
  nothingFound: notThere,
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>'

function notThere(): Reply {
  return { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: statusPage(404) }
}
