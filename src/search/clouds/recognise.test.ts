// What is a share and what is not: hash links, spellings of one share, the examples of cloud-links.md, and everything that only looks like one.
import { describe, expect, it } from 'vitest'
import { findLinks } from '../links/find-links.ts'
import { isShare, recognise, shareUrl } from './recognise.ts'

const hash = '00112233445566778899aabbccddeeff00112233'
const hash2 = `1220${'0123456789abcdef'.repeat(4)}`
const ed2kHash = '00112233445566778899AABBCCDDEEFF'
const ed2kKey = `ed2k:${ed2kHash.toLowerCase()}:1342177280`

describe('hash links', () => {
  it.each([
    [`magnet:?xt=urn:btih:${hash}`],
    [`magnet:?xt=urn:btih:${hash.toUpperCase()}`],
    [`MAGNET:?XT=URN:BTIH:${hash}`],
    ['magnet:?xt=urn:btih:AAISEM2EKVTHPCEZVK54ZXPO74ABCIRT'],
    ['magnet:?xt=urn:btih:aaisem2ekvthpcezvk54zxpo74abcirt'],
    [`magnet:?dn=Paper+Crane&xt=urn:btih:${hash}`],
    [`magnet:?dn=x&amp;xt=urn:btih:${hash}&amp;tr=udp%3A%2F%2Ftracker.example.org%3A6969`],
    [`magnet:?xt.1=urn:btih:${hash}`],
    [`magnet:?xt=urn%3Abtih%3A${hash}`],
    [`magnet:?xt=urn:btmh:${hash2}&xt=urn:btih:${hash}`],
    [`magnet:?xt=urn:btih:${hash}UC：https://example.org/`],
    [`magnet:?xt=urn:btih:${hash}115：`],
    [`magnet:?xt=urn:btih:${hash}，转存`],
    [`https://keepshare.org/demo01/${encodeURIComponent(`magnet:?xt=urn:btih:${hash}`)}`],
  ])('are one magnet share by its v1 hash: %s', (address) => {
    expect(recognise(address)?.key).toBe(`magnet:${hash}`)
  })

  it('gives a magnet its display name, if it has one, and no trackers', () => {
    const share = recognise(`magnet:?xt=urn:btih:${hash.toUpperCase()}&dn=Paper+Crane&tr=udp%3A%2F%2Fx`)
    expect(share && shareUrl(share, 'k3m9')).toBe(`magnet:?xt=urn:btih:${hash}&dn=Paper+Crane`)
    const nameless = `magnet:?xt=urn:btih:${hash}`
    expect(recognise(`${nameless}&tr=udp%3A%2F%2Fx`)?.url).toBe(nameless)
  })

  it('knows a v2 magnet by its multihash', () => {
    expect(recognise(`magnet:?xt=urn:btmh:${hash2.toUpperCase()}&dn=x`)).toMatchObject({
      key: `magnet:${hash2}`,
      url: `magnet:?xt=urn:btmh:${hash2}&dn=x`,
    })
  })

  it.each([
    [`ed2k://|file|Paper.Crane.mkv|1342177280|${ed2kHash}|/`],
    [`ED2K://|file|Paper.Crane.mkv|1342177280|${ed2kHash.toLowerCase()}|/`],
    [`ed2k://|file|纸鹤 与 灯塔.mkv|1342177280|${ed2kHash}|h=AAISEM2EKVTHPCEZVK54ZXPO74ABCIRT|/ 自取`],
    [`ed2k://%7Cfile%7CPaper.mkv%7C1342177280%7C${ed2kHash}%7C/`],
    [`ed2k://|file|a.mkv|1342177280|${ed2kHash}|p=${ed2kHash}:${ed2kHash}|s=http://example.org/a.mkv|/`],
    [`ed2k%3A%2F%2F%7Cfile%7Ca.mkv%7C1342177280%7C${ed2kHash}%7C%2F`],
    [`ed2k://|file|a.mkv|0001342177280|${ed2kHash}|/`],
  ])('are one ed2k share by hash and size: %s', (address) => {
    expect(recognise(address)?.key).toBe(ed2kKey)
  })

  it('keeps an ed2k link as found, letter case and parts included', () => {
    const address = `ed2k://|file|Paper.Crane.mkv|1342177280|${ed2kHash}|h=AAISEM2EKVTHPCEZVK54ZXPO74ABCIRT|/`
    expect(recognise(address)?.url).toBe(address)
    expect(recognise(address.replaceAll('|', '%7C'))?.url).toBe(address)
  })

  it.each([
    ['0', '0'],
    ['000', '0'],
    ['0010020', '10020'],
    ['10020', '10020'],
  ])('writes the size %s of an ed2k link as %s', (size, written) => {
    expect(recognise(`ed2k://|file|a|${size}|${ed2kHash}|/`)?.url).toBe(`ed2k://|file|a|${written}|${ed2kHash}|/`)
  })
})

