// When the daily message of a watch is due: once after each time of the day that the watch names, for all replicas together.
import { parseDailyTime } from '../contract/daily-time.ts'
import type { Watch } from './watch.ts'
import { addToQueues, minuteOfDay, type WatchState } from './watch-state.ts'
import type { Watches } from './watches.ts'

/** Waits in the queues of a watch like the id of an event. */
export const dailyId = 'daily'

const minuteMs = 60_000
const minutesOfDay = 24 * 60
/**
 * A message that is later than this is left out: the service was down or its store failed. Each message tells of a whole day, so a late one
 * would nearly repeat in the next.
 */
const mostLateMs = 3 * 60 * minuteMs

/** Returns a function that puts the messages that are due into the queues; call it about once a second. */
export function createDailyMessages(watches: Pick<Watches, 'all' | 'stateOf'>, epochMs: () => number) {
  return async function queueDue(): Promise<void> {
    const daily = watches.all().filter((watch) => watch.daily !== undefined)
    for (const watch of daily) {
      const stored = watches.stateOf(watch)
      if (!(await stored.load())) continue
      const change = (state: WatchState) => withDaily(state, watch, epochMs())
      // The stored state decides, so that one replica queues the message.
      if (change(stored.state()) !== stored.state()) await stored.change(change)
    }
  }
}

/** The same state if nothing is due. A new watch waits for its first time to come. */
function withDaily(state: WatchState, { daily = '', notify }: Watch, now: number): WatchState {
  const time = parseDailyTime(daily)
  if (!time) return state
  const lateMs = ((minuteOfDay(now, time.zone) - time.minute + minutesOfDay) % minutesOfDay) * minuteMs
  // The day of the zone, not a time: its clocks are put back an hour in autumn.
  const day = dayOf(now - lateMs, time.zone)
  const hasBegun = state.dailyFor !== '' && state.dailyFor <= dayOf(now, time.zone)
  if (hasBegun && day <= state.dailyFor) return state
  const begun = { ...state, dailyFor: day }
  if (!hasBegun || lateMs > mostLateMs) return begun
  return { ...begun, queues: addToQueues(begun.queues, notify, [dailyId], now) }
}

/** As `2026-11-29`. */
function dayOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
}
