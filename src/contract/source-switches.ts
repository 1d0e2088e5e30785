// The wire of source switches: sources that an administrator switched on or off.
import { z } from 'zod'
import { line } from './fields.ts'
import { envelope } from './monitoring.ts'
import { named, record } from './schemas.ts'

const ids = z
  .array(line(1, 100), { error: 'must be an array of source ids' })
  .max(500, 'has too many entries: at most 500 are allowed')
  .default([])

export const sourceSwitchChange = named(
  'SourceSwitchChange',
  'Sources to switch on and off; at least one is required.',
  z
    .object({ on: ids.describe('Ids of sources to switch on.'), off: ids.describe('Ids of sources to switch off.') })
    .refine(({ on, off }) => on.length + off.length > 0, {
      path: ['off'],
      message:
        'is missing: must be an array of source ids like weibo, tg:somechannel or plugin:labi; or on must be one',
    }),
)

export const sourceSwitchesResponse = record(
  'SourceSwitchesAnswer',
  'The sources that differ from the settings of the environment.',
  {
    ...envelope,
    switchedOn: z.array(z.string()).describe('Ids of sources that are on and off by the settings.'),
    switchedOff: z.array(z.string()).describe('Ids of sources that are off and on by the settings.'),
  },
)
export type SourceSwitchesResponse = z.infer<typeof sourceSwitchesResponse>