describe('a magnet link', () => {
  const topic = `xt=urn:btih:${hash}`
  const tracker = encodeURIComponent('https://tr.example:6969/announce')

  it.each([
    `magnet:?tr=${tracker}&${topic}&dn=Paper`,
    `magnet:?${topic}&tr=${tracker}&dn=Paper`,
    `magnet:?dn=Paper&tr=${tracker}&tr=${tracker}&${topic}`,
    `magnet:?dn=Paper&tr=udp://tr.example.org:1337/announce&${topic}`,
    `magnet:?tr=https://tr.example.org/a&dn=Paper&amp;${topic}`,
    encodeURIComponent(`magnet:?tr=https://tr.example/a&${topic}&dn=Paper`),
    encodeURIComponent(`magnet:?tr=${tracker}&${topic}&dn=Paper`),
    `magnet:?${encodeURIComponent(`${topic}&dn=Paper`)}`,
  ])('has its hash and name whatever the order and encoding of its parameters: %s', (address) => {
    const expected = [{ share: { url: `magnet:?${topic}&dn=Paper` } }]
    expect(findLinks(`看 ${address} 转存`, [])).toMatchObject(expected)
    expect(recognise(address)).toMatchObject(expected[0]?.share ?? {})
  })

  it('may have a name that is not encoded', () => {
    const url = `magnet:?${topic}&dn=${encodeURIComponent('纸鹤')}`
    expect(recognise(`magnet:?dn=纸鹤&tr=${tracker}&${topic}`)?.url).toBe(url)
  })
})

describe('a thunder link', () => {
  const thunder = (address: string | Buffer) =>
    `thunder://${Buffer.concat([Buffer.from('AA'), Buffer.from(address), Buffer.from('ZZ')]).toString('base64')}`

  it.each([
    [thunder('https://dl.example.org/a.mp4'), 'others:dl.example.org/a.mp4'],
    [thunder('https://dl.example.org/a.mp4').replace(/=+$/, ''), 'others:dl.example.org/a.mp4'],
    [thunder(`magnet:?xt=urn:btih:${hash}`), `magnet:${hash}`],
    [thunder(`ed2k://|file|纸鹤.mkv|12|${ed2kHash}|/`), `ed2k:${ed2kHash.toLowerCase()}:12`],
    [
      thunder(Buffer.from([...Buffer.from('http://dl.example.org/'), 0xd6, 0xbd, 0xba, 0xd7])),
      'others:dl.example.org/%E7%BA%B8%E9%B9%A4',
    ],
  ])('is the share inside it: %s', (address, key) => {
    expect(recognise(address)?.key).toBe(key)
    expect(findLinks(`看 ${address} 转存`, []).map(({ share }) => share.key)).toEqual([key])
  })
})

describe('clouds without a type', () => {
  it.each([
    [
      'https://www.jianguoyun.com/p/DemoAbC?from=x',
      'others:jianguoyun.com/p/DemoAbC',
      'https://www.jianguoyun.com/p/DemoAbC',
    ],
    [
      'https://mega.nz/file/AbCdEfGh#DemoKey-_',
      'others:mega.nz/file/AbCdEfGh#DemoKey-_',
      'https://mega.nz/file/AbCdEfGh#DemoKey-_',
    ],
    [
      'http://drive.google.com/open?id=1Demo&usp=sharing',
      'others:drive.google.com/open?id=1Demo',
      'https://drive.google.com/open?id=1Demo',
    ],
    [
      'https://www.dropbox.com/scl/fi/demo/a(1).zip?rlkey=k&dl=0',
      'others:dropbox.com/scl/fi/demo/a(1).zip?rlkey=k',
      '',
    ],
    ['https://mega.nz/file/AbCdEfGh', 'others:mega.nz/file/AbCdEfGh', 'https://mega.nz/file/AbCdEfGh'],
    ['https://drive.google.com/open?id=1Demo&&authuser=0', 'others:drive.google.com/open?id=1Demo&authuser=0', ''],
    ['https://wwww.lanzouw.com/iAbCd1234', 'others:wwww.lanzouw.com/iAbCd1234', 'https://wwww.lanzouw.com/iAbCd1234'],
    [
      'https://mega.co.nz/#!AbCdEfGh!DemoKey',
      'others:mega.nz#!AbCdEfGh!DemoKey',
      'https://mega.co.nz/#!AbCdEfGh!DemoKey',
    ],
    [
      'https://www.terabox.app/sharing/link?surl=aBcDeFgHiJkLmNoPqRsTuV&pwd=k3m9',
      'others:terabox.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
      'https://www.terabox.app/sharing/link?surl=aBcDeFgHiJkLmNoPqRsTuV',
    ],
    [
      '1024terabox.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
      'others:terabox.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
      'https://1024terabox.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
    ],
    ['https://1fichier.com/?demo0abc1def2', 'others:1fichier.com?demo0abc1def2', 'https://1fichier.com/?demo0abc1def2'],
    ['https://1drv.ms/f/s!Demo?e=x', 'others:1drv.ms/f/s!Demo?e=x', 'https://1drv.ms/f/s!Demo?e=x'],
    [
      'https://www.ecpan.cn/web/#/yunpanProxy?path=a&data=b&isShare=1',
      'others:ecpan.cn/web#/yunpanProxy?path=a&data=b&isShare=1',
      'https://www.ecpan.cn/web/#/yunpanProxy?path=a&data=b&isShare=1',
    ],
    // A trailing slash stays in the address; with and without it is one share.
    ['https://545c.com/f/1-2-3/', 'others:545c.com/f/1-2-3', 'https://545c.com/f/1-2-3/'],
    ['https://545c.com/f/1-2-3/?p=7609', 'others:545c.com/f/1-2-3', 'https://545c.com/f/1-2-3/'],
    ['https://onedrive.live.com/?authkey=x&id=y', 'others:onedrive.live.com?authkey=x&id=y', ''],
    [
      'HTTPS://WWX.LANZOUI.COM/iAbCd1234?pwd=k3m9',
      'others:wwx.lanzoui.com/iAbCd1234',
      'https://wwx.lanzoui.com/iAbCd1234',
    ],
  ])('are shares by their normalised address: %s', (address, key, url) => {
    const share = recognise(address)
    expect(share?.key).toBe(key)
    if (url !== '') expect(share?.url).toBe(url)
  })
})

