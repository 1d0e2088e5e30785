// Bytes to text, in the charset the reply says it is in: byte-order mark, header, then the page's own declaration.
import { isAscii, isUtf8 } from 'node:buffer'
import { UpstreamError } from './errors.ts'

/** How far into a page its own declaration is looked for (WHATWG HTML, "prescan a byte stream": 1024 bytes). */
const prescanBytes = 1024
/** More broken characters than this share, and the text is of no use. */
const brokenShare = 0.02

/**
 * Decodes a body. Bytes that are sound UTF-8 are read so whatever is said of them: servers mislabel more often than other text
 * fits UTF-8 by accident, and GBK makes plausible nonsense of it. Else a byte-order mark wins over the header, and the header
 * over `<meta charset>` or `<?xml encoding>`. Labels are those of the WHATWG Encoding Standard (gb2312 means gbk, …).
 * @throws UpstreamError `mismatch` when no reading makes sense.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  // In ASCII there is nothing to prove, and ISO-2022-JP and UTF-16 can look like it.
  if (isUtf8(bytes) && !isAscii(bytes)) return decode(bytes, 'utf-8')
  const charsets = charsetsSaid(bytes, contentType)
  for (const charset of charsets) {
    const text = decode(bytes, charset)
    if (brokenIn(text) <= brokenAllowed(text)) return text
  }
  throw new UpstreamError('mismatch', `the answer is not in the charset it names (${charsets[0]})`)
}

/** What is said of the bytes, in order of trust; UTF-8 when nothing is. */
function charsetsSaid(bytes: Uint8Array, contentType: string | undefined): string[] {
  const mark = byMark(bytes)
  if (mark !== undefined) return [mark]
  const said = [known(fromHeader(contentType)), asInPage(known(fromPage(bytes)))].filter((name) => name !== undefined)
  return said.length === 0 ? ['utf-8'] : said
}

/** A page whose declaration could be read as ASCII is not in UTF-16 (WHATWG HTML, "prescan a byte stream"). */
function asInPage(charset: string | undefined): string | undefined {
  return charset?.startsWith('utf-16') ? 'utf-8' : charset
}

function byMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function fromHeader(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
}

function fromPage(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes)).toString('latin1')
  return (
    /<meta[^>]{0,200}?charset\s*=[\s"']*([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  )
}

/** The standard's own name of a charset label, undefined when it is none. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    // Not a charset: the next place to look may name one.
    return undefined
  }
}

function decode(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes)
}

function brokenIn(text: string): number {
  let broken = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) broken += 1
  return broken
}

/** A character or two cut in half by a careless excerpt do no harm. */
function brokenAllowed(text: string): number {
  return Math.max(2, text.length * brokenShare)
}
