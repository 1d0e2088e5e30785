// The works or links that the user has selected.
import { type ReadonlySignal, signal } from '@preact/signals'

export interface Selection {
  /** Keys of works or links. */
  readonly keys: ReadonlySignal<ReadonlySet<string>>
  readonly isOpen: ReadonlySignal<boolean>
  toggle(key: string): void
  open(): void
  /** Hides the checkboxes and selects nothing. */
  close(): void
}

export function createSelection(): Selection {
  const keys = signal<ReadonlySet<string>>(new Set())
  const isOpen = signal(false)
  return {
    keys,
    isOpen,
    toggle(key) {
      isOpen.value = true
      keys.value = keys.value.symmetricDifference(new Set([key]))
    },
    open() {
      isOpen.value = true
    },
    close() {
      isOpen.value = false
      keys.value = new Set()
    },
  }
}
