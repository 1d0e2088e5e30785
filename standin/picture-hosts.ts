// Mock of the image hosts of sites: a generated PNG image for every URL.
import { crc32, deflateSync } from 'node:zlib'
import { chineseWords } from './corpus/vocabulary.ts'
import { statusPage } from './error-pages.ts'
import glyphs from './glyphs.json' with { type: 'json' }
import workTitles from './hot/work-titles.json' with { type: 'json' }
import type { Reply, UpstreamHandler } from './mock-response.ts'
import { createSeededRandom } from './seeded-random.ts'

const width = 168
const height = 228
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

interface Glyph {
  readonly width: number
  readonly height: number
  /** Row by row, four pixels in a byte, each 0 to 3. */
  readonly bits: Uint8Array
}

/** The characters of all titles. `npm run glyphs` draws them. */
const glyphOf: ReadonlyMap<string, Glyph> = new Map(
  Object.entries(glyphs).map(([letter, { bits, ...size }]) => [letter, { ...size, bits: Buffer.from(bits, 'base64') }]),
)

/** The width of a text in pixels. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (glyphOf.get(letter)?.width ?? 0), 0)
}

const wordsOfLists = Object.values(workTitles).flatMap(({ first, second }) => [...first, ...second])
/** A Chinese word with a 与 or 的 before it, or an English word. */
const part = new RegExp(`[与的]?(?:${[...chineseWords, ...wordsOfLists].join('|')})·?|[^ ]+ ?`, 'g')

/** Fills lines up to a width. */
function wrap(parts: readonly string[], room: number): readonly string[] {
  const lines: string[] = []
  for (const part of parts) {
    const line = (lines.at(-1) ?? '') + part
    if (lines.length > 0 && widthOf(line.trimEnd()) <= room) lines[lines.length - 1] = line
    else lines.push(part)
  }
  return lines.map((line) => line.trimEnd())
}

/** The lines of a title on a poster: as few as there is room for, of similar width. */
export function linesOf(title: string): readonly string[] {
  const parts = title.match(part) ?? []
  let lines = wrap(parts, width - 2 * margin)
  for (let room = width - 2 * margin - 1; room > 0; room -= 1) {
    const narrower = wrap(parts, room)
    if (narrower.length > lines.length) break
    lines = narrower
  }
  return lines
}

/** How much ink of the title each pixel of a poster has, 0 to 3; the lines stand at the bottom. */
function inkOf(title: string): Uint8Array {
  const ink = new Uint8Array(width * height)
  let bottom = height - margin
  for (const line of linesOf(title).toReversed()) {
    const drawn = [...line].flatMap((letter) => glyphOf.get(letter) ?? [])
    const top = bottom - Math.max(0, ...drawn.map((glyph) => glyph.height))
    let left = margin
    for (const { width: across, height: down, bits } of drawn) {
      for (let at = 0; at < across * down; at += 1)
        ink[(top + Math.floor(at / across)) * width + left + (at % across)] =
          ((bits[at >> 2] ?? 0) >> (2 * (at % 4))) & 3
      left += across
    }
    bottom = top - 4
  }
  return ink
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
  const ink = inkOf(title)
  const drawn = [mix(ground, paper, 0.12), mix(ground, [0, 0, 0], 0.22), mix(ground, moon, 0.75)] as const
  const colourAt = (x: number, y: number): Colour => {
    const isMoon = (x - left) ** 2 + (y - top) ** 2 < radius ** 2
    const behind = y > water ? drawn[1] : drawn[isMoon ? 2 : 0]
    return mix(behind, paper, (ink[y * width + x] ?? 0) / 3)
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
