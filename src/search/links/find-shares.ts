// Finds all shares in a text by scanning for slashes and schemes, without trying every host.
import { isAlphanumeric } from '../clouds/access-code-format.ts'
import {
  type CloudShare,
  findShareAt,
  readPath,
  readShare,
  type ShareLocation,
  unwrapRedirect,
} from '../clouds/recognise.ts'

/** A share in a text, with its offsets. */
export interface ShareMention {
  readonly share: CloudShare
  readonly start: number
  readonly end: number
  /** Offset from which its access code is searched: after the address as displayed. */
  readonly codeFrom: number
}

/** The start of an address. Even one that is not a share ends the address before it (cloud-links.md trap 2). */
type Start =
  | { readonly at: number; readonly kind: 'hash' | 'encoded' | 'foreign' }
  | { readonly at: number; readonly kind: 'hosted'; readonly path: number; readonly place: ShareLocation }

// Longer than any share address, and short enough to bound the work per start.
const maxAddressLength = 4096

// The longest host that is looked up; known ones have less than half of this, and at least the length of `1drv.ms`.
const maxHostLength = 80
const shortestHost = 7
const port = /:\d+$/

// A user name or stray blanks between scheme and host.
const looseScheme = /https?:\/\/(?:[^\s/?#@]{1,64}@|\s{0,3})$/i

const schemes = ['https', 'http', 'ed2k'] as const

// The shortest share address: `1drv.ms/` and two characters. A percent-encoded one has at least twice as many.
const minAddressLength = 10

const encodedStart = /(?:https?|ed2k)(?::|%3a)%2f%2f|magnet%3a(?:%3f|\?)/gi

/** All shares of a text in order, including duplicates. Linear: each piece of text belongs to at most one start. */
export function findShares(text: string): ShareMention[] {
  const starts = startsOf(text)
  const found: ShareMention[] = []
  for (const [index, start] of starts.entries()) {
    if (start.kind === 'foreign') continue
    const next = starts[index + 1]?.at ?? text.length
    const result = read(text, start, Math.min(next, start.at + maxAddressLength))
    if (result === undefined) continue
    const end = start.at + result.length
    found.push({ share: result.share, start: start.at, end, codeFrom: end })
  }
  return found
}

function startsOf(text: string): Start[] {
  const starts = slashStarts(text)
  if (!text.includes(':?') && !text.includes('%')) return starts
  return [...starts, ...magnetStarts(text), ...encodedStarts(text)].sort((one, other) => one.at - other.at)
}

function read(text: string, start: Start, limit: number): ReturnType<typeof readShare> {
  if (limit - start.at < (start.kind === 'encoded' ? 2 : 1) * minAddressLength) return undefined
  // The next address may start within the scheme or host of this one.
  if (start.kind === 'hosted')
    return start.path < limit ? readPath(start.place, text.slice(start.path, limit), start.path - start.at) : undefined
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
  const place = slash - from < shortestHost ? undefined : findShareAt(text.slice(from, slash).replace(port, ''))
  if (place === undefined) return undefined
  const at = from === scheme.end ? (scheme.start?.at ?? from) : addressStart(text, from)
  // `ed2k://` is not followed by a host.
  if (at === undefined || (at === scheme.start?.at && scheme.start.kind === 'hash')) return undefined
  return { at, kind: 'hosted', path: slash, place }
}

function schemeStart(text: string, colon: number): Start | undefined {
  const name = text.startsWith('https', colon - 5) ? 'https' : spelledScheme(text, colon)
  if (name === undefined) return undefined
  const at = colon - name.length
  if (name === 'ed2k') return { at, kind: 'hash' }
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
  const before = text.slice(Math.max(0, colon - 5), colon).toLowerCase()
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
