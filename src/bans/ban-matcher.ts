// Matches shares, channels, hosts and words against the bans; called thousands of times per search.

import type { AddressIdentity } from './address-identity.ts'
import { createHostMatcher } from './host-matcher.ts'
import type { ParsedBan } from './parse-ban.ts'
import { createWordMatcher } from './word-matcher.ts'

/** Tests whether something is banned. */
export interface BanMatcher {
  /** Whether a share is banned, by its key. */
  isShareBanned(key: string): boolean
  /** Whether a channel is banned, case-insensitive. */
  isChannelBanned(name: string): boolean
  /** Whether the address, or one nested in it, is at a banned host or its subdomain. False for magnet links and other non-web addresses. */
  isHostBanned(address: string): boolean
  /** Whether the address, or one nested in it, is a banned share or at a banned host. */
  isAddressBanned(address: string): boolean
  /** Whether one of the texts contains a banned word. Texts are folded as in search; invisible characters are removed and white space is collapsed. */
  hasBannedWord(...texts: readonly string[]): boolean
  /** Whether the text contains a banned host, in an address or alone. */
  namesBannedHost(text: string): boolean
  /** Whether there are no bans. */
  isEmpty(): boolean
}

/** Creates the matcher of these bans. */
export function createBanMatcher(
  bans: readonly Pick<ParsedBan, 'kind' | 'key'>[],
  spellings: AddressIdentity,
): BanMatcher {
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
    isShareBanned: (key) => shares.size > 0 && shares.has(spellings.banKeyOf(key)),
    isChannelBanned: (name) => channels.size > 0 && channels.has(name.toLowerCase()),
    isHostBanned,
    isAddressBanned: (address) => isHostBanned(address) || (shares.size > 0 && testWithNested(address, isOfShare)),
    hasBannedWord: (...texts) => texts.some(holdsWord),
    namesBannedHost: isNamedIn,
    isEmpty: () => bans.length === 0,
  }
}
