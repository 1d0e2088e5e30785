// Where shares start and end in a text, in the forms that addresses have without help of anchors. All codes are hand-made.
import { describe, expect, it } from 'vitest'
import { findShares } from './find-shares.ts'

const quark = 'pan.quark.cn/s/0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'
const magnet = 'magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233'
const ed2k = 'ed2k://|file|纸鹤 与 灯塔.mkv|12|00112233445566778899AABBCCDDEEFF|/'
const encoded = encodeURIComponent(`https://${quark}`)
// Longer than the part of a text that is searched for the start of an address.
const behind = `，${'转存自取'.repeat(30)}`

/** The addresses of the shares of a text, as they stand in it. */
function addresses(text: string): string[] {
  return findShares(text).map(({ start, end }) => text.slice(start, end))
}

describe('the address of a share', () => {
  it.each([
    ['with a scheme', `https://${quark}`],
    ['with a scheme in upper case', `HTTP://${quark}`],
    ['without a scheme', quark],
    ['with a port', `https://pan.quark.cn:443/s/0a1b2c3d4e5f`],
    ['with the longest port', `https://pan.quark.cn:65535/s/0a1b2c3d4e5f`],
    ['with a port and without a scheme', `pan.quark.cn:65535/s/0a1b2c3d4e5f`],
    ['with a user name', `https://name@${quark}`],
    ['with a user name and a port', `https://name@pan.quark.cn:443/s/0a1b2c3d4e5f`],
    ['with blanks behind the scheme', `https://   ${quark}`],
    ['with a code in its query', `https://${quark}?pwd=k3m9`],
    ['with a code in words', 'https://cloud.189.cn/t/AbCdEfGhIj12（访问码：x7k9）'],
    ['with a code in words and without a scheme', 'cloud.189.cn/t/AbCdEfGhIj12（访问码：x7k9）'],
    ['with a hyphen in its host', 'u-1.ctfile.com/f/1-2-a'],
    ['with a hyphen in its host and a scheme', 'http://u-1.ctfile.com/f/1-2-a'],
    ['of the shortest host', '1drv.ms/ab'],
    ['of a magnet', `${magnet}&dn=x`],
    ['of an ed2k link', ed2k],
    ['of a percent-encoded magnet', encodeURIComponent(magnet)],
    ['of a percent-encoded share', `${encoded}%3Fpwd%3Dk3m9`],
  ])('is found whole: %s', (_form, address) => {
    expect(addresses(address)).toEqual([address])
    expect(addresses(`链接：${address} 自取${behind}`)).toEqual([address])
    expect(addresses(`${behind} ${address}，${baidu}`)).toEqual([address, baidu])
  })

  it.each([
    ['with a scheme that we do not know', `ftp://${quark}`],
    ['with a scheme that we do not know and a port', 'ftp://pan.quark.cn:443/s/0a1b2c3d4e5f'],
    ['as a parameter', `https://example.org/go?url=https://${quark}`],
    ['without a scheme, behind an address', `https://example.org/ ${quark}`],
    ['without a scheme, behind two slashes', `//${quark}`],
    ['behind a mail sign without a scheme', `name@${quark}`],
    ['behind a mail sign and a blank', `https://example.org @${quark}`],
    ['behind more blanks than follow a scheme', `https://    ${quark}`],
    ['behind one sign', `看${quark}`],
    ['behind a label and a colon', `UC:${quark}`],
    ['behind marks', `...-${quark}`],
    ['behind a scheme and marks', `https://-${quark}`],
    ['behind Chinese text', `https://看${quark}`],
  ])('starts at its host: %s', (_form, text) => {
    const [address = ''] = addresses(text)
    expect(address.replace(':443', '')).toBe(quark)
    expect(text.endsWith(address)).toBe(true)
  })

  it('that is percent-encoded ends with the address around it', () => {
    expect(addresses(`https://example.org/go?url=${encoded}&x=1，看`)).toEqual([`${encoded}&x=1`])
  })

  it('ends where the next starts, with a host as a path segment between them', () => {
    expect(findShares(`https://${quark}?a=/drive.uc.cn/${baidu}?pwd=k3m9`)).toMatchObject([
      { share: { type: 'quark', password: '' } },
      { share: { type: 'baidu', password: 'k3m9' } },
    ])
  })

  it('does not end at marks that only look like a magnet', () => {
    expect(findShares(`${baidu}?x=abcdef:?&pwd=k3m9`)).toMatchObject([{ share: { password: 'k3m9' } }])
  })

  it('gives the offset behind it for the search of its code', () => {
    const [share] = findShares(`看 https://${quark}, 自取`)
    expect(share?.codeFrom).toBe(share?.end)
  })
})

it('a host does not start with a hyphen', () => {
  expect(addresses('https://-u-1.ctfile.com/f/1-2-a')).toEqual(['u-1.ctfile.com/f/1-2-a'])
})

describe('two shares', () => {
  it.each([
    ['without schemes', `${quark}\n1drv.ms/ab`, [quark, '1drv.ms/ab']],
    ['of which the first has no path before the second starts', `https://pan.quark.cn${baidu}`, [baidu]],
    ['of which a magnet is the first', `${magnet}${encoded}`, [magnet, encoded]],
    ['of which a magnet is the second', `${encoded} ${magnet}.`, [encoded, magnet]],
  ])('%s are both found, unless one is incomplete', (_form, text, expected) => {
    expect(addresses(text)).toEqual(expected)
  })
})

it.each([
  ['a path segment', `https://example.org/${quark}`],
  ['a path segment at the start of the text', `/${quark}`],
  ['an ed2k scheme before a host', `ed2k://${quark}`],
  ['a port that is too long', 'https://pan.quark.cn:123456/s/0a1b2c3d4e5f'],
  ['a port that is too long, without a scheme', 'pan.quark.cn:123456/s/0a1b2c3d4e5f'],
  ['a host with letters before it', `https://x${quark}`],
  ['a host without a path', 'https://pan.quark.cn'],
  ['a host that the text ends with', 'https://pan.quark.cn1'],
  ['marks before a slash at the end of the text', '转存 ../'],
  ['a magnet without its scheme', ':?xt=urn:btih:00112233445566778899aabbccddeeff00112233'],
])('%s is no share', (_form, text) => {
  expect(addresses(text)).toEqual([])
  expect(addresses(`${text} ${baidu}`)).toEqual([baidu])
})
