// The wire of bans: what the operator has excluded from all answers.
import { z } from 'zod'
import { line } from './fields.ts'
import { count, envelope } from './monitoring.ts'

export const banKinds = ['share', 'word', 'channel', 'host'] as const
export type BanKind = (typeof banKinds)[number]

/** Maximum number of bans, from file and API together. */
export const maxBans = 10_000

const kind = z.enum(banKinds, { error: `must be one of ${banKinds.join(', ')}` })
export const banToLift = z.object(
  { kind, value: line(1, 2_000) },
  { error: 'must be an object with kind and value, and a note if you like' },
)
export const banEntry = banToLift.extend({ note: line(0, 200).default('') })

function some<Entry extends z.ZodType>(entry: Entry) {
  return z
    .array(entry, { error: 'must be an array of objects with kind and value' })
    .max(500, 'has too many entries: at most 500 are allowed')
    .default([])
}

export const bansChange = z
  .object({ add: some(banEntry), remove: some(banToLift) })
  .refine(({ add, remove }) => add.length + remove.length > 0, {
    path: ['add'],
    message: 'is missing: must be an array of objects with kind and value; or remove must be one',
  })

/** A ban. `since` (epoch milliseconds) is when it was added, or first read from the file. */
export const ban = z.strictObject({
  kind,
  value: z.string().min(1),
  note: z.string(),
  since: z.int().nonnegative(),
  from: z.enum(['file', 'api']),
})
export type Ban = Readonly<z.infer<typeof ban>>

/** All bans; after a change also those that it added and lifted. */
export const bansResponse = z.strictObject({
  ...envelope,
  bans: z.array(ban),
  total: count,
  added: z.array(ban).optional(),
  removed: z.array(ban).optional(),
})
export type BansResponse = z.infer<typeof bansResponse>
