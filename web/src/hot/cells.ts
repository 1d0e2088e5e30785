// State of each list: what is displayed, and updates paused while the user interacts with the card.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { BatchResult } from '../../../src/contract/hotlist.ts'
import type { AskError } from '../fetching.ts'

/** A list as the server sends it. */
export type Told = Pick<BatchResult, 'data' | 'stale' | 'updatedAt' | 'error'>

/** A list as displayed. */
export interface Shown extends Told {
  /** Ids of the items that were added by the latest change. */
  readonly arrived: ReadonlySet<string>
}

/** Interactions that pause updates of a card. */
export type Holding = 'pointer' | 'touch' | 'focus'

/** State of one list. */
export interface Cell {
  readonly shown: ReadonlySignal<Shown | undefined>
  /** Whether a newer version waits while updates are paused. */
  readonly isHeldBack: ReadonlySignal<boolean>
  readonly isAsking: Signal<boolean>
  /** Whether the card was ever near the viewport. */
  readonly isMet: Signal<boolean>
  /** Error of the last request, if it failed as a whole. */
  readonly refusal: Signal<AskError | undefined>
  /**
   * Applies an update. `isWanted`: the user requested this list, so that it is shown even if paused. Ignores data older
   * than the known.
   */
  take(told: Told, options?: { readonly isWanted?: boolean }): void
  hold(by: Holding): void
  /** Ends one pause; shows the newest version when none is left. */
  release(by: Holding): void
  /** Ends all pauses: the card is off screen. */
  letGo(): void
  /** Shows the newest version even if updates are paused. */
  showNewest(): void
}

/** Creates the store of list states; each is created on first access. */
export function createCells(): { of(id: string): Cell } {
  const cells = new Map<string, Cell>()
  return {
    of(id) {
      const known = cells.get(id)
      if (known) return known
      const made = createCell()
      cells.set(id, made)
      return made
    },
  }
}

function createCell(): Cell {
  const shown = signal<Shown | undefined>(undefined)
  const isHeldBack = signal(false)
  const holding = new Set<Holding>()
  const held: Told[] = []
  const latest = () => held[0] ?? shown.value
  const show = (told: Told) => {
    held.length = 0
    isHeldBack.value = false
    shown.value = { ...told, arrived: arrivedIn(shown.value, told.data) }
  }
  const showNewest = () => {
    const [waiting] = held
    if (waiting) show(waiting)
  }
  return {
    shown,
    isHeldBack,
    isAsking: signal(false),
    isMet: signal(false),
    refusal: signal(undefined),
    take(told, { isWanted = false } = {}) {
      const known = latest()
      if (known && isOlder(told, known)) return
      const next = withKnown(told, known)
      const isNews = !known || !isSame(next, known)
      if (isWanted || holding.size === 0 || !shown.value) {
        if (isNews || held.length > 0) show(next)
      } else if (isNews) {
        held[0] = next
        isHeldBack.value = true
      }
    },
    hold(by) {
      holding.add(by)
    },
    release(by) {
      holding.delete(by)
      if (holding.size === 0) showNewest()
    },
    letGo() {
      holding.clear()
      showNewest()
    },
    showNewest,
  }
}

function isOlder(told: Told, known: Told): boolean {
  return told.updatedAt !== null && known.updatedAt !== null && told.updatedAt < known.updatedAt
}

/** A failure without items keeps the known items. */
function withKnown(told: Told, known: Told | undefined): Told {
  if (!told.error || told.data.length > 0 || !known || known.data.length === 0) return told
  return { ...known, stale: true, error: told.error }
}

function isSame(one: Told, other: Told): boolean {
  return imageOf(one) === imageOf(other)
}

function imageOf({ data, stale, updatedAt, error }: Told): string {
  return JSON.stringify([data, stale, updatedAt, error])
}

/** Returns the ids of added items; without new ones, those of the previous change. */
function arrivedIn(before: Shown | undefined, items: Told['data']): ReadonlySet<string> {
  if (!before || before.data.length === 0) return new Set()
  const known = new Set(before.data.map(({ id }) => id))
  const arrived = items.filter(({ id }) => !known.has(id))
  return arrived.length === 0 ? before.arrived : new Set(arrived.map(({ id }) => id))
}
