// Address identity for bans: which addresses are the same share or cloud, and which addresses are nested in others.
import type { AddressIdentity } from '../bans/ban-matcher.ts'
import { unwrapRedirect } from './clouds/recognise.ts'
import { clouds } from './clouds/table.ts'
import { shareKeyOf } from './pipeline/filter-banned.ts'

/** Identity of shares and hosts according to the cloud table. */
export const shareIdentity: AddressIdentity = {
  keyOf(address) {
    const key = shareKeyOf(address)
    return key === undefined ? undefined : banKeyOf(key)
  },
  banKeyOf,
  aliasesOf(host) {
    const bare = host.replace(/^www\./, '')
    const isMeant = (one: string) => one === bare || one.endsWith(`.${host}`)
    const types = new Set(clouds.flatMap(({ type, hosts }) => (hosts.some(isMeant) ? [type] : [])))
    return clouds.flatMap(({ type, hosts }) => (types.has(type) ? hosts : []))
  },
  nestedAddresses: innersOf,
}

/** Lanzou changes its host names and gives users their own hosts; share codes stay the same. */
const lanzou = /^others:(?:[a-z0-9.-]{1,80}\.)?lanzou[a-z]{0,2}\.com\/([^?#]+)(?:[?#].*)?$/s

function banKeyOf(key: string): string {
  // UC codes are thirteen hexadecimal digits in either case.
  if (key.startsWith('uc:')) return key.toLowerCase()
  if (!key.startsWith('others:')) return key
  return (key.includes('%') ? key.replaceAll(/%[0-9a-f]{2}/gi, decodeUnreserved) : key).replace(
    lanzou,
    'others:lanzou/$1',
  )
}

/** Decodes the escapes of unreserved characters. */
function decodeUnreserved(escaped: string): string {
  const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(char) ? char : escaped.toUpperCase()
}

const schemePattern = /https?(?::|%3a)(?:\/|%2f){2}/gi
/** Limits on nested addresses: their number, and the characters read of each. */
const maxNestedAddresses = 8
const maxNestedLength = 2_000

function innersOf(address: string): readonly string[] {
  const from = address.slice(0, 7).toLowerCase()
  // Their nested addresses are trackers and sources.
  if (from === 'magnet:' || from === 'ed2k://') return []
  // Starts at 1 to skip the scheme of the address itself.
  schemePattern.lastIndex = 1
  const inners: string[] = []
  for (
    let at = schemePattern.exec(address);
    at && inners.length < maxNestedAddresses;
    at = schemePattern.exec(address)
  ) {
    inners.push(...nestedReadings(address.slice(at.index, at.index + maxNestedLength)))
  }
  return inners
}

/** After an unescaped nested address, `&…` may belong to it or to the outer address. */
function nestedReadings(text: string): readonly string[] {
  const inner = unwrapRedirect(text, 0)
  return inner === text && text.includes('&') ? [text, text.slice(0, text.indexOf('&'))] : [inner]
}
