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

/** `head` is ASCII, and stands before the bytes and before the text. */
type Row = readonly [what: string, bytes: Uint8Array, contentType: string | undefined, text: string, head?: string]

const rows: readonly Row[] = [
  ['nothing said, utf-8', utf8, undefined, '电影下载'],
  ['nothing said, ascii', ascii('{"a":1}'), undefined, '{"a":1}'],
  ['no bytes', ascii(''), 'text/html', ''],
  ['utf-8 mark, which is not text', Buffer.from('\ufeff电影下载'), undefined, '电影下载'],
  ['utf-16le mark', utf16le, undefined, '电影下载'],
  ['utf-16be mark', utf16be, undefined, '电影下载'],
  ['mark against header', utf16le, 'text/html; charset=gbk', '电影下载'],
  ['header utf-16le without mark', utf16le.subarray(2), 'text/plain; charset=utf-16le', '电影下载'],
  ['header gbk', gbk, 'text/html; charset=gbk', '电影下载'],
  ['header GBK in capitals and quotes', gbk, 'text/html; Charset = "GBK"', '电影下载'],
  ['header gb2312 means gbk', Buffer.from('95fe', 'hex'), 'text/html; charset=gb2312', '會'],
  ['header gb18030, four bytes', gb18030, 'text/html; charset=gb18030', '𠀀电'],
  ['header gbk, four bytes all the same', gb18030, 'text/html; charset=gbk', '𠀀电'],
  ['header big5', big5, 'text/html; charset=big5', '電影下載'],
  ['header x-x-big5', big5, 'text/html; charset=x-x-big5', '電影下載'],
  ['header shift_jis', Buffer.from('896689e6', 'hex'), 'text/html; charset=Shift_JIS', '映画'],
  ['meta charset', gbk, 'text/html', '电影下载', '<meta charset="gbk">'],
  ['meta charset without quotes', gbk, undefined, '电影下载', '<META CHARSET=gbk>'],
  ['http-equiv', gbk, 'text/html', '电影下载', '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">'],
  ['xml declaration', gbk, 'application/xml', '电影下载', '<?xml version="1.0" encoding="gb2312"?>'],
  ['an unknown header, meta counts', big5, 'text/html; charset=klingon', '電影下載', '<meta charset=big5>'],
  ['unknown labels everywhere, utf-8', utf8, 'text/html; charset=klingon', '电影下载', '<meta charset=none>'],
  ['header against meta: the header counts', big5, 'text/html; charset=big5', '電影下載', '<meta charset=gbk>'],
  ['header utf-8, meta and bytes gbk', gbk, 'text/html; charset=utf-8', '电影下载', '<meta charset=gbk>'],
  ['header gbk, bytes utf-8', utf8, 'text/html; charset=gbk', '电影下载'],
  ['header gbk, utf-8 that is sound gbk', Buffer.from('你好世界，天气'), 'text/html; charset=gbk', '你好世界，天气'],
  ['header iso-8859-1, bytes utf-8', utf8, 'text/html; charset=iso-8859-1', '电影下载'],
  ['meta gbk, bytes utf-8', utf8, 'text/html', '电影下载', '<meta charset=gbk>'],
  ['meta utf-16 that was read as ascii', utf8, 'text/html', '电影下载', '<meta charset=utf-16>'],
  ['meta utf-16, ascii', ascii('abc'), 'text/html', 'abc', '<meta charset=utf-16>'],
  ['nothing said, gbk', gbk, 'text/html', '电影下载'],
  ['gbk called utf-8 in a long text', gbk, 'text/xml; charset=utf-8', '电影下载', 'plain '.repeat(100)],
  ['nothing said, two words of gbk that begin like utf-8', Buffer.from('d6bdbad7d3e9', 'hex'), undefined, '纸鹤娱'],
  ['nothing said, big5', big5, 'text/html', '電影下載'],
  ['latin-1 called utf-8', ascii('caf\xe9 cr\xe8me, \xe9l\xe8ve'), 'text/xml; charset=utf-8', 'café crème, élève'],
  ['nothing said, windows-1252', ascii('it\x92s a na\xefve caf\xe9'), undefined, 'it’s a naïve café'],
  ['a character cut in half at the end', utf8.subarray(0, -1), 'text/html; charset=utf-8', '电影下\ufffd'],
  [
    'utf-8 about broken characters',
    Buffer.from(`锟斤拷${'\ufffd'.repeat(4)}`),
    undefined,
    `锟斤拷${'\ufffd'.repeat(4)}`,
  ],
]

describe('a text is read right', () => {
  it.for(rows)('%s', ([_what, bytes, contentType, text, head = '']) => {
    expect(decodeText(Buffer.concat([ascii(head), bytes]), contentType)).toBe(head + text)
  })
})

describe('a text that cannot be read', () => {
  it.each([
    [
      'a single broken character between plain letters',
      Buffer.concat([ascii('a title '), utf8.subarray(0, 2)]),
      undefined,
      'utf-8',
    ],
    ['Cyrillic of windows-1251', Buffer.from('cff0e8e2e5f220ece8f021', 'hex'), undefined, 'utf-8'],
    ['Korean of euc-kr', Buffer.from('c7d1b1b9bec6', 'hex'), undefined, 'utf-8'],
    ['Japanese of Shift_JIS', Buffer.from('8365835883678142896689e6', 'hex'), undefined, 'utf-8'],
    ['an image', Buffer.from('89504e470d0a1a0affd8ffe000104a464946', 'hex'), 'text/html; charset=utf-8', 'utf-8'],
    ['noise named gbk', Buffer.from('ff80ff80ff80ff80ff80', 'hex'), 'text/html; charset=gbk', 'gbk'],
  ])('is a mismatch: %s', (_what, bytes, contentType, named) => {
    expect(() => decodeText(bytes, contentType)).toThrow(
      expect.objectContaining({ kind: 'mismatch', message: `the answer is not in the charset it names (${named})` }),
    )
  })
})

it('reads every UTF-8 text as it is, whatever charset is named', () => {
  const charsets = fc.constantFrom('utf-8', 'gbk', 'gb18030', 'big5', 'iso-8859-1', 'klingon')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), charsets, (text, charset) => {
      const written = `电影${text}`
      expect(decodeText(Buffer.from(written), `text/html; charset=${charset}`)).toBe(written)
    }),
    { numRuns: caseCount(500), seed: 1 },
  )
})

it('never throws anything but a mismatch, whatever the bytes and the header', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 60 }), (bytes, contentType) => {
      try {
        decodeText(bytes, contentType)
      } catch (error) {
        expect(error).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
      }
    }),
    { numRuns: caseCount(1_000), seed: 2 },
  )
})
