// The time of a daily message, as the service reads it.

/** `clock` as `08:00`, of the zone of the browser; Asia/Shanghai is what the service takes without one. */
export function dailyOf(clock: string, zone = new Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return zone === 'Asia/Shanghai' ? clock : `${clock} ${zone}`
}
