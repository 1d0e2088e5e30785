// The button of the banner, and what stands beside it.
import type { ComponentChildren } from 'preact'

export function Actions({ children }: { readonly children: ComponentChildren }) {
  return <div class="flex flex-wrap items-center gap-2 [&>a]:min-h-11 [&>button]:min-h-11">{children}</div>
}
