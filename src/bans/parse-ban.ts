// Parses bans to the keys that they match by: one that a user writes, the lines of BANS_FILE, and the record of the bans made over the API.

import { z } from 'zod'
import { type Ban, type BanKind, banKinds, maxBans } from '../contract/bans.ts'
import { channelName, channelSpellings } from '../contract/channel-spelling.ts'
import { foldLetters, foldWords } from '../contract/fold-text.ts'
import { messageOf } from '../observability/error-message.ts'

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

const maxMistakes = 10

/** Accepts a fullwidth colon after the kind. */
const linePattern = /^(\w+)\s*[:：](?!\/\/)(.*)$/

/**
 * Parses a bans file: `kind: value` on each line; blank lines and lines starting with `#` are ignored.
 * @throws Error with one sentence per invalid line: its number and what is allowed, never its content.
 */
export function parseBansFile(text: string, read: BanReader): readonly ParsedBan[] {
  const all = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const lines = [...all.entries()].filter(([, line]) => !/^\s*(?:#|$)/.test(line))
  // Not parsed: a file that is too long is read while the service answers.
  if (lines.length > maxBans) throw new Error(`BANS_FILE: has ${lines.length} bans; at most ${maxBans} are allowed`)
  const mistakes: string[] = []
  const bans: ParsedBan[] = []
  for (const [at, line] of lines) {
    try {
      bans.push(parseLine(line.trim(), read))
    } catch (error) {
      mistakes.push(`BANS_FILE: line ${at + 1}: ${messageOf(error)}`)
    }
  }
  if (mistakes.length === 0) return bans
  const more = mistakes.length > maxMistakes ? [`BANS_FILE: and ${mistakes.length - maxMistakes} more`] : []
  throw new Error([...mistakes.slice(0, maxMistakes), ...more].join('\n'))
}

function parseLine(line: string, read: BanReader): ParsedBan {
  const [, name = '', rest = ''] = linePattern.exec(line) ?? []
  const text = rest.trimStart()
  const kind = banKinds.find((one) => one === name.toLowerCase())
  if (kind === undefined) throw new Error(`must start with ${banKinds.join(':, ')}:, or # for a comment`)
  try {
    // As a part of the value it would make the ban match nothing.
    if (/\s#/.test(text)) throw new Error('must not be followed by a comment; put comments on their own lines')
    return read(kind, text)
  } catch (error) {
    throw new Error(`${kind}: ${messageOf(error)}`, { cause: error })
  }
}

export const recordName = 'bans.json'

export type ApiBan = ParsedBan & Pick<Ban, 'note' | 'since'>

const shape = z.array(
  z.object({
    kind: z.enum(banKinds),
    value: z.string(),
    note: z.string().default(''),
    since: z.int().nonnegative().default(0),
  }),
)

/** Parses the record. @throws Error that names the entry and says what is allowed. */
export function parseSaved(bytes: Uint8Array, read: BanReader): readonly ApiBan[] {
  const saved = shape.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  if (!saved.success) throw new Error(`${recordName} must be a JSON array of objects with kind and value`)
  return saved.data.map(({ kind, value, note, since }, at) => {
    try {
      return { ...read(kind, value), note, since }
    } catch (error) {
      const why = messageOf(error)
      throw new Error(`${recordName}: entry ${at + 1}: ${kind}: ${why}`, { cause: error })
    }
  })
}

export function serialize(made: readonly ApiBan[]): string {
  const stored = made.map(({ kind, value, note, since }) => ({ kind, value, note, since }))
  return `${JSON.stringify(stored, null, 2)}\n`
}
