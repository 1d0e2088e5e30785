// Decides which toasts are shown at the same time.
import type { Toast } from '../page-context.ts'

/**
 * Adds a toast, the newest first. It replaces the toast with the same action, or the one without an action if it has
 * none itself; toasts with other actions stay.
 */
export function stackToasts(toasts: readonly Toast[], next: Toast): readonly Toast[] {
  return [next, ...toasts.filter(({ action }) => action?.label !== next.action?.label)]
}
