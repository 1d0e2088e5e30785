// Says which share an address points to, whatever its spelling, and how that share's address is written here.
import type { CloudType } from '../contract/search.ts'
import { decodeOnce, readTail } from './clouds/address-tail.ts'
import { type Reading, readEd2k, readMagnet } from './clouds/hash-links.ts'
import { cloudNamed } from './clouds/names.ts'
import { otherPaths, readOther } from './clouds/others.ts'
import { type Cloud, clouds } from './clouds/table.ts'
import { tidyText } from './links/tidy-text.ts'

/** What a link points to. Two links are the same share when their keys are equal. */
export interface Share {
  readonly type: CloudType
  /** `<type>:<code>`; `others:<host and path>` where only an upstream says what type it is. */
  readonly key: string
  /** The cloud's own name of it; for `others` its host and path, for ed2k `<hash>:<bytes>`. */
  readonly code: string
  /** The access code the address held, `''` for none. */
  readonly password: string
  /** The canonical address without access code. */
  readonly url: string
}

/** A share and how many characters of the text its address took. */
interface ReadShare {
  readonly share: Share
  readonly length: number
}

/** A host at which shares can live: of which type they are, and how an address there reads from its path on. */
export interface Place {
  readonly type: CloudType
  readonly read: (rest: string) => Reading | undefined
}

const cloudOfHost: ReadonlyMap<string, Cloud> = new Map(
  clouds.flatMap((cloud) => cloud.hosts.map((host): [string, Cloud] => [host, cloud])),
)
const cloudFamilies = clouds.filter((cloud) => cloud.hostPattern !== undefined)

// People leave a blank behind `https://` (cloud-links.md trap 18).
const leading = /^(?:(?:https?:)?\/\/\s{0,3})?(?:[^\s/?#@]{1,64}@)?([a-z0-9.-]{4,80})(?::\d{1,5})?(?=\/)/i
const bareCode = /^(?:\.html)?\?([A-Za-z0-9]{4})(?![A-Za-z0-9=])/
const innerAddress = /https?(?::|%3a)(?:\/\/|%2f%2f)|magnet(?::|%3a)(?:\?|%3f)|ed2k(?::|%3a)(?:\/\/|%2f%2f)/gi
const innerLimit = 4

// Canonical addresses carry the code where the cloud's own page reads it (cloud-links.md section 1).
const codeParameter: Partial<Record<CloudType, string>> = {
  baidu: 'pwd',
  xunlei: 'pwd',
  '115': 'password',
  '123': 'pwd',
}

/** The place a host is, in any letter case, with or without `www.`; `undefined` when no shares can live there. */
export function placeAt(host: string): Place | undefined {
  const found = /[A-Z]/.test(host) ? host.toLowerCase() : host
  const name = found.startsWith('www.') ? found.slice(4) : found
  const cloud = cloudAt(name)
  if (cloud !== undefined) return { type: cloud.type, read: (rest) => readCloud(cloud, found, rest) }
  const paths = otherPaths(name)
  return paths && { type: 'others', read: (rest) => readOther(found, rest, paths) }
}

function cloudAt(host: string): Cloud | undefined {
  return cloudOfHost.get(host) ?? cloudFamilies.find((cloud) => cloud.hostPattern?.test(host))
}

/** Reads the share whose address begins a text; what follows the address does not matter. */
export function readShare(text: string): ReadShare | undefined {
  const scheme = text.slice(0, 7).toLowerCase()
  if (scheme === 'magnet:') return made('magnet', readMagnet(text), 0)
  if (scheme === 'ed2k://') return made('ed2k', readEd2k(text), 0)
  const [before = '', host = ''] = leading.exec(text) ?? []
  const place = placeAt(host)
  return place && readPath(place, text.slice(before.length), before.length)
}

/** Reads the share whose path begins a text, `before` being the length of its address up to there. */
export function readPath(place: Place, rest: string, before: number): ReadShare | undefined {
  return made(place.type, place.read(rest), before)
}

function readCloud(cloud: Cloud, host: string, rest: string): Reading | undefined {
  for (const form of cloud.forms) {
    const match = form.at.exec(rest)
    if (match === null) continue
    const code = form.code?.(match) ?? match[1] ?? ''
    const from = match[0].length
    const tail = readTail(rest, from, cloud.codeNames)
    const bare = cloud.bareCode && tail.password === '' ? bareCode.exec(rest.slice(from))?.[1] : undefined
    return { code, url: cloud.url(code, host), password: bare ?? tail.password, length: tail.end }
  }
  return undefined
}

function made(type: CloudType, reading: Reading | undefined, before: number): ReadShare | undefined {
  if (reading === undefined) return undefined
  const { code, url, password, length } = reading
  return { share: { type, key: `${type}:${code}`, code, password, url }, length: before + length }
}

/**
 * The share an address points to, also when it is wrapped in another address, percent-encoded once or not at all.
 * `undefined` when it is no share of a known cloud. Never throws; linear in the address.
 */
export function recognise(address: string): Share | undefined {
  const text = tidyText(address).text.trim()
  const read = readShare(text)
  if (read !== undefined) return read.share
  let tries = 0
  for (const match of text.matchAll(innerAddress)) {
    const inner = readShare(innerOf(text, match.index))
    if (inner !== undefined) return inner.share
    tries += 1
    if (tries === innerLimit) return undefined
  }
  return undefined
}

/**
 * The share behind an address of no known cloud that an upstream lists as one, on a cloud it calls `cloud`; it is known by its host
 * and path. `undefined` when it is no web address.
 */
export function declaredShare(address: string, cloud: string): Share | undefined {
  // Words may stand behind the address.
  const [bare = ''] = address.split(/\s/, 1)
  if (!/^https?:\/\//i.test(bare) || !URL.canParse(bare)) return undefined
  const { protocol, host, pathname, search, hostname, hash } = new URL(bare)
  // `/#/s/AAA` and `/s#AAA` name what is there; a fragment behind a whole path is a place in it.
  const fragment = hash.startsWith('#/') || pathname.split('/').length <= 2 ? hash : ''
  // A path of nothing is a site, not something on it; what a known host has elsewhere is no share.
  if (!hostname.includes('.') || pathname + search + fragment === '/' || placeAt(hostname)) return undefined
  const type = cloudNamed(cloud)
  const code = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}${fragment}`
  // Hash links have no hosts.
  const shown = type === 'magnet' || type === 'ed2k' ? 'others' : type
  // Not by the type: two upstreams may call the cloud of one address by different names.
  return {
    type: shown,
    key: `others:${code}`,
    code,
    password: '',
    url: `${protocol}//${host}${pathname}${search}${fragment}`,
  }
}

/** The address that begins at an offset of a text, decoded when it stands percent-encoded inside another. */
export function innerOf(text: string, from: number): string {
  const inner = text.slice(from)
  return /^\w{4,6}(?:%3a|:%2f)/i.test(inner) ? decodeOnce(/^[^\s&#"'<>]*/.exec(inner)?.[0] ?? '') : inner
}

/** The canonical address of a share with an access code (`''` for none) put in where the cloud's own addresses have it. */
export function shareUrl(share: Share, password: string): string {
  const name = codeParameter[share.type]
  if (name === undefined || password === '') return share.url
  return `${share.url}${share.url.includes('?') ? '&' : '?'}${name}=${password}`
}

/** Is this a share as addresses are read here? Its own address, read again, must say the same: whoever kept it may have written anything. */
export function isShare({ type, key, code, url }: Share): boolean {
  const again = readShare(url)?.share ?? declaredShare(url, type)
  return again?.type === type && again.key === key && again.code === code && again.url === url
}
