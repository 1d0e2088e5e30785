// The wire of source switches: sources that an administrator switched on or off until the next start.
import { z } from 'zod'
import { line } from './fields.ts'
import { envelope } from './monitoring.ts'

const ids = z
  .array(line(1, 100), { error: 'must be an array of source ids' })
  .max(500, 'has too many entries: at most 500 are allowed')
  .default([])

export const sourceSwitchChange = z.object({ on: ids, off: ids }).refine(({ on, off }) => on.length + off.length > 0, {
  path: ['off'],
  message: 'is missing: must be an array of source ids like weibo, tg:somechannel or plugin:labi; or on must be one',
})

/** The sources whose state differs from the settings. */
export const sourceSwitchesResponse = z.strictObject({
  ...envelope,
  switchedOn: z.array(z.string()),
  switchedOff: z.array(z.string()),
})
export type SourceSwitchesResponse = z.infer<typeof sourceSwitchesResponse>
