// The only clock of the page: everything that displays an age reads it, so all ages refer to the same moment.
import { type ReadonlySignal, signal } from '@preact/signals'

const refreshMs = 20_000

/** Current time in epoch milliseconds. */
export function now(): number {
  return Date.now()
}

const currentTime = signal(Date.now())
setInterval(() => {
  if (!document.hidden) currentTime.value = Date.now()
}, refreshMs)
document.addEventListener('visibilitychange', () => {
  currentTime.value = Date.now()
})

/** The time that displayed ages refer to, in epoch milliseconds. */
export const displayNow: ReadonlySignal<number> = currentTime
