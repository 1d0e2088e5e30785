// Parses times of flags: how long ago, or a date.
import { UsageError } from '../usage-error.ts'

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `2h` (ago), `2026-11-21 08:00` (the time of this machine), or ISO 8601 with a zone, as epoch milliseconds. @throws UsageError for anything else, and for the future. */
export function parseMoment(flag: string, input: string, now: number): number {
  const text = input.trim()
  const [, amount = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const [, date = '', time = '00:00', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? []
  const at = amount === '' ? Date.parse(`${date}T${time}${zone}`) : now - Number(amount) * (unitMs[unit] ?? 0)
  if (at > now) throw new UsageError(`${flag} must not be in the future; ${input.slice(0, 60)} is`)
  if (at >= 0) return at
  throw new UsageError(
    `${flag} must be how long ago (30m, 2h, 3d) or a time like "2026-11-21 08:00", not "${input.slice(0, 60)}"`,
  )
}
