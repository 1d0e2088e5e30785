// The wire of bans: what the operator has excluded from all answers.
import { z } from 'zod'
import { line } from './fields.ts'
import { count, envelope } from './monitoring.ts'

export const banKinds = ['share', 'word', 'channel', 'host'] as const
export type BanKind = (typeof banKinds)[number]

/** Maximum number of bans of the file, and of both together when one is made over the API. */
export const maxBans = 10_000

const kind = z.enum(banKinds, { error: `must be one of ${banKinds.join(', ')}` })
const banToLift = z
  .object(
    {
      kind: kind.describe('The kind of ban: a share, a word in titles, a channel, or a host.'),
      value: line(1, 2_000).describe('The banned value.'),
    },
    { error: 'must be an object with kind and value, and a note if you like' },
  )
  .register(z.globalRegistry, { id: 'BanToLift', description: 'A ban to lift.' })
const banEntry = banToLift
  .extend({ note: line(0, 200).default('').describe('A note for operators.') })
  .register(z.globalRegistry, { id: 'BanEntry', description: 'A ban to add.' })

function some<Entry extends z.ZodType>(entry: Entry) {
  return z
    .array(entry, { error: 'must be an array of objects with kind and value' })
    .max(500, 'has too many entries: at most 500 are allowed')
    .default([])
}

export const bansChange = z
  .object({
    add: some(banEntry).describe('Bans to add.'),
    remove: some(banToLift).describe('Bans to lift. Bans in the bans file can only be lifted there.'),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, {
    path: ['add'],
    message: 'is missing: must be an array of objects with kind and value; or remove must be one',
  })
  .register(z.globalRegistry, { id: 'BansChange', description: 'Bans to add and to lift; at least one is required.' })

/** A ban. `since` (epoch milliseconds) is when it was added, or first read from the file. */
export const ban = z
  .strictObject({
    kind: kind.describe('The kind of ban: a share, a word in titles, a channel, or a host.'),
    value: z.string().min(1),
    note: z.string(),
    since: z.int().nonnegative().describe('When it was added, in epoch milliseconds.'),
    from: z.enum(['file', 'api']).describe('Whether it is from the bans file or was added over the API.'),
  })
  .register(z.globalRegistry, { id: 'Ban', description: 'A ban. Banned links and posts are removed from all answers.' })
export type Ban = Readonly<z.infer<typeof ban>>

export const bansResponse = z
  .strictObject({
    ...envelope,
    bans: z.array(ban),
    total: count,
    added: z.array(ban).optional(),
    removed: z.array(ban).optional(),
  })
  .register(z.globalRegistry, {
    id: 'BansAnswer',
    description: 'All bans; after a change also those that it added and lifted.',
  })
export type BansResponse = z.infer<typeof bansResponse>
