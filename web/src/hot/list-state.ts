// State of each list: what is displayed, and updates paused while the user interacts with the card.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { BatchResult } from '../../../src/contract/hotlist.ts'
import type { ApiError } from '../api-client.ts'

/** A list as the server sends it. */
export type ListUpdate = Pick<BatchResult, 'data' | 'stale' | 'updatedAt' | 'error'>

/** A list as displayed. */
export interface DisplayedList extends ListUpdate {
  /** Ids of the items that were added by the latest change. */
  readonly addedIds: ReadonlySet<string>
}

/** Interactions that pause updates of a card. */
export type PauseReason = 'pointer' | 'touch' | 'focus'

/** State of one list. */
export interface ListState {
  readonly shown: ReadonlySignal<DisplayedList | undefined>
  /** Whether a newer version waits while updates are paused. */
  readonly hasPendingUpdate: ReadonlySignal<boolean>
  readonly isLoading: Signal<boolean>
  /** Whether the card was ever near the viewport. */
  readonly wasVisible: Signal<boolean>
  /** Error of the last request, if it failed as a whole. */
  readonly error: Signal<ApiError | undefined>
  /**
   * Applies an update. `isRequested`: the user requested this list, so that it is shown even if paused. Ignores data older
   * than the known.
   */
  apply(update: ListUpdate, options?: { readonly isRequested?: boolean }): void
  pause(by: PauseReason): void
  /** Ends one pause; shows the newest version when none is left. */
  resume(by: PauseReason): void
  /** Ends all pauses: the card is off screen. */
  resumeAll(): void
  /** Shows the newest version even if updates are paused. */
  showNewest(): void
}

/** Creates the store of list states; each is created on first access. */
export function createListStates(): { get(id: string): ListState } {
  const states = new Map<string, ListState>()
  return {
    get(id) {
      const known = states.get(id)
      if (known) return known
      const created = createListState()
      states.set(id, created)
      return created
    },
  }
}

function createListState(): ListState {
  const shown = signal<DisplayedList | undefined>(undefined)
  const hasPendingUpdate = signal(false)
  const pauses = new Set<PauseReason>()
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
      if (isRequested || pauses.size === 0 || !shown.value) {
        if (isChanged || pending.length > 0) show(next)
      } else if (isChanged) {
        pending[0] = next
        hasPendingUpdate.value = true
      }
    },
    pause(by) {
      pauses.add(by)
    },
    resume(by) {
      pauses.delete(by)
      if (pauses.size === 0) showNewest()
    },
    resumeAll() {
      pauses.clear()
      showNewest()
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
