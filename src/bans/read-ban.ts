// A ban as people write it, read to what it is recognised by.
import type { BanKind } from '../contract/bans.ts'
import { channelName, channelSpellings } from '../contract/channel-name.ts'
import { foldedWords } from './folded-bare.ts'

/** A ban without its circumstances. */
export interface ReadBan {
  readonly kind: BanKind
  /** As it is shown to the operator. */
  readonly value: string
  /** What it is recognised by: two bans of one kind are the same when their keys are equal. */
  readonly key: string
}

/** The key under which the share that an address points to is banned; undefined when it points to none. */
export type KeyOf = (address: string) => string | undefined

/** Reads a ban. @throws Error that says what is allowed, as what follows `share: ` or another name of it. */
export type BanReader = (kind: BanKind, text: string) => ReadBan

/** Makes the reader of bans, which knows shares by `keyOf`. */
export function createBanReader(keyOf: KeyOf): BanReader {
  const readers: Readonly<Record<BanKind, (text: string) => Omit<ReadBan, 'kind'>>> = {
    share: (text) => {
      // Of several the first alone would be banned. A name in an ed2k link may have blanks.
      if (/\s/.test(text) && !/^ed2k:/i.test(text)) throw new Error('must be one address, without blanks')
      const key = longestAddress < text.length ? undefined : keyOf(text)
      if (key !== undefined) return { value: text, key }
      throw new Error('must be the address of a share, as an answer has it; for a whole site ban its host')
    },
    word: readWord,
    channel: readChannel,
    host: readHost,
  }
  return (kind, text) => ({ kind, ...readers[kind](text.trim()) })
}

const longestAddress = 2_000

function readWord(text: string): Omit<ReadBan, 'kind'> {
  const value = text.replaceAll(/\s+/g, ' ')
  const key = foldedWords(value).trim()
  const length = value.length > 400 ? value.length : [...key].length
  if (length >= 2 && length <= 100) return { value, key }
  throw new Error('must be 2 to 100 characters')
}

function readChannel(text: string): Omit<ReadBan, 'kind'> {
  const name = channelName(text)
  if (name !== undefined) return { value: name, key: name.toLowerCase() }
  throw new Error(`must be a channel: ${channelSpellings}`)
}

/** A last part of digits only would be an IPv4 address, which stands for itself. */
const hostForm = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

function readHost(text: string): Omit<ReadBan, 'kind'> {
  const name = text.replace(/^\*?\./, '').replace(/\.$/, '')
  const bare = /^[^\s/?#@:\\%]{3,253}$/.test(name) && URL.canParse(`http://${name}`)
  const key = bare ? new URL(`http://${name}`).hostname : ''
  if (hostForm.test(key)) return { value: key, key }
  throw new Error(
    'must be the name of a host like example.org, without scheme, port or path; those below it are meant too',
  )
}
