// Finds all shares and other addresses in a text by scanning for slashes and schemes, without trying every host.
import { isAlphanumeric } from '../clouds/access-code-format.ts'
import { type CloudShare, findShareAt, readShare, type ShareLocation, unwrapRedirect } from '../clouds/recognise.ts'
import { leadingAddress } from '../clouds/url-suffix.ts'

/** An address in a text, with its offsets; `share` is undefined for one that is no share. */
export interface AddressMention {
  readonly share: CloudShare | undefined
  readonly start: number
  readonly end: number
  /** Offset up to which its access code is searched: before the address around it, if any. */
  readonly codeUntil: number
  /** Offset from which its access code is searched: after the address as displayed. */
  readonly codeFrom: number
}

/** A share in a text. */
export interface ShareMention extends AddressMention {
  readonly share: CloudShare
}

/** The start of an address. Even one that is not a share ends the address before it (cloud-links.md trap 2). */
type Start =
  | { readonly at: number; readonly kind: 'hash' | 'encoded' | 'foreign' }
  | { readonly at: number; readonly kind: 'hosted'; readonly path: number; readonly place: ShareLocation }

// Longer than any share address, and short enough to bound the work per start.
const maxAddressLength = 4096

// The longest host that is looked up; known ones have less than half of this, and at least the length of `wss.cc`.
const maxHostLength = 80
const shortestHost = 6
const port = /:\d+$/

