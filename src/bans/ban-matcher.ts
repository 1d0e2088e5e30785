// Matches shares, channels, hosts and words against the bans; called thousands of times per search.
import { createHostMatcher } from './host-matcher.ts'
import type { ParsedBan, ShareKeyOf } from './parse-ban.ts'
import { createWordMatcher } from './word-matcher.ts'

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
