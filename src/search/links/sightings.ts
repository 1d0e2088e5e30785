// Finds every share in a text: by what must stand in each address, never by trying all hosts.

import { isAlphanumeric } from '../clouds/code-value.ts'
import { innerOf, isCloudHost, readShare, type Share } from '../clouds.ts'

/** A share seen in a text, from where to where. */
export interface Sighting {
  readonly share: Share
  readonly start: number
  readonly end: number
}

/** Where an address begins. One that is no share still ends the address before it (cloud-links.md trap 2). */
interface Start {
  readonly at: number
  readonly kind: 'plain' | 'encoded' | 'foreign'
}

// Longer than any share's address, short enough that what follows a start costs little.
const longestAddress = 4096

// The longest host that is looked up: no known one is half as long; none is shorter than `1drv.ms` or `115.com`.
const longestHost = 80
const shortestHost = 7
const port = /:\d+$/

// A user's name, or a blank that slipped in, between scheme and host.
const looseScheme = /https?:\/\/(?:[^\s/?#@]{1,64}@|\s{0,3})$/i

const schemes = ['https', 'http', 'ed2k'] as const

// No share fits in less, `1drv.ms/` and two more; percent-encoded, none in twice that.
const shortestAddress = 10

const encodedStart = /(?:https?|ed2k)(?::|%3a)%2f%2f|magnet%3a(?:%3f|\?)/gi

/** All shares of a text in order, repeats included. Linear: each stretch of text belongs to one start at most. */
export function sightings(text: string): Sighting[] {
  const starts = [...slashStarts(text), ...magnetStarts(text), ...encodedStarts(text)]
  starts.sort((one, other) => one.at - other.at)
  const found: Sighting[] = []
  for (const [index, start] of starts.entries()) {
    if (start.kind === 'foreign') continue
    const next = starts[index + 1]?.at ?? text.length
    const sighting = read(text.slice(start.at, Math.min(next, start.at + longestAddress)), start)
    if (sighting !== undefined) found.push(sighting)
  }
  return found
}

function read(stretch: string, start: Start): Sighting | undefined {
  if (stretch.length < (start.kind === 'encoded' ? 2 : 1) * shortestAddress) return undefined
  const result = readShare(start.kind === 'encoded' ? innerOf(stretch, 0) : stretch)
  if (result === undefined) return undefined
  // Behind an encoded address the wrapper goes on: it ends where the wrapper does.
  const length = start.kind === 'encoded' ? (/^[!#-;=?-Z[\]_a-z~]*/.exec(stretch)?.[0].length ?? 0) : result.length
  return { share: result.share, start: start.at, end: start.at + length }
}

// Every address with a host has a slash behind that host, with or without a scheme in front.
function slashStarts(text: string): Start[] {
  const starts: Start[] = []
  let schemeAt = 0
  let schemeEnd = -1
  for (let slash = text.indexOf('/'); slash !== -1; slash = text.indexOf('/', slash + 1)) {
    if (text.startsWith('://', slash - 1)) {
      const start = schemeStart(text, slash - 1)
      if (start !== undefined) starts.push(start)
      slash += 1
      schemeEnd = slash + 1
      schemeAt = start?.at ?? schemeEnd
      continue
    }
    const from = knownHostStart(text, slash)
    if (from === undefined) continue
    const at = from === schemeEnd ? schemeAt : addressStart(text, from)
    if (at === undefined) continue
    if (starts.at(-1)?.at === at) starts.pop()
    starts.push({ at, kind: 'plain' })
  }
  return starts
}

function schemeStart(text: string, colon: number): Start | undefined {
  const name = schemes.find((known) => text.startsWith(known, colon - known.length)) ?? spelledScheme(text, colon)
  if (name === undefined) return undefined
  const at = colon - name.length
  if (name === 'ed2k') return { at, kind: 'plain' }
  // A value of a parameter belongs to the address around it: trackers of a magnet link, sources of an ed2k link.
  return text.charAt(at - 1) === '=' ? undefined : { at, kind: 'foreign' }
}

function spelledScheme(text: string, colon: number): string | undefined {
  const before = text.slice(Math.max(0, colon - 5), colon).toLowerCase()
  return schemes.find((known) => before.endsWith(known))
}

// A host, with its port if it has one, walked backwards from the slash behind it.
function knownHostStart(text: string, slash: number): number | undefined {
  let from = backOverHost(text, slash)
  if (text.charAt(from - 1) === ':' && slash - from <= 5) from = backOverHost(text, from - 1)
  while (from < slash && !isAlphanumeric(text.charCodeAt(from))) from += 1
  if (slash - from < shortestHost) return undefined
  return isCloudHost(text.slice(from, slash).replace(port, '')) ? from : undefined
}

function backOverHost(text: string, end: number): number {
  let from = end
  while (from > 0 && end - from < longestHost && isHostChar(text.charCodeAt(from - 1))) from -= 1
  return from
}

function isHostChar(char: number): boolean {
  return isAlphanumeric(char) || char === 45 || char === 46
}

/** Where the address around a known host begins; `undefined` when the host is only a step of another address's path. */
function addressStart(text: string, from: number): number | undefined {
  const before = text.charAt(from - 1)
  if (before === '/') return text.charAt(from - 2) === '/' ? from : undefined
  if (before !== '@' && before.trim() !== '') return from
  const scheme = looseScheme.exec(text.slice(Math.max(0, from - longestHost), from))
  return scheme === null ? from : from - scheme[0].length
}

function magnetStarts(text: string): Start[] {
  const starts: Start[] = []
  for (let colon = text.indexOf(':?'); colon !== -1; colon = text.indexOf(':?', colon + 2)) {
    const at = colon - 'magnet'.length
    if (at >= 0 && text.slice(at, colon).toLowerCase() === 'magnet') starts.push({ at, kind: 'plain' })
  }
  return starts
}

function encodedStarts(text: string): Start[] {
  if (!text.includes('%')) return []
  return Array.from(text.matchAll(encodedStart), (match): Start => ({ at: match.index, kind: 'encoded' }))
}
