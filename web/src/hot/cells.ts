// What is known of each list: what is shown of it, and what has come since but is held back while its reader is busy with it.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { BatchResult } from '../../../src/contract/hotlist.ts'
import type { AskError } from '../fetching.ts'

/** What the service says of a list. */
export type Told = Pick<BatchResult, 'data' | 'stale' | 'updatedAt' | 'error'>

/** A list as it is shown. */
export interface Shown extends Told {
  /** The ids of items that were not in it when it changed last. */
  readonly arrived: ReadonlySet<string>
}

/** What a reader may be doing with a card. */
export type Holding = 'pointer' | 'touch' | 'focus'

/** One list. */
export interface Cell {
  readonly shown: ReadonlySignal<Shown | undefined>
  /** Has something newer come that is held back? */
  readonly isHeldBack: ReadonlySignal<boolean>
  readonly isAsking: Signal<boolean>
  /** Has it ever been near the screen? */
  readonly isMet: Signal<boolean>
  /** Why the last asking brought no answer at all. */
  readonly refusal: Signal<AskError | undefined>
  /** What has come; `isWanted` if the reader asked for just this list, and so waits for it. What is older than the known is passed over. */
  take(told: Told, isWanted?: boolean): void
  hold(by: Holding): void
  /** Shows what was held back, once nothing holds any more. */
  release(by: Holding): void
  /** Nothing holds it any more: nobody sees it. */
  letGo(): void
  /** Shows what was held back, though something holds. */
  showNewest(): void
}

/** Makes the cells, each when it is first asked for. */
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
    take(told, isWanted = false) {
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
    hold: (by) => void holding.add(by),
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

/** A failure that comes without a list leaves the list that is known. */
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

/** What was not there before; as long as nothing arrives, what arrived last still counts as new. */
function arrivedIn(before: Shown | undefined, items: Told['data']): ReadonlySet<string> {
  if (!before || before.data.length === 0) return new Set()
  const known = new Set(before.data.map(({ id }) => id))
  const arrived = items.filter(({ id }) => !known.has(id))
  return arrived.length === 0 ? before.arrived : new Set(arrived.map(({ id }) => id))
}
