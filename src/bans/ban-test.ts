// What is banned, as it is asked thousands of times in a search.
import { createHostTest } from './host-test.ts'
import type { ReadBan } from './read-ban.ts'
import type { Spellings } from './spellings.ts'
import { createWordTest } from './word-test.ts'

/** Says of what is to be shown whether an operator wants it never shown. */
export interface BanTest {
  /** Of a share, by its key. */
  isShareBanned(key: string): boolean
  /** Of a channel, in any letter case. */
  isChannelBanned(name: string): boolean
  /** Does the address, or one inside it, lie at a banned host, or one below it? Never of a magnet link, or of what is no address of the web. */
  isHostBanned(address: string): boolean
  /** Is it the address of a banned share or one at a banned host, or is there such an address inside it? */
  isAddressBanned(address: string): boolean
  /** Does one of the texts hold a banned word? All are folded as search folds; what nobody sees counts as nothing, and all blanks and line ends in a row as one blank. */
  hasBannedWord(...texts: readonly string[]): boolean
  /** Does the text name a banned host, as an address or by itself? */
  namesBannedHost(text: string): boolean
  /** Is nothing banned? */
  isEmpty(): boolean
}

/** Makes the test for these bans. */
export function createBanTest(bans: readonly Pick<ReadBan, 'kind' | 'key'>[], spellings: Spellings): BanTest {
  const keysOf = (kind: ReadBan['kind']) => bans.flatMap((ban) => (ban.kind === kind ? [ban.key] : []))
  const [shares, channels] = [new Set(keysOf('share')), new Set(keysOf('channel'))]
  const hosts = new Set(keysOf('host').flatMap((host) => [host, ...spellings.aliasesOf(host)]))
  const { isAt, isNamedIn } = createHostTest(hosts)
  const holdsWord = createWordTest(keysOf('word'))
  const isOfShare = (address: string) => {
    const key = spellings.keyOf(address)
    return key !== undefined && shares.has(key)
  }
  const isSoWithin = (address: string, isSo: (one: string) => boolean) =>
    isSo(address) || spellings.innersOf(address).some(isSo)
  const isHostBanned = (address: string) => hosts.size > 0 && isSoWithin(address, isAt)
  return {
    isShareBanned: (key) => shares.size > 0 && shares.has(spellings.banKeyOf(key)),
    isChannelBanned: (name) => channels.size > 0 && channels.has(name.toLowerCase()),
    isHostBanned,
    isAddressBanned: (address) => isHostBanned(address) || (shares.size > 0 && isSoWithin(address, isOfShare)),
    hasBannedWord: (...texts) => texts.some(holdsWord),
    namesBannedHost: isNamedIn,
    isEmpty: () => bans.length === 0,
  }
}
