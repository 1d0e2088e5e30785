// A card its reader is busy with is not changed under his finger; nor is it kept from changing by one who only left his mouse there.
import type { Cell } from './cells.ts'
import type { Timers } from './timers.ts'

/** After a touch one reads on for a moment, and the screen may still be moving. */
const touchedForMs = 2_000
/** A mouse that has not been moved for so long lies there. */
const lyingAfterMs = 30_000

/** What the reader does with a card. */
interface Hold {
  /** A mouse came over it, or moved on it. */
  mouse(): void
  mouseLeft(): void
  touched(): void
  untouched(): void
  focused(): void
  unfocused(): void
  /** The card goes. */
  end(): void
}

/** What holds a card back while its reader is busy with it. */
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
