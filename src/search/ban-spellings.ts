// What bans are told of addresses: which of them are one share or one cloud, and what stands inside others.
import type { Spellings } from '../bans/spellings.ts'
import { shareKeyOf } from './banned.ts'
import { clouds } from './clouds/table.ts'
import { innerOf } from './clouds.ts'

/** Shares and hosts as the clouds' addresses have them. */
export const banSpellings: Spellings = {
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
  innersOf,
}

/** Lanzou moves from host to host and gives users hosts of their own; its codes stay. */
const lanzou = /^others:(?:[a-z0-9.-]{1,80}\.)?lanzou[a-z]{0,2}\.com\/([^?#]+)(?:[?#].*)?$/s

function banKeyOf(key: string): string {
  // Thirteen hexadecimal digits in either case.
  if (key.startsWith('uc:')) return key.toLowerCase()
  if (!key.startsWith('others:')) return key
  return (key.includes('%') ? key.replaceAll(/%[0-9a-f]{2}/gi, spelled) : key).replace(lanzou, 'others:lanzou/$1')
}

/** An escape of a character that needs none is the character. */
function spelled(escaped: string): string {
  const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(char) ? char : escaped.toUpperCase()
}

const beginning = /https?(?::|%3a)(?:\/|%2f){2}/gi
/** Nobody leads on more often; each is read to this many characters. */
const mostInners = 8
const longestInner = 2_000

function innersOf(address: string): readonly string[] {
  const from = address.slice(0, 7).toLowerCase()
  // Beside what they are, they name who helps to fetch it.
  if (from === 'magnet:' || from === 'ed2k://') return []
  // Nearly all addresses begin like one and hold no other.
  beginning.lastIndex = 1
  const inners: string[] = []
  for (let at = beginning.exec(address); at && inners.length < mostInners; at = beginning.exec(address)) {
    inners.push(...readingsOf(address.slice(at.index, at.index + longestInner)))
  }
  return inners
}

/** What follows an address that is not escaped may be its own, or that of the one around it. */
function readingsOf(text: string): readonly string[] {
  const inner = innerOf(text, 0)
  return inner === text && text.includes('&') ? [text, text.slice(0, text.indexOf('&'))] : [inner]
}
