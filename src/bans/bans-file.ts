// The bans of a file, a line each, as an operator writes them by hand.
import { banKinds, mostBans } from '../contract/bans.ts'
import type { BanReader, ReadBan } from './read-ban.ts'

/** Nobody mends more at once. */
const mostMistakes = 10

/** Behind a kind there may stand the colon of a Chinese keyboard. */
const form = /^(\w+)\s*[:：](?!\/\/)(.*)$/

/**
 * Reads the bans of a file: `kind: value` on each line; blank lines, and lines that begin with `#`, say nothing.
 * @throws Error with a sentence for each line that is wrong, with its number and what is allowed; never what stands there.
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
  if (kind === undefined) throw new Error(`must begin with ${banKinds.join(':, ')}:, or with # as a comment does`)
  try {
    // Read as a part of the ban, it would ban nothing.
    if (/\s#/.test(text)) throw new Error('has a comment behind it; comments stand on lines of their own')
    return read(kind, text)
  } catch (error) {
    throw new Error(`${kind}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
