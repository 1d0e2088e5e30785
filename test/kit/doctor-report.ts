// The schema of the document that `trawl doctor --json` prints.
import { z } from 'zod'
import { states } from '../../src/cli/doctor/diagnosis.ts'

const failure = z.object({
  kind: z.enum(['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open']),
  detail: z.string(),
})

const finding = z.strictObject({
  name: z.string(),
  kind: z.enum(['list', 'plugin', 'channel']),
  state: z.enum(states),
  count: z.int().min(0),
  /** Milliseconds on the wire; absent when no request was made. */
  tookMs: z.int().min(0).optional(),
  failure: failure.optional(),
  activity: z.strictObject({ newestPost: z.iso.datetime().optional(), links30Days: z.int().min(0) }).optional(),
  notes: z.array(z.string()),
  changes: z.array(z.string()),
  /** What each key of a declared list found, one line each; for sources that were named. */
  found: z.array(z.string()).exactOptional(),
})

/** The document that `--json` prints. */
export const doctorReport = z.strictObject({
  version: z.string(),
  startedAt: z.iso.datetime(),
  tookMs: z.int().min(0),
  /** How upstreams were reached: directly, through a proxy or through a gateway. */
  way: z.string(),
  /** Whether replies were compared with fixtures. */
  hasFixtures: z.boolean(),
  /** False after Ctrl+C or when the time limit was reached. */
  isComplete: z.boolean(),
  counts: z.record(z.enum(states), z.int().min(0)),
  sources: z.array(finding),
  /** Log warnings from the settings and the sources' files. */
  warnings: z.array(z.string()),
  /** Lines for `.env` that take out the sources that are gone. */
  proposedSettings: z.array(z.string()),
})