describe('an address as people spell it', () => {
  it.each([
    ['https：//pan.quark.cn/s/0a1b2c3d4e5f'],
    ['https:// pan.quark.cn/s/0a1b2c3d4e5f'],
    ['  pan.quark.cn/s/0a1b2c3d4e5f  '],
    ['//pan.quark.cn/s/0a1b2c3d4e5f'],
    ['https://pan.quark.cn:443/s/0a1b2c3d4e5f'],
    ['https://name@pan.quark.cn/s/0a1b2c3d4e5f'],
    ['https://pan.qua\u200brk.cn/s/0a1b\ufeff2c3d4e5f'],
    ['https://example.org/go?url=https://pan.quark.cn/s/0a1b2c3d4e5f'],
    ['https://example.org/go?url=https:%2F%2Fpan.quark.cn%2Fs%2F0a1b2c3d4e5f'],
    ['https://example.org/a%zz?url=https%3a%2f%2fpan.quark.cn%2fs%2f0a1b2c3d4e5f'],
    ['https://example.org/go?url=https%3A%2F%2Fpan.quark.cn%2Fs%2F0a1b2c3d4e5f%zz'],
    ['https://example.org/go?a=https://a.test/&b=https://b.test/&c=https://pan.quark.cn/s/0a1b2c3d4e5f'],
    ['https://pan.quark.cn/s/0a1b2c3d4e5fUC：https://example.org/'],
    ['https://pan.quark.cn/s/0a1b2c3d4e5f115：https://example.org/'],
  ])('is still that share: %s', (address) => {
    expect(recognise(address)?.key).toBe('quark:0a1b2c3d4e5f')
  })

  it('keeps the letter case of codes', () => {
    expect(recognise('https://www.alipan.com/s/a1B2c3D4e5F')?.key).not.toBe(
      recognise('https://www.alipan.com/s/A1b2C3d4E5f')?.key,
    )
  })

  it('puts a code into the canonical address only where the cloud reads it there', () => {
    const quark = recognise('https://pan.quark.cn/s/0a1b2c3d4e5f?pwd=Qw7e')
    expect(quark && shareUrl(quark, quark.password)).toBe('https://pan.quark.cn/s/0a1b2c3d4e5f')
  })

  it('nested as it is ends where it ends, whatever is percent-encoded behind it', () => {
    const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV?from=x&pwd=k3m9'
    expect(recognise(`https://example.org/go?url=${baidu}&next=https%3A%2F%2Fexample.org`)?.password).toBe('k3m9')
  })
})

describe('a stored share', () => {
  const share = recognise('https://pan.quark.cn/s/0a1b2c3d4e5f')
  if (share === undefined) throw new Error('the address is a share')

  it('is valid if its address gives it again', () => {
    expect(isShare(share)).toBe(true)
  })

  it.each([
    { type: 'uc' as const },
    { key: 'quark:ffffffffffff' },
    { code: 'ffffffffffff' },
    { url: 'https://pan.quark.cn/s/ffffffffffff' },
    { url: 'http://pan.quark.cn/s/0a1b2c3d4e5f' },
  ])('is not valid if its address gives another: %j', (changed) => {
    expect(isShare({ ...share, ...changed })).toBe(false)
  })
})

