// The only clock of the page: everything that displays an age reads it, so all ages refer to the same moment.
import { type ReadonlySignal, signal } from '@preact/signals'

/** Refresh interval of displayed ages. */
const everyMs = 20_000

/** Current time in epoch milliseconds. */
export function now(): number {
  return Date.now()
}

const ticking = signal(Date.now())
setInterval(() => {
  if (!document.hidden) ticking.value = Date.now()
}, everyMs)
document.addEventListener('visibilitychange', () => {
  ticking.value = Date.now()
})

/** The time that displayed ages refer to, in epoch milliseconds. */
export const shownNow: ReadonlySignal<number> = ticking
