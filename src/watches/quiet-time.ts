// Tests whether a moment lies in the quiet hours of a watch.
import { parseQuietHours } from '../contract/quiet-hours.ts'

export function isQuiet(quietHours: string | undefined, now: number): boolean {
  const span = quietHours === undefined ? undefined : parseQuietHours(quietHours)
  if (!span) return false
  const minutes = minuteOfDay(now, span.zone)
  return span.from < span.to ? minutes >= span.from && minutes < span.to : minutes >= span.from || minutes < span.to
}

function minuteOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [hours = 0, minutes = 0] = format.format(at).split(':').map(Number)
  return 60 * hours + minutes
}
