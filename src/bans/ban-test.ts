// What is banned, as it is asked thousands of times in a search.
import { domainToUnicode } from 'node:url'
import type { ReadBan } from './read-ban.ts'
import { createWordTest } from './word-test.ts'

/** Says of what is to be shown whether an operator wants it never shown. */
export interface BanTest {
  /** Of a share, by its key. */
  isShareBanned(key: string): boolean
  /** Of a channel, in any letter case. */
  isChannelBanned(name: string): boolean
  /** Does the address lie at a banned host, or one below it? Never of a magnet link, or of what is no address of the web. */
  isHostBanned(address: string): boolean
  /** Does the text hold a banned word? Both are folded as search folds. */
  hasBannedWord(text: string): boolean
  /** Does the text name a banned host, as an address or by itself? */
  namesBannedHost(text: string): boolean
  /** Is nothing banned? */
  isEmpty(): boolean
}

/** Makes the test for these bans. */
export function createBanTest(bans: readonly Pick<ReadBan, 'kind' | 'key'>[]): BanTest {
  const keysOf = (kind: ReadBan['kind']) => new Set(bans.flatMap((ban) => (ban.kind === kind ? [ban.key] : [])))
  const [shares, channels, hosts] = [keysOf('share'), keysOf('channel'), keysOf('host')]
  // Letters that are no ASCII stand next to others without a blank, so that names of them have no beginning to be seen.
  const foreign = [...hosts].filter((host) => host.includes('xn--')).map((host) => domainToUnicode(host))
  const isBelow = (host: string) => {
    for (let at = 0; at >= 0; at = host.indexOf('.', at + 1)) {
      if (hosts.has(at === 0 ? host : host.slice(at + 1))) return true
    }
    return false
  }
  return {
    isShareBanned: (key) => shares.has(key),
    isChannelBanned: (name) => channels.size > 0 && channels.has(name.toLowerCase()),
    isHostBanned: (address) => hosts.size > 0 && isBelow(hostOf(address)),
    hasBannedWord: createWordTest([...keysOf('word')]),
    namesBannedHost: (text) =>
      hosts.size > 0 &&
      ((text.match(hostsInText) ?? []).some((name) => isBelow(name.toLowerCase())) ||
        foreign.some((host) => text.includes(host))),
    isEmpty: () => bans.length === 0,
  }
}

/** Bounded in each part, so that a long text without a dot is gone through once. */
const hostsInText = /(?:[a-z0-9_-]{1,63}\.){1,20}[a-z0-9-]{1,63}/gi

/** What nearly all addresses look like; the others are left to the parser, which is slower. */
const plain = /^https?:\/\/([a-z0-9.-]+)(?=(?::\d{1,5})?(?:[/?#]|$))/

/** The name of the host in lower case; '' when it is no address of the web. */
function hostOf(address: string): string {
  const [, name] = plain.exec(address) ?? []
  const host = name ?? parsedHostOf(address)
  return host.endsWith('.') ? host.slice(0, -1) : host
}

function parsedHostOf(address: string): string {
  if (!/^\s*https?:/i.test(address) || !URL.canParse(address)) return ''
  return new URL(address).hostname
}
