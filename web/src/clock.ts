// The only clock of the page. Whatever shows an age reads it here, so that all ages on the screen are of one moment.
import { type ReadonlySignal, signal } from '@preact/signals'

/** Ages are told anew this often. */
const everyMs = 20_000

/** Milliseconds since 1970. */
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

/** The time, as ages on the screen go by. */
export const shownNow: ReadonlySignal<number> = ticking
