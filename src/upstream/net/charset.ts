// Decodes bodies to text: the charset comes from the byte-order mark, the header, or the page itself.
import { isAscii, isUtf8 } from 'node:buffer'
import { UpstreamError } from '../errors.ts'

/** How many bytes of a page are searched for its declaration (WHATWG HTML, "prescan a byte stream": 1024 bytes). */
const prescanBytes = 1024
/** Maximum share of replacement characters in usable text. */
const maxReplacementShare = 0.02

/**
 * Decodes a body. Valid UTF-8 is decoded as UTF-8 regardless of the declared charset: servers mislabel more often than
 * other text happens to be valid UTF-8, and GBK turns it into plausible nonsense. Otherwise the order is byte-order
 * mark, header, `<meta charset>` or `<?xml encoding>`; without any of them, or if UTF-8 is named wrongly, the charset is
 * recognised where possible. Labels are those of the WHATWG Encoding Standard (gb2312 means
 * gbk, …).
 * @throws UpstreamError `mismatch` if no charset fits.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  // ASCII proves nothing: ISO-2022-JP and UTF-16 can look like it.
  if (isUtf8(bytes) && !isAscii(bytes)) return new TextDecoder().decode(bytes)
  const charsets = declaredCharsets(bytes, contentType)
  for (const charset of charsets) {
    const text = new TextDecoder(charset).decode(bytes)
    if (isUsable(text, charset)) return text
  }
  const recognized = charsets.includes('utf-8') ? recognizeCharset(bytes) : undefined
  if (recognized !== undefined) return new TextDecoder(recognized).decode(bytes)
  throw new UpstreamError('mismatch', `the answer is not in the charset it names (${charsets[0]})`)
}

/**
 * Allows for one or two characters cut in half by a careless excerpt. In UTF-8 other characters must be whole: between
 * plain letters, broken ones mean another charset.
 */
function isUsable(text: string, charset: string): boolean {
  const broken = countReplacementCharacters(text)
  if (broken > Math.max(2, text.length * maxReplacementShare)) return false
  return broken === 0 || charset !== 'utf-8' || (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0) >= 3 * broken
}

/** The declared charsets, most trusted first; UTF-8 if there are none. */
function declaredCharsets(bytes: Uint8Array, contentType: string | undefined): string[] {
  const mark = fromByteOrderMark(bytes)
  if (mark !== undefined) return [mark]
  const ofHeader = standardName(/charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1])
  const ofPage = standardName(fromPage(bytes))
  // A page whose declaration is readable as ASCII is not UTF-16 (WHATWG HTML, "prescan a byte stream").
  const declared = [ofHeader, ofPage?.startsWith('utf-16') ? 'utf-8' : ofPage].filter((name) => name !== undefined)
  return declared.length === 0 ? ['utf-8'] : declared
}

function fromByteOrderMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function fromPage(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes)).toString('latin1')
  return (
    /<meta[^>]{0,200}?charset\s*=[\s"']*([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  )
}

/** The standard name for a charset label; undefined if there is no such charset. */
function standardName(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    // Not a charset: another declaration may name one.
    return undefined
  }
}

function countReplacementCharacters(text: string): number {
  let broken = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) broken += 1
  return broken
}

/** How many bytes are counted. */
const sampleBytes = 64 * 1024
/** The share of characters that must be frequent ones of a charset. */
const frequentShare = 0.9

/**
 * The charset of bytes that are not UTF-8: windows-1252, GB18030 or Big5; undefined if they look like none. Each
 * charset can decode most texts of the others, so the frequent characters decide: GB 2312 level 1 and Big5 level 1.
 */
function recognizeCharset(bytes: Uint8Array): string | undefined {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampleBytes)).toString('latin1')
  const high = sample.match(/[\x80-\xff]/g)?.length ?? 0
  const alone = sample.match(/(?<![\x80-\xff])[\x85\x91-\x97\xa0\xa3\xa9\xab\xae\xb0\xb7\xbb\xc0-\xff](?![\x80-\xff])/g)
  // Accented letters stand between plain ones.
  if (high > 0 && (alone?.length ?? 0) >= high * frequentShare) return 'windows-1252'
  const pairs: readonly string[] = sample.match(/[\x80-\xff][\s\S]/g) ?? []
  const isMostly = (frequent: RegExp) =>
    pairs.filter((pair) => frequent.test(pair)).length >= pairs.length * frequentShare
  // Korean has no syllable behind C8, and Chinese has many.
  const isGb = isMostly(/^[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]$/) && pairs.some((pair) => pair >= '\xc9')
  if (isGb && isWhole(bytes, 'gb18030')) return 'gb18030'
  const isBig5 = isMostly(/^[\xa1-\xc6]/) && pairs.some((pair) => /[@-~]$/.test(pair))
  return isBig5 && isWhole(bytes, 'big5') ? 'big5' : undefined
}

function isWhole(bytes: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
