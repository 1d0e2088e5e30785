// State of each list: what is displayed, and updates held back while the user reads it.
import { signal } from '@preact/signals'
import type { BatchResult } from '../../../src/contract/hotlist.ts'
import type { ApiError } from '../api-client.ts'

/** A list as the server sends it. */
export type ListUpdate = Pick<BatchResult, 'data' | 'stale' | 'updatedAt' | 'error'>

export interface DisplayedList extends ListUpdate {
  /** Ids of the items that were added by the latest change. */
  readonly addedIds: ReadonlySet<string>
}

/** A list, and what is known of it. */
export class ListState {
  readonly shown = signal<DisplayedList | undefined>(undefined)
  /** Whether a newer version waits while updates are held. */
  readonly hasPendingUpdate = signal(false)
  readonly isLoading = signal(false)
  /** Whether the card was ever near the viewport. */
  readonly wasVisible = signal(false)
  /** Error of the last request, if it failed as a whole. */
  readonly error = signal<ApiError | undefined>(undefined)
  #isHeld = false
  #pending: ListUpdate | undefined

  /** `isRequested`: the user requested this list, so that it is shown even if held. Ignores data older than the known. */
  apply(update: ListUpdate, { isRequested = false } = {}): void {
    const known = this.#pending ?? this.shown.value
    if (known && isOlder(update, known)) return
    const next = keepKnownItems(update, known)
    const isChanged = !known || !isSame(next, known)
    if (isRequested || !this.#isHeld || !this.shown.value) {
      if (isChanged || this.#pending) this.#show(next)
    } else if (isChanged) {
      this.#pending = next
      this.hasPendingUpdate.value = true
    }
  }

  /** Holds updates back while the user reads the list, and then shows the newest version. */
  readonly hold = (isReading: boolean): void => {
    this.#isHeld = isReading
    if (!isReading) this.showNewest()
  }

  /** Shows the newest version even if updates are held. */
  showNewest(): void {
    if (this.#pending) this.#show(this.#pending)
  }

  #show(update: ListUpdate): void {
    this.#pending = undefined
    this.hasPendingUpdate.value = false
    this.shown.value = { ...update, addedIds: addedIdsOf(this.shown.value, update.data) }
  }
}

/** Returns the state of a list, which is created on first access. */
export function createListStates(): (id: string) => ListState {
  const states = new Map<string, ListState>()
  return (id) => {
    const state = states.get(id) ?? new ListState()
    states.set(id, state)
    return state
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
