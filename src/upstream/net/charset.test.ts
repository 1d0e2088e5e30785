// Charsets, row by row: the declared one, the real one, and the decoded text.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { decodeText } from './charset.ts'

/** Bytes of hand-made texts in charsets that Node cannot encode, from the tables of the WHATWG Encoding Standard. */
const gbk = Buffer.from('b5e7d3b0cfc2d4d8', 'hex')
const big5 = Buffer.from('b971bc76a455b8fc', 'hex')
const gb18030 = Buffer.from('95328236b5e7', 'hex')
const utf8 = Buffer.from('电影下载')
const utf16le = Buffer.from('\ufeff电影下载', 'utf16le')
const utf16be = Buffer.from(utf16le).swap16()

function ascii(text: string) {
  return Buffer.from(text, 'latin1')
}
function page(head: string, body: Uint8Array) {
  return Buffer.concat([ascii(head), body])
}

type Row = readonly [what: string, bytes: Uint8Array, contentType: string | undefined, text: string]

const rows: readonly Row[] = [
  ['nothing said, utf-8', utf8, undefined, '电影下载'],
  ['nothing said, ascii', ascii('{"a":1}'), undefined, '{"a":1}'],
  ['no bytes', ascii(''), 'text/html', ''],
  ['utf-8 mark, which is not text', page('\xef\xbb\xbf', utf8), undefined, '电影下载'],
  ['utf-16le mark', utf16le, undefined, '电影下载'],
  ['utf-16be mark', utf16be, undefined, '电影下载'],
  ['mark against header', utf16le, 'text/html; charset=gbk', '电影下载'],
  ['header utf-16le without mark', utf16le.subarray(2), 'text/plain; charset=utf-16le', '电影下载'],
  ['header gbk', gbk, 'text/html; charset=gbk', '电影下载'],
  ['header GBK in capitals and quotes', gbk, 'text/html; Charset = "GBK"', '电影下载'],
  ['header gb2312 means gbk', page('', Buffer.from('95fe', 'hex')), 'text/html; charset=gb2312', '會'],
  ['header gb18030, four bytes', gb18030, 'text/html; charset=gb18030', '𠀀电'],
  ['header gbk, four bytes all the same', gb18030, 'text/html; charset=gbk', '𠀀电'],
  ['header big5', big5, 'text/html; charset=big5', '電影下載'],
  ['header x-x-big5', big5, 'text/html; charset=x-x-big5', '電影下載'],
  ['header shift_jis', Buffer.from('896689e6', 'hex'), 'text/html; charset=Shift_JIS', '映画'],
  ['meta charset', page('<meta charset="gbk">', gbk), 'text/html', '<meta charset="gbk">电影下载'],
  ['meta charset without quotes', page('<META CHARSET=gbk>', gbk), undefined, '<META CHARSET=gbk>电影下载'],
  [
    'http-equiv',
    page('<meta http-equiv="Content-Type" content="text/html; charset=gb2312">', gbk),
    'text/html',
    '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">电影下载',
  ],
  [
    'xml declaration',
    page('<?xml version="1.0" encoding="gb2312"?>', gbk),
    'application/xml',
    '<?xml version="1.0" encoding="gb2312"?>电影下载',
  ],
  [
    'unknown label in the header, meta counts',
    page('<meta charset=big5>', big5),
    'text/html; charset=klingon',
    '<meta charset=big5>電影下載',
  ],
  [
    'unknown labels everywhere, utf-8',
    page('<meta charset=none>', utf8),
    'text/html; charset=klingon',
    '<meta charset=none>电影下载',
  ],
  [
    'header big5 against meta gbk: the header counts',
    page('<meta charset=gbk>', big5),
    'text/html; charset=big5',
    '<meta charset=gbk>電影下載',
  ],
  [
    'header utf-8, meta and bytes gbk',
    page('<meta charset=gbk>', gbk),
    'text/html; charset=utf-8',
    '<meta charset=gbk>电影下载',
  ],
  ['header gbk, bytes utf-8', utf8, 'text/html; charset=gbk', '电影下载'],
  [
    'header gbk, bytes utf-8 that gbk takes for sound',
    Buffer.from('你好世界，天气'),
    'text/html; charset=gbk',
    '你好世界，天气',
  ],
  ['header iso-8859-1, bytes utf-8', utf8, 'text/html; charset=iso-8859-1', '电影下载'],
  ['meta gbk, bytes utf-8', page('<meta charset=gbk>', utf8), 'text/html', '<meta charset=gbk>电影下载'],
  [
    'meta utf-16 that was read as ascii',
    page('<meta charset=utf-16>', utf8),
    'text/html',
    '<meta charset=utf-16>电影下载',
  ],
  ['meta utf-16, ascii', ascii('<meta charset=utf-16>abc'), 'text/html', '<meta charset=utf-16>abc'],
  ['nothing said, gbk', gbk, 'text/html', '电影下载'],
  [
    'gbk called utf-8 in a long text of plain letters',
    page('plain '.repeat(100), gbk),
    'text/xml; charset=utf-8',
    `${'plain '.repeat(100)}电影下载`,
  ],
  ['nothing said, two words of gbk that begin like utf-8', Buffer.from('d6bdbad7d3e9', 'hex'), undefined, '纸鹤娱'],
  ['nothing said, big5', big5, 'text/html', '電影下載'],
  ['latin-1 called utf-8', ascii('caf\xe9 cr\xe8me, \xe9l\xe8ve'), 'text/xml; charset=utf-8', 'café crème, élève'],
  ['nothing said, windows-1252', ascii('it\x92s a na\xefve caf\xe9'), undefined, 'it’s a naïve café'],
  ['a character cut in half at the end', utf8.subarray(0, -1), 'text/html; charset=utf-8', '电影下\ufffd'],
  [
    'sound utf-8 that is about broken characters',
    Buffer.from('锟斤拷\ufffd\ufffd\ufffd\ufffd'),
    undefined,
    '锟斤拷\ufffd\ufffd\ufffd\ufffd',
  ],
]

