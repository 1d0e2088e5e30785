// Which access code belongs to which link: markers, separators and values, and who is nearest. All codes are hand-made.
import { describe, expect, it } from 'vitest'
import { pairCodes } from './access-code.ts'
import { findLinks } from './find-links.ts'

const a = 'https://pan.baidu.com/s/1aaaaaaaaaaaaaaaaaaaaaa'
const b = 'https://pan.baidu.com/s/1bbbbbbbbbbbbbbbbbbbbbb'
const c = 'https://pan.xunlei.com/s/VOccccccccccccccccccccccA1'
const magnet = 'magnet:?xt=urn:btih:00112233445566778899aabbccddeeff00112233'

function codes(text: string): string[] {
  return findLinks(text, []).map(({ password }) => password)
}

const markers = ['提取码', '提取密码', '访问码', '访问密码', '分享密码', '密码', '口令', '验证码', '提取碼', '密碼']
const latinMarkers = ['pwd', 'PWD', 'passcode', 'password', 'Password', 'code', '码']
const separators = [
  '：',
  ':',
  '=',
  ' ',
  '： ',
  ' : ',
  '\n',
  '：\n',
  '（',
  '(',
  '【',
  '[',
  '：【',
  '】',
  '】：',
  '是',
  '为 ',
]
const strongSeparators = ['：', ':', '=', ': ', '：\n', ' = ']

describe('a code in the text', () => {
  const said = [
    ...markers.flatMap((marker) => separators.map((separator) => `${marker}${separator}k3m9`)),
    ...latinMarkers.flatMap((marker) => strongSeparators.map((separator) => `${marker}${separator}k3m9`)),
  ]
  console.info(`${said.length} pairs of marker and separator`)

  it.each(said)('is read behind a link: %j', (words) => {
    expect(codes(`${a} ${words} 自取`)).toEqual(['k3m9'])
    expect(codes(`${a}（${words}）`)).toEqual(['k3m9'])
  })

  it.each(said.filter((words) => !words.includes('\n')))('is read before a link: %j', (words) => {
    expect(codes(`${words} 链接 ${a}`)).toEqual(['k3m9'])
  })

  it.each([
    ['提取码：abc', 'abc'],
    ['提取码：abcd1234', 'abcd1234'],
    ['提取码：2031', '2031'],
    ['（提取码：2031）', '2031'],
    ['提取码：k3m9，转存', 'k3m9'],
    ['提取码：k3m9自取', 'k3m9'],
    ['提取码：k3m9. 自取', 'k3m9'],
    [`提取码：${' '.repeat(9)}k3m9`, 'k3m9'],
    ['提取码k3m9', 'k3m9'],
    ['提取码：k3m9UC：自取', 'k3m9'],
    ['提取码：k3m9https://example.org/', 'k3m9'],
    ['解压码：zzzz 提取码：k3m9', 'k3m9'],
    ['解压后看，提取码：k3m9', 'k3m9'],
    ['提取码：无 访问码：k3m9', 'k3m9'],
  ])('ends where code characters end: %s', (words, code) => {
    expect(codes(`${a} ${words}`)).toEqual([code])
  })

  it.each([
    '解压码：k3m9',
    '解压密码：k3m9',
    '解压缩密码: k3m9',
    '压缩包密码：k3m9',
    '解压 密码：k3m9',
    '解压password: k3m9',
    '无密码 k3m9',
    '无需提取码 k3m9',
    '提取码 (2031)',
    '密码（2031）',
    '提取码：无',
    '提取码：ab',
    '提取码：abcd12345',
    '提取码：https://example.org/',
    '密码：www.example.org',
    '密码：demo@example.org',
    '密码：demo.example.org',
    '提取码：sftp://example.org/',
    'keyword: abcd',
    `提取码：${' '.repeat(10)}k3m9`,
    '提取码\n1080P 60帧',
    '手机号码：12345678',
    '扫码：abcd',
    '编码：h264x',
    'barcode: abcd',
    'code geass',
    'pwd',
    '提取码：',
    '(2031)',
  ])('is not seen in %j', (words) => {
    expect(codes(`${a} ${words}`)).toEqual([''])
  })
})

