// The wire of a user's settings of the page: the file that the page exports, and the copy that the server stores for a login.
import { z } from 'zod'
import { count, envelope } from './monitoring.ts'

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
    history: z.array(z.unknown()),
  })
  .partial()

const allowed = 'must be 1, the version of the format'
const changed = z.partialRecord(settings.keyof(), count)

/** Settings that differ from the defaults. `changed` is when each of them was changed last, 0 if nobody knows; unknown settings are ignored. */
export const userSettings = z.object({ trawl: z.literal(1, { error: allowed }), settings, changed: changed.optional() })
export type UserSettings = z.output<typeof userSettings>

/** `owner`: the login or key that the settings belong to; null for a caller without one. `stored` is null if there are none. */
export const userSettingsAnswer = z.strictObject({
  ...envelope,
  owner: z.string().min(1).nullable(),
  stored: userSettings.nullable(),
})
export type UserSettingsAnswer = z.infer<typeof userSettingsAnswer>
