// Pauses updates of a card while the user interacts with it; an idle mouse pauses it for a limited time.
import type { Cell } from './cells.ts'
import type { Timers } from './timers.ts'

/** Pause after a touch: the user still reads, and momentum scrolling may continue. */
const touchedForMs = 2_000
/** An idle mouse ends the pause after this time. */
const lyingAfterMs = 30_000

/** Interactions with a card. */
interface Hold {
  /** A mouse entered the card or moved on it. */
  mouse(): void
  mouseLeft(): void
  touched(): void
  untouched(): void
  focused(): void
  unfocused(): void
  /** The card is unmounted. */
  end(): void
}

/** Creates the pause logic of one card. */
export function createHold(cell: Pick<Cell, 'hold' | 'release'>, timers: Timers): Hold {
  const waits: Record<'pointer' | 'touch', (() => void) | undefined> = { pointer: undefined, touch: undefined }
  const releaseAfter = (by: keyof typeof waits, ms: number) => {
    waits[by]?.()
    waits[by] = timers.after(ms, () => cell.release(by))
  }
  const release = (by: keyof typeof waits) => {
    waits[by]?.()
    cell.release(by)
  }
  return {
    mouse() {
      cell.hold('pointer')
      releaseAfter('pointer', lyingAfterMs)
    },
    mouseLeft: () => release('pointer'),
    touched() {
      waits.touch?.()
      cell.hold('touch')
    },
    untouched: () => releaseAfter('touch', touchedForMs),
    focused: () => cell.hold('focus'),
    unfocused: () => cell.release('focus'),
    end() {
      release('pointer')
      release('touch')
      cell.release('focus')
    },
  }
}
