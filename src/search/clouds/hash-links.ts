// Parses magnet and ed2k links, shares identified by the hash of their content; and decodes thunder links.
import { isUtf8 } from 'node:buffer'
import { decodeOnce, leadingAddress } from './url-suffix.ts'

/** A parsed address: share code, canonical URL without access code, access code, and length in the text. */
export interface ParsedAddress {
  readonly code: string
  readonly url: string
  readonly password: string
  readonly length: number
}

const topicV1 = /[?&;]xt(?:\.\d)?=urn(?::|%3a)btih(?::|%3a)([0-9a-z]+)/i
const topicV2 = /[?&;]xt(?:\.\d)?=urn(?::|%3a)btmh(?::|%3a)(1220[0-9a-f]{64})(?![0-9a-f])/i
const displayName = /[?&;]dn=([^&]+)/i

// Only a complete hash counts; it may be followed directly by letters that no hash has, or by a cloud label.
const hexHash = /^([0-9a-f]{40})(?:$|[g-z]|(?:115|123)$)/i
const base32Hash = /^([a-z2-7]{32})(?:$|[0189]|(?:uc|115|123)$)/i
const base32Letters = 'abcdefghijklmnopqrstuvwxyz234567'

const file =
  /^ed2k:\/\/(?:\||%7c)file(?:\||%7c)([^|\r\n]{1,1024}?)(?:\||%7c)(\d{1,16})(?:\||%7c)([0-9a-f]{32})(?:\||%7c)((?:h=[a-z2-7]{32}(?:\||%7c)|p=[0-9a-f:]{32,4096}(?:\||%7c)|s=[!-{}~]{1,512}?(?:\||%7c))*)\/?/i

// A name before the hash may be written without encoding.
const magnetWithName = /^magnet:\?[^\s<>"]{1,2000}?[&;]xt(?:\.\d)?=[!#-;=?-Z[\]_a-z~]*/i

/** Parses a magnet link: v1 hash as 40 lower-case hex digits (base32 is decoded), else v2 multihash (BEP 9, BEP 52). */
export function readMagnet(text: string): ParsedAddress | undefined {
  const address = leadingAddress(text)
  const read = magnetAt(address, address.length) ?? magnetAt(decodeOnce(address), address.length)
  if (read !== undefined) return read
  const named = magnetWithName.exec(text)?.[0]
  return named === undefined ? undefined : magnetAt(named, named.length)
}

function magnetAt(address: string, length: number): ParsedAddress | undefined {
  const code = hashV1(topicV1.exec(address)?.[1] ?? '') ?? topicV2.exec(address)?.[1]?.toLowerCase()
  if (code === undefined) return undefined
  const name = displayName.exec(address)?.[1]?.replace(/[^!-~]+/g, encodeURIComponent)
  const topic = code.length === 40 ? `btih:${code}` : `btmh:${code}`
  const url = `magnet:?xt=urn:${topic}${name === undefined ? '' : `&dn=${name}`}`
  return { code, url, password: '', length }
}

function hashV1(run: string): string | undefined {
  const hex = hexHash.exec(run)?.[1]
  if (hex !== undefined) return hex.toLowerCase()
  const base32 = base32Hash.exec(run)?.[1]
  return base32 === undefined ? undefined : hexOfBase32(base32.toLowerCase())
}

function hexOfBase32(base32: string): string {
  let hex = ''
  // Eight letters are forty bits, ten hex digits.
  for (let from = 0; from < base32.length; from += 8) {
    let bits = 0
    for (const letter of base32.slice(from, from + 8)) bits = bits * 32 + base32Letters.indexOf(letter)
    hex += bits.toString(16).padStart(10, '0')
  }
  return hex
}

/** Parses an ed2k file link: hash and size. Its name may contain spaces and any script; its bars may be percent-encoded. */
export function readEd2k(text: string): ParsedAddress | undefined {
  const match = file.exec(text)
  if (match === null) return undefined
  const [whole, name, size = '', hash = '', parts = ''] = match
  const bytes = size.replace(/^0+(?=\d)/, '')
  const more = parts.replaceAll(/%7c/gi, '|')
  return {
    code: `${hash.toLowerCase()}:${bytes}`,
    url: `ed2k://|file|${name}|${bytes}|${hash}|${more}/`,
    password: '',
    length: whole.length,
  }
}

const thunder = /^thunder:\/\/([a-z0-9+/]{8,6000})={0,2}/i

/** Decodes a thunder link: the address inside, in UTF-8 or GBK, and the length of the link. */
export function decodeThunder(text: string): { readonly address: string; readonly length: number } | undefined {
  const [whole, encoded = ''] = thunder.exec(text) ?? []
  if (whole === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  const decoded = isUtf8(bytes) ? bytes.toString() : new TextDecoder('gbk').decode(bytes)
  const address = /^AA([^\r\n]+)ZZ$/.exec(decoded)?.[1]
  return address === undefined ? undefined : { address, length: whole.length }
}
