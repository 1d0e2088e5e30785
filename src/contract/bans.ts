// The wire of bans: what the operator has excluded from all answers.
import { z } from 'zod'
import { line } from './fields.ts'
import { envelope } from './monitoring.ts'
import { count, named, record } from './schemas.ts'

export const banKinds = ['share', 'word', 'channel', 'host'] as const
export type BanKind = (typeof banKinds)[number]

/** Maximum number of bans of the file, and of both together when one is made over the API. */
export const maxBans = 10_000

const kind = z.enum(banKinds, { error: `must be one of ${banKinds.join(', ')}` })
const banToLift = named(
  'BanToLift',
  'A ban to lift.',
  z.object(
    {
      kind: kind.describe('The kind of ban: a share, a word in titles, a channel, or a host.'),
      value: line(1, 2_000).describe('The banned value.'),
    },
    { error: 'must be an object with kind and value, and a note if you like' },
  ),
)
const banEntry = named(
  'BanEntry',
  'A ban to add.',
  banToLift.extend({ note: line(0, 200).default('').describe('A note for operators.') }),
)

function some<Entry extends z.ZodType>(entry: Entry) {
  return z
    .array(entry, { error: 'must be an array of objects with kind and value' })
    .max(500, 'has too many entries: at most 500 are allowed')
    .default([])
}

export const bansChange = named(
  'BansChange',
  'Bans to add and to lift; at least one is required.',
  z
    .object({
      add: some(banEntry).describe('Bans to add.'),
      remove: some(banToLift).describe('Bans to lift. Bans in the bans file can only be lifted there.'),
    })
    .refine(({ add, remove }) => add.length + remove.length > 0, {
      path: ['add'],
      message: 'is missing: must be an array of objects with kind and value; or remove must be one',
    }),
)

export const ban = record('Ban', 'A ban. Banned links and posts are removed from all answers.', {
  kind: kind.describe('The kind of ban: a share, a word in titles, a channel, or a host.'),
  value: z.string().min(1),
  note: z.string(),
  since: count.describe('When it was added, in epoch milliseconds.'),
  from: z.enum(['file', 'api']).describe('Whether it is from the bans file or was added over the API.'),
})
export type Ban = Readonly<z.infer<typeof ban>>

export const bansResponse = record('BansAnswer', 'All bans; after a change also those that it added and lifted.', {
  ...envelope,
  bans: z.array(ban),
  total: count,
  added: z.array(ban).optional(),
  removed: z.array(ban).optional(),
})
export type BansResponse = z.infer<typeof bansResponse>
