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
  const text = [
    ...markers.flatMap((marker) => separators.map((separator) => `${marker}${separator}k3m9`)),
    ...latinMarkers.flatMap((marker) => strongSeparators.map((separator) => `${marker}${separator}k3m9`)),
  ]
  console.info(`${text.length} pairs of marker and separator`)

  it.each(text)('is read behind a link: %j', (words) => {
    expect(codes(`${a} ${words} 自取`)).toEqual(['k3m9'])
    expect(codes(`${a}（${words}）`)).toEqual(['k3m9'])
  })

  it.each(text.filter((words) => !words.includes('\n')))('is read before a link: %j', (words) => {
    expect(codes(`${words} 链接 ${a}`)).toEqual(['k3m9'])
  })

  it.each([
    ['提取码：abc', 'abc'],
    ['提取码：abcd1234', 'abcd1234'],
    ['提取码：09azAZ', '09azAZ'],
    ['提取码：k3m9http', 'k3m9http'],
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
    ['提取：k3m9', 'k3m9'],
    ['提取 k3m9', 'k3m9'],
    ['密：k3m9', 'k3m9'],
    ['码 k3m9', 'k3m9'],
    ['pw:k3m9', 'k3m9'],
    ['passwd=k3m9', 'k3m9'],
    ['pwd k3m9', 'k3m9'],
    ['提取码：ｋ３ｍ９', 'k3m9'],
    ['ｐｗｄ：ｋ３ｍ９', 'k3m9'],
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
    '加密：abcd',
    '下载提取：abcd',
    '提取 abcd',
    '码 1234',
    '（提取：www.example.org）',
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

  it.each([
    ['at a host that is not known, behind the link', `夸克：${c}\n蓝奏：https://wwrt.new9.test/iAbCd 密码:zz99`],
    ['without a scheme', `夸克：${c}\n蓝奏：www.new9.com/iAbCd 密码:zz99`],
    ['without a scheme and without www', `夸克：${c}\n蓝奏：wwrt.new9.cn/iAbCd 密码:zz99`],
    ['in its parameters, before the link', `https://new9.test/s/aB3dE.html?pwd=zz99\n${c}`],
    ['in its parameters, on the same line', `https://new9.test/?code=1234 ${c}`],
    ['in its parameters, behind the link', `${c} https://new9.test/?a=b&pwd=zz99`],
    ['at a host in Chinese letters', `https://纸鹤.test/a?code=1234 ${c}`],
    ['far from both, with the address between', `提取码：zzzz\n\nhttps://new9.test/a\n\n${c}`],
    ['around the link, in its parameters', `https://new9.test/go?code=1234&url=${encodeURIComponent(c)}`],
    ['around the link as it is, in its parameters', `https://new9.test/go?code=1234&url=${c}`],
    ['in a parameter of the link', `${c}?from=https://new9.test/?pwd=zz99`],
    ['at a known cloud, of a page that is no share', `${c}\nhttps://pan.baidu.com/disk/home 提取码：zz99`],
    ['a tracker of a magnet', `${c}\n${magnet}&tr=http://new9.test/?pwd=zz99`],
    ['a file name', `${c}\ned2k://|file|密码：zz99.mkv|12|00112233445566778899AABBCCDDEEFF|/`],
  ])('is never that of another address: %s', (_where, text) => {
    expect(codes(text).filter((code) => code !== '')).toEqual([])
  })

  it.each([
    ['on the line of a link, an address above it', `站：https://new9.test/a\n百度 提取码 aaaa：${a}`],
    ['before an address on the next line', `${a} 提取码：aaaa\nhttps://new9.test/a`],
    ['before an address on the same line', `${a} 提取码：aaaa https://new9.test/a`],
    ['far before the only link, an address behind it', `提取码：aaaa\n\n${a}\n\nhttps://t.me/demo`],
    ['before an address that leads to the link', `提取码：aaaa https://new9.test/go?id=1&url=${encodeURIComponent(a)}`],
  ])('is still that of the link: %s', (_where, text) => {
    expect(codes(text)).toEqual(['aaaa'])
  })

  it('is not that of words that lead to another page', () => {
    const text = `夸克 ${c} 蓝奏云 密码:zz99`
    const start = text.indexOf('蓝奏云')
    const anchor = (href: string) => [{ start, end: start + 3, href }]
    expect(findLinks(text, anchor('https://new9.test/iAbCd'))).toMatchObject([{ password: '' }])
    expect(findLinks(text, anchor('https://t.me/demo'))).toMatchObject([{ password: 'zz99' }])
    expect(findLinks(text, anchor('?q=%23tag'))).toMatchObject([{ password: 'zz99' }])
  })

  it('is none in a text without links, or without codes', () => {
    expect(pairCodes('提取码：aaaa', [])).toEqual([])
    expect(pairCodes('自取', [{ share: { key: 'quark:0a1b2c3d4e5f', password: '' }, start: 0, codeFrom: 0 }])).toEqual([
      '',
    ])
  })
})

describe('a code alone', () => {
  it.each([
    ['behind a blank', `${a} 7s5x`],
    ['behind a wide blank', `${a}\u30007s5x`],
    ['before words', `${a} 7s5x 复制这段内容`],
    ['on a line of its own', `${a}\n7s5x`],
    ['on a line of its own, with blanks', `${a} \r\n  7s5x \n纸鹤`],
    ['in full width', `${a} ７ｓ５ｘ`],
    ['before another link', `${a} 7s5x\n${c}`],
  ])('is read behind an address of Baidu: %s', (_where, text) => {
    expect(codes(text)[0]).toBe('7s5x')
  })

  it.each(['abcd', 'xIpQ', '1234', '6666'])('may be letters or digits only: %s', (code) => {
    expect(codes(`${a} ${code}`)).toEqual([code])
    expect(codes(`${a}\n${code}\n`)).toEqual([code])
  })

  it.each([
    '2024',
    '1999',
    '1080',
    '2160',
    '720p',
    '12GB',
    'EP01',
    'S1E2',
    'x265',
    'HEVC',
    'epub',
    'mobi',
    'FLAC',
    '全集',
    'Made in Abyss',
    'made in abyss',
    'Lost 第一季',
    'LOST',
    '7s5',
    '7s5x9',
    '7s5x集',
    '7s5x.mkv',
    '。7s5x',
  ])('is not seen in %j', (words) => {
    expect(codes(`${a} ${words}`)).toEqual([''])
    expect(codes(`${a}\n${words}`)).toEqual([''])
  })

  it.each([
    ['at another cloud', `${c} 7s5x`],
    ['behind an empty line', `${a}\n\n7s5x`],
    ['at the start of a line of words', `${a}\n7s5x 纸鹤`],
    ['directly behind the address', `${a}，7s5x`],
    ['behind another address', `${a} https://new9.test/a 7s5x`],
  ])('is not read %s', (_where, text) => {
    expect(codes(text)).toEqual([''])
  })

  it('gives way to one with a word', () => {
    expect(codes(`${a} 7s5x 提取码：k3m9`)).toEqual(['k3m9'])
    expect(codes(`${a}?pwd=k3m9 7s5x`)).toEqual(['k3m9'])
  })
})
