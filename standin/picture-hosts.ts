// Mock of the image hosts of sites: a generated PNG image for every URL.
import { crc32, deflateSync } from 'node:zlib'
import { statusPage } from './error-pages.ts'
import type { Reply, UpstreamHandler } from './mock-response.ts'
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
    return { status: 200, headers: { 'content-type': 'image/png' }, body: drawPicture(url.href) }
  },
  nothingFound: notThere,
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>'

function notThere(): Reply {
  return { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: statusPage(404) }
}
