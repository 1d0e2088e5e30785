// The notation of quiet hours: `23:00-08:00`, with a time zone after it.

/** Minutes of the day in a time zone; `from` may be later than `to`. */
export interface QuietHours {
  readonly from: number
  readonly to: number
  readonly zone: string
}

export const quietHoursForm =
  'a span like 23:00-08:00, in the time zone Asia/Shanghai unless one follows: 23:00-08:00 Europe/Berlin'

export function parseQuietHours(text: string): QuietHours | undefined {
  const [, from, to, zone = 'Asia/Shanghai'] =
    /^(\d\d:\d\d)\s?[-–]\s?(\d\d:\d\d)(?:\s([\w+/-]{1,40}))?$/.exec(text) ?? []
  const [start, end] = [minutesOf(from), minutesOf(to)]
  if (start === undefined || end === undefined || start === end || !isTimeZone(zone)) return undefined
  return { from: start, to: end, zone }
}

/** The minute of the day of a text like `08:00`. */
export function minutesOf(time = ''): number | undefined {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return time !== '' && hours < 24 && minutes < 60 ? 60 * hours + minutes : undefined
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
