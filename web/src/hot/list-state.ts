// State of each list: what is displayed, and updates held back while the user reads it.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { BatchResult } from '../../../src/contract/hotlist.ts'
import type { ApiError } from '../api-client.ts'

/** A list as the server sends it. */
export type ListUpdate = Pick<BatchResult, 'data' | 'stale' | 'updatedAt' | 'error'>

export interface DisplayedList extends ListUpdate {
  /** Ids of the items that were added by the latest change. */
  readonly addedIds: ReadonlySet<string>
}

export interface ListState {
  readonly shown: ReadonlySignal<DisplayedList | undefined>
  /** Whether a newer version waits while updates are held. */
  readonly hasPendingUpdate: ReadonlySignal<boolean>
  readonly isLoading: Signal<boolean>
  /** Whether the card was ever near the viewport. */
  readonly wasVisible: Signal<boolean>
  /** Error of the last request, if it failed as a whole. */
  readonly error: Signal<ApiError | undefined>
  /**
   * Applies an update. `isRequested`: the user requested this list, so that it is shown even if held. Ignores data older
   * than the known.
   */
  apply(update: ListUpdate, options?: { readonly isRequested?: boolean }): void
  /** Holds updates back while the user reads the list, and then shows the newest version. */
  readonly hold: (isHeld: boolean) => void
  /** Shows the newest version even if updates are held. */
  showNewest(): void
}

/** Creates the store of list states; each is created on first access. */
export function createListStates(): { get(id: string): ListState } {
  const states = new Map<string, ListState>()
  return {
    get(id) {
      const state = states.get(id) ?? createListState()
      states.set(id, state)
      return state
    },
  }
}

function createListState(): ListState {
  const shown = signal<DisplayedList | undefined>(undefined)
  const hasPendingUpdate = signal(false)
  let isHeld = false
  const pending: ListUpdate[] = []
  const latest = () => pending[0] ?? shown.value
  const show = (update: ListUpdate) => {
    pending.length = 0
    hasPendingUpdate.value = false
    shown.value = { ...update, addedIds: addedIdsOf(shown.value, update.data) }
  }
  const showNewest = () => {
    const [waiting] = pending
    if (waiting) show(waiting)
  }
  return {
    shown,
    hasPendingUpdate,
    isLoading: signal(false),
    wasVisible: signal(false),
    error: signal(undefined),
    apply(update, { isRequested = false } = {}) {
      const known = latest()
      if (known && isOlder(update, known)) return
      const next = keepKnownItems(update, known)
      const isChanged = !known || !isSame(next, known)
      if (isRequested || !isHeld || !shown.value) {
        if (isChanged || pending.length > 0) show(next)
      } else if (isChanged) {
        pending[0] = next
        hasPendingUpdate.value = true
      }
    },
    hold(isReading) {
      isHeld = isReading
      if (!isHeld) showNewest()
    },
    showNewest,
  }
}

function isOlder(update: ListUpdate, known: ListUpdate): boolean {
  return update.updatedAt !== null && known.updatedAt !== null && update.updatedAt < known.updatedAt
}

/** A failure without items keeps the known items. */
function keepKnownItems(update: ListUpdate, known: ListUpdate | undefined): ListUpdate {
  if (!update.error || update.data.length > 0 || !known || known.data.length === 0) return update
  return { ...known, stale: true, error: update.error }
}

function isSame(one: ListUpdate, other: ListUpdate): boolean {
  return fingerprint(one) === fingerprint(other)
}

function fingerprint({ data, stale, updatedAt, error }: ListUpdate): string {
  return JSON.stringify([data, stale, updatedAt, error])
}

/** Returns the ids of added items; without new ones, those of the previous change. */
function addedIdsOf(before: DisplayedList | undefined, items: ListUpdate['data']): ReadonlySet<string> {
  if (!before || before.data.length === 0) return new Set()
  const known = new Set(before.data.map(({ id }) => id))
  const arrived = items.filter(({ id }) => !known.has(id))
  return arrived.length === 0 ? before.addedIds : new Set(arrived.map(({ id }) => id))
}
