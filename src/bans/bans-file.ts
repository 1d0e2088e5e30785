// Parses the bans file, which has one ban per line.
import { banKinds, mostBans } from '../contract/bans.ts'
import type { BanReader, ReadBan } from './read-ban.ts'

/** Maximum number of mistakes reported at once. */
const mostMistakes = 10

/** Accepts a fullwidth colon after the kind. */
const form = /^(\w+)\s*[:：](?!\/\/)(.*)$/

/**
 * Parses a bans file: `kind: value` on each line; blank lines and lines starting with `#` are ignored.
 * @throws Error with one sentence per invalid line: its number and what is allowed, never its content.
 */
export function readBansFile(text: string, read: BanReader): readonly ReadBan[] {
  const mistakes: string[] = []
  const bans: ReadBan[] = []
  for (const [at, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    try {
      bans.push(readLine(line.trim(), read))
    } catch (error) {
      mistakes.push(`BANS_FILE: line ${at + 1}: ${error instanceof Error ? error.message : error}`)
    }
  }
  if (bans.length > mostBans) mistakes.push(`BANS_FILE: has ${bans.length} bans; at most ${mostBans} are allowed`)
  if (mistakes.length === 0) return bans
  const more = mistakes.length > mostMistakes ? [`BANS_FILE: and ${mistakes.length - mostMistakes} more`] : []
  throw new Error([...mistakes.slice(0, mostMistakes), ...more].join('\n'))
}

function readLine(line: string, read: BanReader): ReadBan {
  const [, name = '', rest = ''] = form.exec(line) ?? []
  const text = rest.trimStart()
  const kind = banKinds.find((one) => one === name.toLowerCase())
  if (kind === undefined) throw new Error(`must start with ${banKinds.join(':, ')}:, or # for a comment`)
  try {
    // As a part of the value it would make the ban match nothing.
    if (/\s#/.test(text)) throw new Error('must not be followed by a comment; put comments on their own lines')
    return read(kind, text)
  } catch (error) {
    throw new Error(`${kind}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