const negatives = [
  '',
  ' ',
  'https://',
  'https://pan.baidu.com/',
  'https://pan.baidu.com/s/',
  'https://pan.baidu.com/s/1',
  'https://pan.baidu.com/s/2aBcDeFgHiJkLmNoPqRsTuV',
  'https://pan.baidu.com/s/1aBcDeFgHi',
  'https://pan.baidu.com/share/init?surl=',
  'https://pan.baidu.com/share/link?shareid=1',
  'https://pan.baidu.com/disk/home',
  'https://pan.baidu.com/s/1aBcD',
  'https://pan.baidu.com/s/1aBcDe...',
  'https://www.123panpay.com/pay/1',
  'https://123pan.com.example.org/s/demoA-5ntrv',
  'https://1234567.com/s/demoA-5ntrv',
  'https://12306.com/s/demoA-5ntrv',
  'https://www.doubao.com/chat/123',
  'https://pan.wo.cn/',
  'https://terabox.com/',
  'https://mega.nz/',
  'https://1fichier.com/console',
  'thunder://',
  'thunder://!!!!',
  'thunder://QUFBQUFBQUE=',
  'https://115.com/',
  'https://115.com/s/aaaa',
  'https://x115.com/s/aaaa',
  'https://x115.com/s/sw3demo1abc',
  'https://115.com.example.org/s/sw3demo1abc',
  'https://www.123.com/s/x',
  'https://www.123.com/s/demoA-5ntrv',
  'https://x123pan.com/s/demoA-5ntrv',
  'https://share.123pan.cn/123pan/demoA-5ntrv',
  'https://a.share.123pan.cn/123pan/demoA-5ntrv',
  'https://mshare.123pan.com/123pan/demoA-5ntrv',
  'https://1800000001.xshare.123pan.com/123pan/demoA-5ntrv',
  'https://1800000001.share.123pan.org/123pan/demoA-5ntrv',
  'https://www.123pan.com/s/demoA',
  'https://pan.quark.cn/',
  'https://pan.quark.cn/s/abc',
  'https://pan.quark.cn/list#/s/0a1b2c3d4e5f',
  'https://my.pan.quark.cn.evil.org/s/0a1b2c3d4e5f',
  'https://evil.org/pan.quark.cn/s/0a1b2c3d4e5f',
  // The fifth address is not parsed: the number of attempts is limited.
  'https://example.org/go?a=https://a.test/&b=https://b.test/&c=https://c.test/&d=https://pan.quark.cn/s/0a1b2c3d4e5f',
  'https://pan.quark.cn@evil.org/s/0a1b2c3d4e5f',
  'https://www.alipan.com/s/a1B2',
  'https://www.alipan.com/drive',
  'https://drive.uc.cn/s/1a2b3c',
  'https://cloud.189.cn/t/short',
  'https://cloud.189.cn/web/login',
  'https://caiyun.139.com/m/i?short',
  'https://yun.139.com/',
  'https://mypikpak.com/s/VNshort',
  'https://pan.xunlei.com/s/VOshort',
  'https://www.guangyapan.com/s/123_abc',
  'https://mega.nz/pricing',
  'https://drive.google.com/',
  'https://www.jianguoyun.com/static/about',
  'https://lanzou.example.org/iAbCd1234',
  'https://notlanzoui.com/iAbCd1234',
  'magnet:?dn=only',
  'magnet:?xt=urn:btih:',
  `magnet:?xt=urn:btih:${hash.slice(1)}`,
  `magnet:?xt=urn:btih:${hash}0`,
  `magnet:?xt=urn:sha1:${hash}`,
  'magnet:?xt=urn:btih:0AISEM2EKVTHPCEZVK54ZXPO74ABCIRT',
  `magnet:?xt=urn:btmh:1220${'0'.repeat(63)}`,
  hash,
  `ed2k://|file|a|12|${ed2kHash.slice(1)}|/`,
  `ed2k://|file||12|${ed2kHash}|/`,
  'ed2k://|server|192.0.2.1|4661|/',
  'https://t.me/demo_share/1',
  'https://t.me/s/demo_share?q=pan.quark.cn',
  'tg://resolve?domain=demo',
  'https://t.cn/A6demo',
  'https://bit.ly/demo',
  'https://url.cn/demo',
  'https://telegra.ph/demo-01-01',
  'https://example.org/s/0a1b2c3d4e5f',
  'javascript:alert(1)',
  '?q=%23tag',
  '\ud800',
]

describe('what is no share', () => {
  it.each(negatives)('is not taken for one: %s', (address) => {
    expect(recognise(address)).toBeUndefined()
  })

  it('was tried in many ways', () => {
    console.info(`${negatives.length} negative addresses`)
    expect(new Set(negatives).size).toBe(negatives.length)
  })
})
