// Matches shares, channels, hosts and words against the bans; called thousands of times per search.

import { domainToUnicode } from 'node:url'
import { foldLetters, foldWords } from '../contract/fold-text.ts'
import { createWordTest } from '../contract/match-words.ts'
import type { ParsedBan, ShareKeyOf } from './parse-ban.ts'

/** Identifies addresses: which are the same share or the same cloud. */
export interface AddressIdentity {
  readonly keyOf: ShareKeyOf
  /** The ban key of a share key: equal for different share keys of the same share. */
  banKeyOf(key: string): string
  /** All hosts of the clouds that have this host or a subdomain of it; empty if there is no such cloud. */
  aliasesOf(host: string): readonly string[]
  /** The addresses nested in another, decoded; usually empty. */
  nestedAddresses(address: string): readonly string[]
}

export function createBanMatcher(bans: readonly Pick<ParsedBan, 'kind' | 'key'>[], spellings: AddressIdentity) {
  const keysOf = (kind: ParsedBan['kind']) => bans.flatMap((ban) => (ban.kind === kind ? [ban.key] : []))
  const [shares, channels] = [new Set(keysOf('share')), new Set(keysOf('channel'))]
  const hosts = new Set(keysOf('host').flatMap((host) => [host, ...spellings.aliasesOf(host)]))
  const { isAt, isNamedIn } = createHostMatcher(hosts)
  const holdsWord = createWordMatcher(keysOf('word'))
  const isOfShare = (address: string) => {
    const key = spellings.keyOf(address)
    return key !== undefined && shares.has(key)
  }
  const testWithNested = (address: string, test: (one: string) => boolean) =>
    test(address) || spellings.nestedAddresses(address).some(test)
  const isHostBanned = (address: string) => hosts.size > 0 && testWithNested(address, isAt)
  return {
    isShareBanned: (key: string) => shares.size > 0 && shares.has(spellings.banKeyOf(key)),
    isChannelBanned: (name: string) => channels.size > 0 && channels.has(name.toLowerCase()),
    isHostBanned,
    isAddressBanned: (address: string) =>
      isHostBanned(address) || (shares.size > 0 && testWithNested(address, isOfShare)),
    hasBannedWord: (...texts: readonly string[]) => texts.some(holdsWord),
    namesBannedHost: isNamedIn,
    isEmpty: () => bans.length === 0,
  }
}

/** Size of the hash table of the words' first two characters; a collision costs one more comparison. */
const tableSize = 2 ** 16
const gaps = /[·\s]+/g

/** Creates the test for words of two characters or more, as keys of bans have them. */
function createWordMatcher(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => false
  const literal = words.filter(isLiteral)
  const tests = words.map((word) => ({ letters: word.replaceAll(gaps, ''), isIn: createWordTest(word) }))
  const byBeginning = Map.groupBy(tests, ({ letters }) => letters.slice(0, 2))
  const begins = new Uint8Array(tableSize)
  for (const beginning of byBeginning.keys()) begins[hashPair(beginning.charCodeAt(0), beginning.charCodeAt(1))] = 1

  return (text) => {
    if (literal.length > 0 && containsAny(foldLetters(text), literal)) return true
    const folded = foldWords(text)
    // Words and texts may have other punctuation and blanks: the letters are found first.
    const letters = folded.replaceAll(gaps, '')
    const beginsAt = (at: number) =>
      byBeginning
        .get(letters.slice(at, at + 2))
        ?.some((one) => letters.startsWith(one.letters, at) && one.isIn(folded)) === true
    let before = letters.charCodeAt(0)
    for (let at = 1; at < letters.length; at += 1) {
      const next = letters.charCodeAt(at)
      if (begins[hashPair(before, next)] === 1 && beginsAt(at - 1)) return true
      before = next
    }
    return false
  }
}

/** Whether the punctuation of a word counts: nothing else is left of it, or one letter, which would ban nearly everything. */
function isLiteral(word: string): boolean {
  return !/[\p{L}\p{N}]/u.test(word) || foldWords(word).length < 2
}

function containsAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word))
}

function hashPair(first: number, second: number): number {
  return (Math.imul(first, 31) ^ second) & (tableSize - 1)
}

function createHostMatcher(hosts: ReadonlySet<string>) {
  // Non-ASCII names have no visible start in a text without spaces, so they are searched as substrings.
  const foreign = [...hosts].filter((host) => host.includes('xn--')).map((host) => domainToUnicode(host))
  const isBelow = (name: string) => {
    const labels = lastLabels(name)
    for (let at = 0; at >= 0; at = labels.indexOf('.', at + 1)) {
      if (hosts.has(at === 0 ? labels : labels.slice(at + 1))) return true
    }
    return false
  }
  const isOneNamed = (text: string) =>
    (text.includes('.') && (text.match(namesInText) ?? []).some((name) => nameVariants(name).some(isBelow))) ||
    foreign.some((host) => text.includes(host))
  return {
    /** Whether the address is at one of the hosts or a subdomain. False for non-web addresses. */
    isAt: (address: string) => isBelow(hostOf(address)),
    /** Whether the text contains one of the hosts or a subdomain, in an address or alone. */
    isNamedIn(text: string): boolean {
      if (hosts.size === 0) return false
      const folded = unescaped(normalizeForMatch(foreign.length > 0 ? text : text.replaceAll(ideographs, ' ')))
      // The Chinese full stop ends a sentence, or is a dot, as in browsers.
      return isOneNamed(folded) || (folded.includes('。') && isOneNamed(folded.replaceAll('。', '.')))
    },
  }
}

/** Most of a typical text. If no banned host contains them they only separate names and need no folding. */
const ideographs = /[\u4e00-\u9fff]+/g

function unescaped(folded: string): string {
  return folded.includes('%') ? folded.replaceAll(/%[2-7][0-9a-f]/g, decodeURIComponent).toLowerCase() : folded
}

const maxHostLength = 253

/** The last labels of a name, up to the maximum length. */
function lastLabels(name: string): string {
  if (name.length <= maxHostLength) return name
  const end = name.slice(-maxHostLength - 1)
  return end.slice(end.indexOf('.') + 1 || end.length)
}

/** Possible host names in a folded text. Matches do not overlap, so that a long text is scanned once. */
const namesInText = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)*/g

/** A name as written, and split at underscores, which are rare in names and may separate them from other words. */
function nameVariants(name: string): readonly string[] {
  return (name.includes('_') ? [name, ...name.split('_')] : [name]).map(withoutDashes)
}

function withoutDashes(name: string): string {
  let [from, to] = [0, name.length]
  while (name[from] === '-') from += 1
  while (to > from && name[to - 1] === '-') to -= 1
  return name.slice(from, to)
}

/** Fast path for nearly all addresses; the others go through the slower URL parser. */
const plain = /^https?:\/\/([a-z0-9.-]+)(?=(?::\d{1,5})?(?:[/?#]|$))/

/** The host name in lower case; '' for non-web addresses. */
function hostOf(address: string): string {
  const [, name] = plain.exec(address) ?? []
  const host = name ?? parsedHostOf(address)
  return host.endsWith('.') ? host.slice(0, -1) : host
}

function parsedHostOf(address: string): string {
  if (!/^\s*https?:/i.test(address) || !URL.canParse(address)) return ''
  return new URL(address).hostname
}

/** Soft hyphen, zero-width characters, direction marks, fillers, variation selectors: used to disguise words. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

function normalizeForMatch(text: string): string {
  return text.replaceAll(invisible, '').normalize('NFKC').toLowerCase()
}
