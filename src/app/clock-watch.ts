// Notices that the system clock was set while the service runs.
import type { Logger } from '../observability/log.ts'
import type { Clock } from './app-options.ts'

/** Smaller steps are those of time synchronization. */
const minStepMs = 2 * 60_000

/** Creates the function that compares the wall clock with the monotonic one, to be called at intervals; `onSetBack` drops what depends on later times. */
export function createClockWatch(
  { epochMs, monotonicMs, log }: Clock & { readonly log: Pick<Logger, 'info' | 'warn'> },
  onSetBack: () => void,
) {
  const lead = () => epochMs() - monotonicMs()
  let before = lead()
  return (): void => {
    const stepMs = lead() - before
    before += stepMs
    if (stepMs >= minStepMs)
      log.info({ stepMs }, 'the system clock went forward, as after a suspension; older answers are refreshed')
    if (stepMs > -minStepMs) return
    log.warn({ stepMs }, 'the system clock was set back; answers and pauses of later times are dropped')
    onSetBack()
  }
}
