// What two sites compute over a request, computed again to see whether the request did it right (cls.md, coolapk.md).
import { createHash } from 'node:crypto'

function digest(kind: 'md5' | 'sha1', text: string): string {
  return createHash(kind).update(text).digest('hex')
}

/** Whether `sign` is the MD5 of the SHA-1 of all other parameters, sorted by name (cls.md). */
export function isClsSigned({ searchParams }: URL): boolean {
  const signed = new URLSearchParams(searchParams)
  signed.delete('sign')
  signed.sort()
  return searchParams.get('sign') === digest('md5', digest('sha1', signed.toString()))
}

/** Base-36 text in five parts of 8, 4, 4, 4 and 12. */
const coolapkToken = /^[0-9a-f]{32}(?<device>[0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12})0x(?<time>[0-9a-f]{1,12})$/

/** Whether a token was made of the device and the time that it names (coolapk.md). */
export function isCoolapkToken(token: string): boolean {
  const { device = '', time = '' } = coolapkToken.exec(token)?.groups ?? {}
  if (device === '') return false
  const seconds = digest('md5', String(Number.parseInt(time, 16)))
  const secret = `token://com.coolapk.market/c67ef5943784d09750dcfbb31020f0ab?${seconds}$${device}&com.coolapk.market`
  return token.slice(0, 32) === digest('md5', Buffer.from(secret).toString('base64'))
}
