// The request token of 酷安's app (upstreams/hot/coolapk.md).
import { hash } from 'node:crypto'

/** The token of a device for a time, with a precision of seconds. */
export function coolapkToken(device: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const secret = `token://com.coolapk.market/c67ef5943784d09750dcfbb31020f0ab?${hash('md5', `${seconds}`)}$${device}&com.coolapk.market`
  return `${hash('md5', Buffer.from(secret).toString('base64'))}${device}0x${seconds.toString(16)}`
}

/** A made-up device id of five groups; it depends on the time. */
export function coolapkDevice(at: Date): string {
  const digits = hash('sha256', `${at.getTime()}`)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
