// Verifies the request signatures of sites (cls.md, coolapk.md, b-51cto.md, b-bilibili.md).
import { createHash } from 'node:crypto'

function digest(kind: 'md5' | 'sha1', text: string): string {
  return createHash(kind).update(text).digest('hex')
}

/** True when `sign` is the MD5 of the SHA-1 of all other parameters, sorted by name (cls.md). */
export function isClsSigned({ searchParams }: URL): boolean {
  const signed = new URLSearchParams(searchParams)
  signed.delete('sign')
  signed.sort()
  return searchParams.get('sign') === digest('md5', digest('sha1', signed.toString()))
}

/** Base-36 text in five parts of 8, 4, 4, 4 and 12 characters. */
const coolapkToken = /^[0-9a-f]{32}(?<device>[0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12})0x(?<time>[0-9a-f]{1,12})$/

/** True when the token matches the device and time that it contains (coolapk.md). */
export function isCoolapkToken(token: string): boolean {
  const { device = '', time = '' } = coolapkToken.exec(token)?.groups ?? {}
  if (device === '') return false
  const seconds = digest('md5', String(Number.parseInt(time, 16)))
  const secret = `token://com.coolapk.market/c67ef5943784d09750dcfbb31020f0ab?${seconds}$${device}&com.coolapk.market`
  return token.slice(0, 32) === digest('md5', Buffer.from(secret).toString('base64'))
}

/** The token in 51cto's sample; no other token is valid. */
const issuedToken = '0123456789abcdef0123456789abcdef'

/**
 * True when a 51cto request has the issued token, and `sign` matches its path, parameter names, token and time
 * (b-51cto.md).
 */
export function is51ctoSigned({ pathname, searchParams }: URL): boolean {
  const token = searchParams.get('token') ?? ''
  const names = [...searchParams.keys()].filter((name) => name !== 'sign').toSorted()
  const query = digest('md5', names.join(',') + digest('md5', token) + (searchParams.get('timestamp') ?? ''))
  const sign = digest('md5', digest('md5', pathname.slice(1)) + query)
  return token === issuedToken && searchParams.get('sign') === sign
}

/** The names of the two pictures in bilibili's sample of `nav`, concatenated. */
const wbiKeys = '7cd084941338484aae1ad9425b84077c4932caff0ff746eab6f01bf08b70ac45'
const wbiPlaces = [
  46, 47, 18, 2, 53, 8, 23, 32, 15, 50, 10, 31, 58, 3, 45, 35, 27, 43, 5, 49, 33, 9, 42, 19, 29, 28, 14, 39, 12, 38, 41,
  13,
]

/** True when `w_rid` matches all other parameters, sorted by name, and the keys (b-bilibili.md). */
export function isWbiSigned({ searchParams }: URL): boolean {
  const signed = [...searchParams]
    .filter(([name]) => name !== 'w_rid')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const pairs = signed.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.replaceAll(/[!'()*]/g, ''))}`,
  )
  const mixin = wbiPlaces.map((place) => wbiKeys.charAt(place)).join('')
  return searchParams.get('w_rid') === digest('md5', pairs.join('&') + mixin)
}
