// Formats of links that identify a file by its hash: magnet and ed2k.
import { type LinkFormatter, without } from './link-format.ts'

/** 40 hex digits as base32 (RFC 4648): 20 bytes are 32 letters, without padding. */
function base32(hex: string): string {
  const bits = Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
  const letters = bits.match(/.{5}/g) ?? []
  return letters.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five, 2))).join('')
}

/** Magnet links: hex in upper and lower case, base32, with a name, with a tracker; version 2 alone. */
export const spellMagnet: LinkFormatter = (share) => {
  if (share.form === 'v2') return [without(`magnet:?xt=urn:btmh:${share.code}&dn=${encodeURIComponent(share.name)}`)]
  return [
    without(`magnet:?xt=urn:btih:${share.code}`),
    without(`magnet:?xt=urn:btih:${share.code.toUpperCase()}&dn=${encodeURIComponent(share.name)}`),
    without(`magnet:?xt=urn:btih:${base32(share.code)}`),
    without(`magnet:?xt=urn:btih:${share.code}&tr=${encodeURIComponent('udp://tracker.example.org:6969/announce')}`),
  ]
}

/** ed2k links, with and without a part after the hash. */
export const spellEd2k: LinkFormatter = (share) => {
  const [digest = '', bytes = ''] = share.code.split(':')
  return [
    without(`ed2k://|file|${share.name}.mkv|${bytes}|${digest.toUpperCase()}|/`),
    without(`ed2k://|file|${share.name}.mkv|${bytes}|${digest}|h=AAISEM2EKVTHPCEZVK54ZXPO74ABCIRT|/`),
  ]
}
