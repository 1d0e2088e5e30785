// What stands where there is nothing to show: why, and what to do next.
import type { LucideIcon } from 'lucide-preact'
import type { ComponentChildren } from 'preact'

interface StateProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text?: string | undefined
  /** What the reader can do: buttons, links. */
  readonly children?: ComponentChildren
  /** Told to screen readers at once. */
  readonly isAlert?: boolean
  /** Nothing else stands in the view. */
  readonly isWhole?: boolean
}

/** A picture, a sentence, a next step. */
export function StatePage({ icon: Icon, title, text, children, isAlert = false, isWhole = false }: StateProps) {
  const Heading = isWhole ? 'h1' : 'h2'
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      class="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center"
    >
      <span class="rounded-full bg-raised p-4 text-soft">
        <Icon size={28} aria-hidden="true" />
      </span>
      <Heading class="text-lg font-semibold">{title}</Heading>
      {text && <p class="text-sm text-soft">{text}</p>}
      {children && <div class="mt-1 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
