// Placeholder for empty and failed views: why, and what to do next.
import type { LucideIcon } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useContent } from './use-content.ts'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text?: ComponentChildren
  /** Actions: buttons, links. */
  readonly children?: ComponentChildren
  /** Announced by screen readers at once. */
  readonly isAlert?: boolean
  /** It is the only content of the view, so its title is the `h1`. */
  readonly isWholeView?: boolean
}

export function EmptyState({
  icon: Icon,
  title,
  text,
  children,
  isAlert = false,
  isWholeView = false,
}: EmptyStateProps) {
  useContent(true)
  const Heading = isWholeView ? 'h1' : 'h2'
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