describe('the link a code belongs to', () => {
  it.each([
    ['URL before text', `${a}?pwd=aaaa 提取码：zzzz`, ['aaaa']],
    ['behind it before in front of it', `提取码 zzzz ${a}\n提取码：aaaa`, ['aaaa']],
    ['each behind its own', `${a} 提取码：aaaa\n${b} 提取码：bbbb`, ['aaaa', 'bbbb']],
    ['each on the next line', `${a}\n提取码：aaaa\n${b}\n提取码：bbbb`, ['aaaa', 'bbbb']],
    ['all on one line', `百度：${a} 提取码：aaaa 迅雷：${c} 提取码：cccc`, ['aaaa', 'cccc']],
    ['never over a link that has codes of its own', `${a}\n${c} 提取码：cccc`, ['', 'cccc']],
    ['never over a link whose address has one', `${a}\n${c}?pwd=cccc\n提取码：zzzz`, ['', 'cccc']],
    ['not back over a link', `提取码 aaaa ${a} ${c}`, ['aaaa', '']],
    ['not forward to the next link', `${a} 提取码：aaaa ${c}`, ['aaaa', '']],
    ['over a magnet, which has none', `${a} ${magnet} 提取码：aaaa`, ['aaaa', '']],
    ['never a magnet', `${magnet} 提取码：aaaa`, ['']],
    ['never an ed2k link', `ed2k://|file|a|12|00112233445566778899AABBCCDDEEFF|/ 提取码：aaaa`, ['']],
    [
      'in front, line by line',
      `提取码 aaaa 链接 ${a}\n提取码 bbbb 链接 ${b}\n提取码 cccc 链接 ${c}`,
      ['aaaa', 'bbbb', 'cccc'],
    ],
    ['in front, on one line', `提取码 aaaa 链接 ${a} 提取码 bbbb 链接 ${b}`, ['aaaa', 'bbbb']],
    ['in front of the first, then behind each', `提取码 zzzz ${a} 提取码 aaaa ${c} 提取码 cccc`, ['aaaa', 'cccc']],
    ['in front, the last said again', `提取码 aaaa ${a} 提取码 bbbb ${b}\n提取码：bbbb`, ['aaaa', 'bbbb']],
    ['on the line that names its drive', `夸克：${a}\n百度 提取码 bbbb：${b}`, ['', 'bbbb']],
    ['on the line that names its drive, without a blank', `夸克：${a}\n百度提取码 bbbb：${b}`, ['', 'bbbb']],
    ['on the next line, behind a mark', `${a}\n📁 提取码：aaaa 迅雷：${c}`, ['aaaa', '']],
    ['on the next line, another link behind it', `${a}\n提取码：aaaa 迅雷：${c}`, ['aaaa', '']],
    ['in front of the next, the first having its own inside', `${a}?pwd=aaaa 提取码 bbbb 链接 ${b}`, ['aaaa', 'bbbb']],
    ['said again behind an address that has it', `${a}?pwd=aaaa 提取码：aaaa ${b}`, ['aaaa', '']],
    ['the only code of the only link', `提取码：aaaa\n\n${a}`, ['aaaa']],
    ['far from the only link, whose address has another', `提取码：zzzz\n\n${a}?pwd=aaaa`, ['aaaa']],
    ['the same link with two codes: the first', `${a} 提取码：aaaa\n${a} 提取码：bbbb`, ['aaaa']],
    ['the only code, the link told twice', `提取码：aaaa\n\n${a}\n\n${a}`, ['aaaa']],
    ['one of two codes far away: none', `提取码：aaaa\n访问码：bbbb\n\n${a}`, ['']],
    ['one code far away, two links: none', `提取码：aaaa\n\n${a}\n${b}`, ['', '']],
    ['the same link with a code in one place', `${a}\n${b}\n${a} 提取码：aaaa`, ['aaaa', '']],
    ['the same link: address before text', `${a} 提取码：zzzz\n${a}?pwd=aaaa`, ['aaaa']],
  ])('is the right one: %s', (_case, text, expected) => {
    expect(codes(text)).toEqual(expected)
  })

  it('is none in a text without links, or without codes', () => {
    expect(pairCodes('提取码：aaaa', [])).toEqual([])
    expect(pairCodes('自取', [{ share: { key: 'quark:0a1b2c3d4e5f', password: '' }, start: 0, codeFrom: 0 }])).toEqual([
      '',
    ])
  })
})