// A user name or stray blanks between scheme and host.
const looseScheme = /https?:\/\/(?:[^\s/?#@]{1,64}@|\s{0,3})$/i

const schemes = ['https', 'http', 'ed2k', 'thunder'] as const

// The shortest share address: `1drv.ms/` and two characters. A percent-encoded one has at least twice as many.
const minAddressLength = 10

const onlyScheme = /^(?:https?)?[:/]*$/i
const plainScheme = /^https?:\/\//i
// A host in another script than Latin.
const internationalAddress = /^https?:\/\/[\p{L}\p{N}.-]{1,80}[/?][!-~]*/iu

// A host without a scheme. The last part tells it from a file name; the list has the usual ones.
const domain =
  /^(?:www\.[a-z0-9.-]{1,70}|[a-z0-9.-]{1,70}\.(?:com|cn|net|org|top|xyz|me|cc|io|co|vip|info|pw|club|site|link|nz|app|tv|ink|fun|pro|la|im|dev|ws))$/i

// A magnet link up to a character that ends any; its name may be written without encoding.
const magnetRun = /magnet(?::|%3a)(?:\?|%3f)[^\s<>"'，。；、（）【】「」《》]*/iy

const encodedStart = /(?:https?|ed2k)(?::|%3a)%2f%2f|magnet%3a(?:%3f|\?)/gi

/** All shares of a text in order, including duplicates. */
export function findShares(text: string): ShareMention[] {
  return findAddresses(text).filter(isShareMention)
}

/** Whether an address is a share. */
export function isShareMention<Address extends AddressMention>(address: Address): address is Address & ShareMention {
  return address.share !== undefined
}

/** All shares of a text and its other web addresses, in order. Linear: each piece of text belongs to at most one start. */
export function findAddresses(text: string): AddressMention[] {
  const starts = startsOf(text)
  const found: AddressMention[] = []
  let around: number | undefined
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1]
    const limit = Math.min(next?.at ?? text.length, start.at + maxAddressLength)
    const result = read(text, start, limit)
    const length = result?.length ?? foreignLength(text, start, limit)
    const isAround = result === undefined && next !== undefined && isInside(text, start.at, next)
    if (length > 0 && !isAround) {
      const end = start.at + length
      found.push({ share: result?.share, start: start.at, end, codeUntil: around ?? start.at, codeFrom: end })
    }
    around = isAround ? (around ?? start.at) : undefined
  }
  return found
}

/** The length of an address that is no share; 0 if there is none. */
function foreignLength(text: string, { at, kind }: Start, limit: number): number {
  if (kind === 'hash' || kind === 'encoded') return 0
  const stretch = text.slice(at, limit)
  const run = leadingAddress(stretch)
  return onlyScheme.test(run) ? (internationalAddress.exec(stretch)?.[0].length ?? 0) : run.length
}

/** Whether the address at an offset continues up to the next one and around it: `https://example.org/go?to=https%3A…`. */
function isInside(text: string, at: number, next: Start): boolean {
  const isPart =
    next.kind === 'encoded' || (next.kind === 'hosted' && !plainScheme.test(text.slice(next.at, next.at + 8)))
  return isPart && next.at - at <= maxAddressLength && /^[!-~]*$/.test(text.slice(at, next.at))
}

function startsOf(text: string): Start[] {
  const starts = slashStarts(text)
  if (!text.includes(':?') && !text.includes('%')) return starts
  const all = [...starts, ...magnetStarts(text), ...encodedStarts(text)].sort((one, other) => one.at - other.at)
  return withoutTrackers(text, all)
}

/** Without the addresses that are parameters of a magnet link: `&tr=http%3A%2F%2F…`. */
function withoutTrackers(text: string, starts: readonly Start[]): Start[] {
  let end = 0
  return starts.filter(({ at, kind }) => {
    if (at < end) return kind !== 'encoded' || !/(?:=|%3d)$/i.test(text.slice(at - 3, at))
    magnetRun.lastIndex = at
    if (magnetRun.test(text)) end = magnetRun.lastIndex
    return true
  })
}

function read(text: string, start: Start, limit: number): ReturnType<typeof readShare> {
  if (start.kind === 'foreign') return undefined
  if (limit - start.at < (start.kind === 'encoded' ? 2 : 1) * minAddressLength) return undefined
  // The next address may start within the scheme or host of this one.
  if (start.kind === 'hosted')
    return start.path < limit ? start.place.read(text.slice(start.path, limit), start.path - start.at) : undefined
  const stretch = text.slice(start.at, limit)
  if (start.kind === 'hash') return readShare(stretch)
  const inner = readShare(unwrapRedirect(stretch, 0))
  // An encoded address ends with the address around it.
  return inner && { share: inner.share, length: /^[!#-;=?-Z[\]_a-z~]*/.exec(stretch)?.[0].length ?? 0 }
}

/** The last scheme found: its end, and the start of its address, if any. */
interface Scheme {
  readonly start: Start | undefined
  readonly end: number
}

// Every address has a slash after its host, with or without a scheme.
function slashStarts(text: string): Start[] {
  const starts: Start[] = []
  let scheme: Scheme = { start: undefined, end: -1 }
  for (let slash = text.indexOf('/'); slash !== -1; slash = text.indexOf('/', slash + 1)) {
    if (text.startsWith('://', slash - 1)) {
      const start = schemeStart(text, slash - 1)
      if (start !== undefined) starts.push(start)
      scheme = { start, end: slash + 2 }
      slash = start?.kind === 'hosted' ? start.path : slash + 1
      continue
    }
    const start = hostedBefore(text, slash, scheme)
    if (start === undefined) continue
    if (starts.at(-1)?.at === start.at) starts.pop()
    starts.push(start)
  }
  return starts
}

/** The start of the address whose host ends at a slash: with a port, a user name or blanks, or without a scheme. */
function hostedBefore(text: string, slash: number, scheme: Scheme): Start | undefined {
  const from = hostStart(text, slash)
  if (slash - from < shortestHost) return undefined
  const host = text.slice(from, slash).replace(port, '')
  const place = findShareAt(host)
  if (place === undefined) return isBareAddress(text, from, host) ? { at: from, kind: 'foreign' } : undefined
  const at = from === scheme.end ? (scheme.start?.at ?? from) : addressStart(text, from)
  // `ed2k://` is not followed by a host.
  if (at === undefined || (at === scheme.start?.at && scheme.start.kind === 'hash')) return undefined
  return { at, kind: 'hosted', path: slash, place }
}

/** Whether a host without a scheme is the start of an address, and not of a part of another. */
function isBareAddress(text: string, from: number, host: string): boolean {
  return domain.test(host) && /^(?:[^!-~]|["'<|(:[])?$/.test(text.charAt(from - 1))
}

function schemeStart(text: string, colon: number): Start | undefined {
  const name = text.startsWith('https', colon - 5) ? 'https' : spelledScheme(text, colon)
  if (name === undefined) return undefined
  const at = colon - name.length
  if (name === 'ed2k' || name === 'thunder') return { at, kind: 'hash' }
  // A parameter value belongs to the address around it: trackers of a magnet link, sources of an ed2k link.
  if (text.charAt(at - 1) === '=') return undefined
  return hostedStart(text, at, colon + '://'.length) ?? { at, kind: 'foreign' }
}

/** The start of an address with a cloud host directly after the scheme, the usual case. */
function hostedStart(text: string, at: number, host: number): Start | undefined {
  const path = text.indexOf('/', host)
  if (path - host < shortestHost || path - host > maxHostLength || !isAlphanumeric(text.charCodeAt(host)))
    return undefined
  const place = findShareAt(text.slice(host, path))
  return place && { at, kind: 'hosted', path, place }
}

function spelledScheme(text: string, colon: number): string | undefined {
  const before = text.slice(Math.max(0, colon - 7), colon).toLowerCase()
  return schemes.find((known) => before.endsWith(known))
}

// Scans a host and its optional port backwards from the slash after it.
function hostStart(text: string, slash: number): number {
  let from = backOverHost(text, slash)
  if (text.charAt(from - 1) === ':' && slash - from <= 5) from = backOverHost(text, from - 1)
  while (from < slash && !isAlphanumeric(text.charCodeAt(from))) from += 1
  return from
}

function backOverHost(text: string, end: number): number {
  let from = end
  while (from > 0 && end - from < maxHostLength && isHostChar(text.charCodeAt(from - 1))) from -= 1
  return from
}

function isHostChar(char: number): boolean {
  return isAlphanumeric(char) || char === 45 || char === 46
}

/** The start of the address with a known host; `undefined` if the host is only a path segment of another address. */
function addressStart(text: string, from: number): number | undefined {
  const before = text.charAt(from - 1)
  if (before === '/') return text.charAt(from - 2) === '/' ? from : undefined
  if (before !== '@' && before.trim() !== '') return from
  const scheme = looseScheme.exec(text.slice(Math.max(0, from - maxHostLength), from))
  return scheme === null ? from : from - scheme[0].length
}

function magnetStarts(text: string): Start[] {
  const starts: Start[] = []
  for (let colon = text.indexOf(':?'); colon !== -1; colon = text.indexOf(':?', colon + 2)) {
    const at = colon - 'magnet'.length
    if (at >= 0 && text.slice(at, colon).toLowerCase() === 'magnet') starts.push({ at, kind: 'hash' })
  }
  return starts
}

function encodedStarts(text: string): Start[] {
  return Array.from(text.matchAll(encodedStart), ({ index }) => ({ at: index, kind: 'encoded' }))
}
