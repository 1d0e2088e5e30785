// Recognises the share at an address in any spelling, and writes its canonical address.
import type { CloudType } from '../../contract/cloud-types.ts'
import { cleanText } from '../links/clean-text.ts'
import { decodeThunder, type ParsedAddress, readEd2k, readMagnet } from './hash-links.ts'
import { otherCloud, readOther } from './other-clouds.ts'
import { type Cloud, cloudNamed, clouds } from './table.ts'
import { decodeOnce, parseUrlSuffix } from './url-suffix.ts'

/** A share. Two links are the same share if their keys are equal. */
export interface CloudShare {
  readonly type: CloudType
  /** `<type>:<code>`; `others:<host and path>` if only an upstream knows the type. */
  readonly key: string
  /** The cloud's id of the share; for `others` its host and path, for ed2k `<hash>:<bytes>`. */
  readonly code: string
  /** The access code in the address, `''` for none. */
  readonly password: string
  /** The canonical address without access code. */
  readonly url: string
}

/** A share and the length of its address in the text. */
interface ParsedShare {
  readonly share: CloudShare
  readonly length: number
}

/** A host with shares. */
export interface ShareLocation {
  /** Parses the share path at the start of `rest`; `before` is the length of the address up to there. */
  readonly read: (rest: string, before: number) => ParsedShare | undefined
}

const cloudOfHost: ReadonlyMap<string, Cloud> = new Map(
  clouds.flatMap((cloud) => cloud.hosts.map((host): [string, Cloud] => [host, cloud])),
)
const cloudFamilies = clouds.filter((cloud) => cloud.hostPattern !== undefined)

