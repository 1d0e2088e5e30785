// The saved form of the bans of the API.
import { z } from 'zod'
import { type Ban, banKinds } from '../contract/bans.ts'
import { messageOf } from '../observability/error-message.ts'
import type { BanReader, ParsedBan } from './parse-ban.ts'

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