describe('a text is read right', () => {
  it.each(rows)('%s', (_what, bytes, contentType, text) => {
    expect(decodeText(bytes, contentType)).toBe(text)
  })
})

describe('a text that cannot be read', () => {
  it.each([
    ['a single broken character between plain letters', page('a title ', utf8.subarray(0, 2)), undefined, 'utf-8'],
    ['Cyrillic of windows-1251', Buffer.from('cff0e8e2e5f220ece8f021', 'hex'), undefined, 'utf-8'],
    ['Korean of euc-kr', Buffer.from('c7d1b1b9bec6', 'hex'), undefined, 'utf-8'],
    ['Japanese of Shift_JIS', Buffer.from('8365835883678142896689e6', 'hex'), undefined, 'utf-8'],
    [
      'an image',
      Buffer.from('89504e470d0a1a0affd8ffe000104a464946ffdbff00fe', 'hex'),
      'text/html; charset=utf-8',
      'utf-8',
    ],
    ['noise named gbk', Buffer.from('ff80ff80ff80ff80ff80', 'hex'), 'text/html; charset=gbk', 'gbk'],
  ])('is a mismatch: %s', (_what, bytes, contentType, named) => {
    expect(() => decodeText(bytes, contentType)).toThrow(
      expect.objectContaining({ kind: 'mismatch', message: `the answer is not in the charset it names (${named})` }),
    )
  })
})

it('reads every UTF-8 text as it is, whatever charset is named', () => {
  const tried = { cases: 0 }
  const charsets = fc.constantFrom('utf-8', 'gbk', 'gb18030', 'big5', 'iso-8859-1', 'klingon')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), charsets, (text, charset) => {
      tried.cases += 1
      const written = `电影${text}`
      expect(decodeText(Buffer.from(written), `text/html; charset=${charset}`)).toBe(written)
    }),
    { numRuns: caseCount(500), seed: 1 },
  )
  console.info(`charsets: ${tried.cases} texts tried`)
})

it('never throws anything but a mismatch, whatever the bytes and the header', () => {
  const tried = { cases: 0 }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 60 }), (bytes, contentType) => {
      tried.cases += 1
      try {
        decodeText(bytes, contentType)
      } catch (error) {
        expect(error).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
      }
    }),
    { numRuns: caseCount(1_000), seed: 2 },
  )
  console.info(`charsets: ${tried.cases} bodies of noise tried`)
})
