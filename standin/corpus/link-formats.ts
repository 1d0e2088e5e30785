// All formats of a share link: the forms of cloud-links.md section 1, by cloud type.
import type { CloudType } from './post.ts'
import type { Share } from './shares.ts'

/** One way to write a share link. */
export interface Spelling {
  readonly url: string
  /** True when the URL contains the access code. */
  readonly carriesCode: boolean
}

/** A URL without its access code. */
function without(url: string): Spelling {
  return { url, carriesCode: false }
}
/** A URL that contains its access code. */
function carrying(url: string): Spelling {
  return { url, carriesCode: true }
}

/** All formats of a share link, the most common first. */
type LinkFormatter = (share: Share) => readonly Spelling[]

/** Formats that contain the access code; none for a share without one. */
function coded(share: Share, urls: readonly string[]): Spelling[] {
  return share.password === '' ? [] : urls.map(carrying)
}

const baidu: LinkFormatter = (share) => {
  const { code, password } = share
  if (share.form === 'very old') return [without(`https://pan.baidu.com/share/link?${code}`)]
  const rest = code.slice(1)
  return [
    ...coded(share, [
      `https://pan.baidu.com/s/${code}?pwd=${password}`,
      `https://pan.baidu.com/share/init?surl=${rest}&pwd=${password}`,
      `https://PAN.Baidu.com/s/${code}?pwd=${password}`,
      `https://pan.baidu.com/s/${code}#pwd=${password}`,
      `https://pan.baidu.com/s/${code}?from=share&pwd=${password}`,
    ]),
    without(`https://pan.baidu.com/s/${code}`),
    without(`http://pan.baidu.com/s/${code}`),
    without(`https://yun.baidu.com/s/${code}`),
    without(`https://pan.baidu.com/share/init?surl=${rest}`),
  ]
}

const quark: LinkFormatter = (share) => {
  const { code, password } = share
  if (share.form === 'look-alike') return [without(`https://pan.qoark.cn/s/${code}`)]
  const base = `pan.quark.cn/s/${code}`
  return [
    without(`https://${base}`),
    ...coded(share, [`https://${base}?pwd=${password}`, `https://${base}?pwd=${password}#/list/share`]),
    without(`http://${base}`),
    without(`https://${base}#/list/share`),
    without(`https://PAN.QUARK.CN/s/${code}`),
    without(`https://${base}?entry=sjss&from=channel`),
  ]
}

const aliyun: LinkFormatter = (share) => {
  const { code, password } = share
  if (share.form === 't') return [without(`https://www.alipan.com/${code}`)]
  const folder = `${code.toLowerCase().replaceAll(/[^0-9a-f]/g, '0')}00112233445566778899aabbccdde`
  return [
    without(`https://www.alipan.com/s/${code}`),
    without(`https://alipan.com/s/${code}`),
    without(`https://www.aliyundrive.com/s/${code}`),
    without(`http://aliyundrive.com/s/${code}`),
    without(`https://www.aliyundrive.com/s/${code}/folder/${folder}`),
    without(`https://www.alipan.com/s/${code}?channel=share`),
    ...coded(share, [`https://www.alipan.com/s/${code}?pwd=${password}`]),
  ]
}

const guangya: LinkFormatter = (share) => [
  ...coded(share, [
    `https://www.guangyapan.com/s/${share.code}?code=${share.password}#/share`,
    `https://pan.guangyapan.com/s/${share.code}?code=${share.password}`,
  ]),
  without(`https://www.guangyapan.com/s/${share.code}`),
  without(`https://guangyapan.com/s/${share.code}`),
]

const tianyi: LinkFormatter = (share) => [
  ...coded(share, [
    `https://cloud.189.cn/t/${share.code}（访问码：${share.password}）`,
    `https://cloud.189.cn/t/${share.code}${encodeURIComponent(`（访问码：${share.password}）`)}`,
    `https://cloud.189.cn/t/${share.code}?pwd=${share.password}`,
  ]),
  without(`https://cloud.189.cn/t/${share.code}`),
  without(`https://cloud.189.cn/web/share?code=${share.code}`),
  without(`https://h5.cloud.189.cn/share.html#/t/${share.code}`),
]

const uc: LinkFormatter = (share) => {
  const base = `drive.uc.cn/s/${share.code}`
  if (share.password === '')
    return [`https://${base}?public=1`, `https://${base}`, `https://fast.uc.cn/s/${share.code}`].map(without)
  return [
    ...coded(share, [`https://${base}?pwd=${share.password}`, `https://${base}?password=${share.password}`]),
    without(`https://${base}`),
  ]
}

const mobile: LinkFormatter = (share) => {
  const { code, password } = share
  return [
    without(`https://caiyun.139.com/m/i?${code}`),
    ...coded(share, [
      `https://caiyun.139.com/m/i?${code}?pwd=${password}`,
      `https://caiyun.139.com/m/i?${code}&pwd=${password}`,
    ]),
    without(`https://yun.139.com/shareweb/#/w/i/${code}`),
    without(`https://caiyun.139.com/w/i/${code}`),
    without(`https://www.caiyun.139.com/w/i?${code}`),
    without(`https://caiyun.139.com/front/#/detail?linkID=${code}`),
    without(`https://caiyun.feixin.10086.cn/${code}`),
  ]
}

