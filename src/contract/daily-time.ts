// The notation of a time of the day: `08:00`, with a time zone after it.
import { isTimeZone, minutesOf } from './quiet-hours.ts'

/** Minutes of the day in a time zone. */
interface DailyTime {
  readonly minute: number
  readonly zone: string
}

export const dailyTimeForm = 'a time like 08:00, in the time zone Asia/Shanghai unless one follows: 08:00 Europe/Berlin'

export function parseDailyTime(text: string): DailyTime | undefined {
  const [, clock, zone = 'Asia/Shanghai'] = /^(\d\d:\d\d)(?:\s([\w+/-]{1,40}))?$/.exec(text) ?? []
  const minute = minutesOf(clock)
  return minute === undefined || !isTimeZone(zone) ? undefined : { minute, zone }
}
