// Parses the bans file, which has one ban per line.
import { banKinds, maxBans } from '../contract/bans.ts'
import { messageOf } from '../observability/error-message.ts'
import type { BanReader, ParsedBan } from './parse-ban.ts'

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
