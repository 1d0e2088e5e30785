// The wire of a user's settings of the page: the file that the page exports, and the copy that the server stores for a login.
import { z } from 'zod'
import { envelope } from './monitoring.ts'
import { count, record, text } from './schemas.ts'

/** Maximum size of the settings of a user, as JSON. */
export const maxUserSettingsBytes = 32 * 1024

const settings = z
  .object({
    language: z.enum(['zh', 'en']),
    theme: z.enum(['system', 'light', 'dark']),
    muted: z.array(z.string()),
    clouds: z.array(z.string()),
    'only-my-clouds': z.boolean(),
    'hot.layout': z.record(z.string(), z.unknown()),
    saved: z.array(z.unknown()),
    send: z.array(z.unknown()),
    history: z.array(z.unknown()),
  })
  .partial()

const allowed = 'must be 1, the version of the format'
const changed = z.partialRecord(settings.keyof(), count)

const fields = z.object({
  trawl: z.literal(1, { error: allowed }).describe('The version of the format: 1.'),
  settings: settings.describe('The values by name.'),
  changed: changed
    .optional()
    .describe('When each setting was stored last, in epoch milliseconds. Ignored in a request.'),
})

export const userSettings = fields.meta({
  id: 'UserSettings',
  description:
    'Settings of the page that differ from the defaults: the file that the page exports. Settings that are not known are ignored.',
})
export type UserSettings = z.output<typeof userSettings>

export const userSettingsAnswer = record('UserSettingsAnswer', 'The settings that the server stores for the caller.', {
  ...envelope,
  owner: text
    .nullable()
    .describe(
      'The login (`user …`) or key (`key …`) that they belong to; null for a caller without one, who cannot store any.',
    ),
  stored: fields.nullable().describe('Null if there are none.'),
})
export type UserSettingsAnswer = z.infer<typeof userSettingsAnswer>
