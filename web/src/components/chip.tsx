// A pill with a text that leads somewhere, and a button beside it that removes it.
import { X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'

interface ChipProps {
  readonly children: ComponentChildren
  /** Where the text leads: an address, or a function. */
  readonly href?: string
  readonly onPick?: () => void
  readonly title?: string
  readonly removeLabel: string
  readonly removeIcon?: ComponentChildren
  readonly onRemove: () => void
}

export function Chip({ children, href, onPick, title, removeLabel, removeIcon, onRemove }: ChipProps) {
  const Inner = onPick ? 'button' : 'span'
  const Text = href === undefined ? Inner : 'a'
  return (
    <li class="flex max-w-full items-stretch overflow-hidden rounded-full border border-line bg-card has-[:focus-visible]:overflow-visible">
      <Text
        {...(href === undefined ? onPick && { type: 'button', onClick: onPick } : { href })}
        title={title}
        class="flex min-h-9 min-w-0 items-center gap-2 rounded-s-full ps-4 pe-2 text-sm [:any-link,button]:hover:bg-raised"
      >
        {children}
      </Text>
      <button
        type="button"
        data-remove
        aria-label={removeLabel}
        title={removeLabel}
        class="flex w-9 shrink-0 items-center justify-center rounded-e-full text-soft hover:bg-raised hover:text-ink"
        onClick={onRemove}
      >
        {removeIcon ?? <X size={14} aria-hidden="true" />}
      </button>
    </li>
  )
}