// Allows a blank after `https://` (cloud-links.md trap 18).
const leading = /^(?:(?:https?:)?\/\/\s{0,3})?(?:[^\s/?#@]{1,64}@)?([a-z0-9.-]{4,80})(?::\d{1,5})?(?=\/)/i
const bareCode = /^(?:\.html)?\?([A-Za-z0-9]{4})(?![A-Za-z0-9=])/
const innerAddress = /https?(?::|%3a)(?:\/\/|%2f%2f)|magnet(?::|%3a)(?:\?|%3f)|ed2k(?::|%3a)(?:\/\/|%2f%2f)/gi
const innerLimit = 4

// The query parameter in which a cloud's page expects the access code (cloud-links.md section 1).
const codeParameter: Partial<Record<CloudType, string>> = {
  baidu: 'pwd',
  xunlei: 'pwd',
  '115': 'password',
  '123': 'pwd',
}

/** Looks up a host, in any letter case, with or without `www.`; `undefined` if it has no shares. */
export function findShareAt(host: string): ShareLocation | undefined {
  const found = /[A-Z]/.test(host) ? host.toLowerCase() : host
  const name = found.startsWith('www.') ? found.slice(4) : found
  const cloud = cloudOfHost.get(name) ?? cloudFamilies.find(({ hostPattern }) => hostPattern?.test(name))
  if (cloud !== undefined)
    return {
      // Baidu's shares of enterprises have no type.
      read: (rest, before) =>
        createShare(cloud.type, readCloud(cloud, found, rest), before) ??
        otherLocation(found, name)?.read(rest, before),
    }
  return otherLocation(found, name)
}

function otherLocation(found: string, name: string): ShareLocation | undefined {
  const cloud = otherCloud(name)
  return cloud && { read: (rest, before) => createShare('others', readOther(found, rest, cloud), before) }
}

/** Parses the share address at the start of a text; the rest of the text is ignored. */
export function readShare(text: string): ParsedShare | undefined {
  const scheme = text.slice(0, 7).toLowerCase()
  if (scheme === 'thunder') return readThunder(text)
  if (scheme === 'magnet:') return createShare('magnet', readMagnet(text), 0)
  if (scheme === 'ed2k://') return createShare('ed2k', readEd2k(text), 0)
  const [before = '', host = ''] = leading.exec(text) ?? []
  const place = findShareAt(host)
  return place?.read(text.slice(before.length), before.length)
}

/** The share inside a thunder link; any other web address inside is a share itself. */
function readThunder(text: string): ParsedShare | undefined {
  const inside = decodeThunder(text)
  if (inside === undefined || /^thunder:/i.test(inside.address)) return undefined
  const share = readShare(inside.address)?.share ?? declaredShare(inside.address, 'others')
  return share && { share, length: inside.length }
}

function readCloud(cloud: Cloud, host: string, rest: string): ParsedAddress | undefined {
  for (const form of cloud.forms) {
    const match = form.at.exec(rest)
    if (match === null) continue
    const code = form.code?.(match) ?? match[1] ?? ''
    const from = match[0].length
    const tail = parseUrlSuffix(rest, from, cloud.codeNames)
    const bare = cloud.bareCode && tail.password === '' ? bareCode.exec(rest.slice(from))?.[1] : undefined
    return { code, url: cloud.url(code, host), password: bare ?? tail.password, length: tail.end }
  }
  return undefined
}

function createShare(type: CloudType, reading: ParsedAddress | undefined, before: number): ParsedShare | undefined {
  if (reading === undefined) return undefined
  const { code, url, password, length } = reading
  return { share: { type, key: `${type}:${code}`, code, password, url }, length: before + length }
}

/** The share at an address, also if nested in another address and percent-encoded once. Linear; never throws. */
export function recognise(address: string): CloudShare | undefined {
  const text = cleanText(address).text.trim()
  const read = readShare(text)
  if (read !== undefined) return read.share
  let tries = 0
  for (const match of text.matchAll(innerAddress)) {
    const inner = readShare(unwrapRedirect(text, match.index))
    if (inner !== undefined) return inner.share
    tries += 1
    if (tries === innerLimit) return undefined
  }
  return undefined
}

/** The share at an address of an unknown host that an upstream declares as one; undefined if no web address. */
export function declaredShare(address: string, cloud: string): CloudShare | undefined {
  // The address may be followed by words.
  const [bare = ''] = address.split(/\s/, 1)
  if (!/^https?:\/\//i.test(bare) || !URL.canParse(bare)) return undefined
  const { protocol, host, pathname, search, hostname, hash } = new URL(bare)
  // In `/#/s/AAA` and `/s#AAA` the fragment identifies the share; after a longer path it is only a position in the page.
  const fragment = hash.startsWith('#/') || pathname.split('/').length <= 2 ? hash : ''
  // An empty path is a whole site; other pages of a known host are not shares.
  if (!hostname.includes('.') || pathname + search + fragment === '/' || findShareAt(hostname)) return undefined
  const type = cloudNamed(cloud)
  const code = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}${fragment}`
  // A web address is never a hash link.
  const keyType = type === 'magnet' || type === 'ed2k' ? 'others' : type
  // The key does not contain the type: two upstreams may name the cloud of one address differently.
  const url = `${protocol}//${host}${pathname}${search}${fragment}`
  return { type: keyType, key: `others:${code}`, code, password: '', url }
}

/** The address at an offset of a text, decoded if it is nested percent-encoded in another. */
export function unwrapRedirect(text: string, from: number): string {
  const inner = text.slice(from)
  return /^\w{4,6}(?:%3a|:%2f)/i.test(inner) ? decodeOnce(/^[^\s&#"'<>]*/.exec(inner)?.[0] ?? '') : inner
}

/** The canonical address of a share with its access code (`''` for none) where the cloud's own addresses have it. */
export function shareUrl(share: CloudShare, password: string): string {
  const name = codeParameter[share.type]
  if (name === undefined || password === '') return share.url
  return `${share.url}${share.url.includes('?') ? '&' : '?'}${name}=${password}`
}

/** Whether a stored share is valid: parsing its address must give the same share, since storage is not trusted. */
export function isShare({ type, key, code, url }: CloudShare): boolean {
  const again = readShare(url)?.share ?? declaredShare(url, type)
  return again?.type === type && again.key === key && again.code === code && again.url === url
}
