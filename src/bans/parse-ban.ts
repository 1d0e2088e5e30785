// Parses a ban written by a user to the key that it matches by.
import type { BanKind } from '../contract/bans.ts'
import { channelName, channelSpellings } from '../contract/channel-spelling.ts'
import { foldLetters, foldWords } from '../contract/fold-text.ts'

export interface ParsedBan {
  readonly kind: BanKind
  readonly value: string
  /** The value that it matches: two bans of one kind are the same if their keys are equal. */
  readonly key: string
}

/** Returns the ban key of the share at an address; undefined if the address is not a share. */
export type ShareKeyOf = (address: string) => string | undefined

/** Parses a ban. @throws Error that says what is allowed, worded to follow `share: ` or another kind. */
export type BanReader = (kind: BanKind, text: string) => ParsedBan

export function createBanParser(keyOf: ShareKeyOf): BanReader {
  const readers: Readonly<Record<BanKind, (text: string) => Omit<ParsedBan, 'kind'>>> = {
    share: (text) => {
      // A ban of several addresses would apply to the first only. Names in ed2k links may contain spaces.
      if (/\s/.test(text) && !/^ed2k:/i.test(text)) throw new Error('must be one address, without blanks')
      const key = maxAddressLength < text.length ? undefined : keyOf(text)
      if (key !== undefined) return { value: text, key }
      throw new Error('must be the address of a share as in search results; to ban a whole site, ban its host')
    },
    word: readWord,
    channel: readChannel,
    host: readHost,
  }
  return (kind, text) => ({ kind, ...readers[kind](text.trim()) })
}

const maxAddressLength = 2_000

function readWord(text: string): Omit<ParsedBan, 'kind'> {
  const value = text.replaceAll(/\s+/g, ' ')
  const words = foldWords(value)
  // One character with punctuation bans no text that has the character.
  const key = words.length < 2 ? foldLetters(value) : words
  const length = value.length > 400 ? value.length : [...key].length
  if (length >= 2 && length <= 100) return { value, key }
  throw new Error('must be 2 to 100 characters')
}

function readChannel(text: string): Omit<ParsedBan, 'kind'> {
  const name = channelName(text)
  if (name !== undefined) return { value: name, key: name.toLowerCase() }
  throw new Error(`must be a channel: ${channelSpellings}`)
}

/** A host name. The last label must not be numeric: that would be an IPv4 address. */
const hostForm = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

function readHost(text: string): Omit<ParsedBan, 'kind'> {
  const name = text.replace(/^\*?\./, '').replace(/\.$/, '')
  const bare = /^[^\s/?#@:\\%]{3,253}$/.test(name) && URL.canParse(`http://${name}`)
  const key = bare ? new URL(`http://${name}`).hostname : ''
  if (hostForm.test(key)) return { value: key, key }
  throw new Error('must be a host name like example.org, without scheme, port or path; its subdomains are included')
}
