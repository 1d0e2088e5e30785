// The history calendar (b-history.md): the events of a sample on every day of the requested month.
import { z } from 'zod'
import { type Reply, textOf } from '../mock-response.ts'
import type { GrowingList } from './evolving-lists.ts'

/** The samples that are events by month and day. */
export const calendarBodies: readonly string[] = ['history/history.json', 'history-01/months.json']

const months = z.record(z.string(), z.record(z.string(), z.array(z.unknown())))

/** Days as `MMDD`, of a leap year. */
function daysOf(month: string): readonly string[] {
  const last = new Date(Date.UTC(2024, Number(month), 0)).getUTCDate()
  return Array.from({ length: last }, (_, at) => month + String(at + 1).padStart(2, '0'))
}

/** All days of the month in the URL; the pattern of the fixture makes sure that it has one. Events do not change over time. */
export function createCalendar(sample: Reply): GrowingList {
  const events = Object.values(months.parse(JSON.parse(textOf(sample)))).flatMap((days) => Object.values(days).flat())
  const write = (url: URL | undefined, daysIn: (month: string) => readonly string[]): Reply => {
    const month = /(\d\d)\.json$/.exec(url?.pathname ?? '')?.[1] ?? '01'
    const days = Object.fromEntries(daysIn(month).map((day) => [day, events]))
    return { ...sample, body: JSON.stringify({ [month]: days }) }
  }
  return { at: (_step, url) => write(url, daysOf), empty: (url) => write(url, () => []) }
}
