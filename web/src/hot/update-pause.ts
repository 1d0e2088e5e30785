// Pauses updates of a card while the user interacts with it; an idle mouse pauses it for a limited time.
import type { ListState } from './list-state.ts'
import type { Timers } from './timers.ts'

/** Pause after a touch: the user still reads, and momentum scrolling may continue. */
const touchPauseMs = 2_000
/** An idle mouse ends the pause after this time. */
const idleMouseMs = 30_000

/** Interactions with a card. */
interface UpdatePause {
  /** A mouse entered the card or moved on it. */
  onMouseMove(): void
  onMouseLeave(): void
  onTouchStart(): void
  onTouchEnd(): void
  onFocus(): void
  onBlur(): void
  /** The card is unmounted. */
  dispose(): void
}

/** Creates the pause logic of one card. */
export function createUpdatePause(state: Pick<ListState, 'pause' | 'resume'>, timers: Timers): UpdatePause {
  const pendingReleases: Record<'pointer' | 'touch', (() => void) | undefined> = {
    pointer: undefined,
    touch: undefined,
  }
  const releaseAfter = (by: keyof typeof pendingReleases, ms: number) => {
    pendingReleases[by]?.()
    pendingReleases[by] = timers.after(ms, () => state.resume(by))
  }
  const release = (by: keyof typeof pendingReleases) => {
    pendingReleases[by]?.()
    state.resume(by)
  }
  return {
    onMouseMove() {
      state.pause('pointer')
      releaseAfter('pointer', idleMouseMs)
    },
    onMouseLeave: () => release('pointer'),
    onTouchStart() {
      pendingReleases.touch?.()
      state.pause('touch')
    },
    onTouchEnd: () => releaseAfter('touch', touchPauseMs),
    onFocus: () => state.pause('focus'),
    onBlur: () => state.resume('focus'),
    dispose() {
      release('pointer')
      release('touch')
      state.resume('focus')
    },
  }
}
