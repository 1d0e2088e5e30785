// Decides which toasts are shown at the same time.
import type { Notice } from '../page.ts'

/**
 * Adds a toast, the newest first. It replaces the toast with the same action, or the one without an action if it has
 * none itself; toasts with other actions stay.
 */
export function toldWith(told: readonly Notice[], next: Notice): readonly Notice[] {
  return [next, ...told.filter(({ action }) => action?.label !== next.action?.label)]
}