const drive115: LinkFormatter = (share) => {
  const { code, password } = share
  return [
    ...coded(share, [
      `https://115cdn.com/s/${code}?password=${password}&#`,
      `https://115.com/s/${code}?password=${password}#${share.name}`,
      `https://115.com/s/${code}?password=${password}`,
      `https://anxia.com/s/${code}?password=${password}`,
    ]),
    without(`https://115cdn.com/s/${code}`),
    without(`https://115.com/s/${code}`),
  ]
}

const pikpak: LinkFormatter = (share) => [
  without(`https://mypikpak.com/s/${share.code}`),
  without(`https://mypikpak.com/s/${share.code}?act=play`),
  without(`https://mypikpak.net/s/${share.code}`),
  ...coded(share, [`https://mypikpak.com/s/${share.code}?pass_code=${share.password}`]),
]

const xunlei: LinkFormatter = (share) => [
  ...coded(share, [
    `https://pan.xunlei.com/s/${share.code}?pwd=${share.password}#`,
    `https://pan.xunlei.com/s/${share.code}?pwd=${share.password}`,
  ]),
  without(`https://pan.xunlei.com/s/${share.code}`),
  without(`http://pan.xunlei.com/s/${share.code}?origin=link`),
]

const hosts123 = [
  '123pan.com',
  '123pan.cn',
  '123684.com',
  '123685.com',
  '123865.com',
  '123912.com',
  '123592.com',
  '123951.com',
  '123957.com',
] as const

const drive123: LinkFormatter = (share) => {
  const { code, password } = share
  return [
    ...coded(share, [
      `https://www.123pan.com/s/${code}?提取码:${password}`,
      `https://www.123912.com/s/${code}?%E6%8F%90%E5%8F%96%E7%A0%81:${password}`,
      `https://www.123865.com/s/${code}?%E6%8F%90%E5%8F%96%E7%A0%81%EF%BC%9A${password}`,
      `https://www.123pan.cn/s/${code}?pwd=${password}`,
      `https://123pan.com/s/${code}?${password}`,
    ]),
    ...hosts123.flatMap((host) => [
      without(`https://www.${host}/s/${code}`),
      without(`https://${host}/s/${code}.html`),
    ]),
    without(`https://1800000001.share.123pan.cn/123pan/${code}`),
    without(`https://1800000001.share.123pan.com/123pan/${code}`),
    without(`https://1800000001.mshare.123pan.com/123pan/${code}`),
  ]
}

const others: LinkFormatter = (share) => {
  if (share.form === 'google') return [without(`https://${share.code}?usp=sharing`)]
  const ctfile = share.form === 'ctfile' ? coded(share, [`https://${share.code}?p=${share.password}`]) : []
  const hasWww = /^(lanzou|jianguoyun|wenshushu)/.test(share.code)
  const www = hasWww ? [without(`https://www.${share.code}`)] : []
  return [...ctfile, ...www, without(`https://${share.code}`)]
}

/** 40 hex digits as base32 (RFC 4648): 20 bytes are 32 letters, without padding. */
function base32(hex: string): string {
  const bits = Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
  const letters = bits.match(/.{5}/g) ?? []
  return letters.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five, 2))).join('')
}

/** Magnet links: hex in upper and lower case, base32, with a name, with a tracker; version 2 alone. */
const spellMagnet: LinkFormatter = (share) => {
  if (share.form === 'v2') return [without(`magnet:?xt=urn:btmh:${share.code}&dn=${encodeURIComponent(share.name)}`)]
  return [
    without(`magnet:?xt=urn:btih:${share.code}`),
    without(`magnet:?xt=urn:btih:${share.code.toUpperCase()}&dn=${encodeURIComponent(share.name)}`),
    without(`magnet:?xt=urn:btih:${base32(share.code)}`),
    without(`magnet:?xt=urn:btih:${share.code}&tr=${encodeURIComponent('udp://tracker.example.org:6969/announce')}`),
  ]
}

/** ed2k links, with and without a part after the hash. */
const spellEd2k: LinkFormatter = (share) => {
  const [digest = '', bytes = ''] = share.code.split(':')
  return [
    without(`ed2k://|file|${share.name}.mkv|${bytes}|${digest.toUpperCase()}|/`),
    without(`ed2k://|file|${share.name}.mkv|${bytes}|${digest}|h=AAISEM2EKVTHPCEZVK54ZXPO74ABCIRT|/`),
  ]
}

const spellers: Record<CloudType, LinkFormatter> = {
  baidu,
  quark,
  aliyun,
  guangya,
  tianyi,
  uc,
  mobile,
  '115': drive115,
  pikpak,
  xunlei,
  '123': drive123,
  magnet: spellMagnet,
  ed2k: spellEd2k,
  others,
}

/** All formats of a share link, the most common first. */
export function spellingsOf(share: Share): readonly Spelling[] {
  return spellers[share.type](share)
}
