// The works or links that the user has selected.
import { signal } from '@preact/signals'

export class Selection {
  /** Keys of works or links. */
  readonly keys = signal<ReadonlySet<string>>(new Set())
  readonly isOpen = signal(false)

  toggle(key: string): void {
    this.isOpen.value = true
    this.keys.value = this.keys.value.symmetricDifference(new Set([key]))
  }

  /** Hides the checkboxes and selects nothing. */
  close(): void {
    this.isOpen.value = false
    this.keys.value = new Set()
  }
}
