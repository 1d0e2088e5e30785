// Name of a list in one line: colour, name, title.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'

interface NameProps {
  readonly of: Pick<SourceRecord, 'name' | 'title' | 'color'>
}

/** Truncated if there is no space. */
export function ListName({ of: { name, title, color } }: NameProps) {
  return (
    <span class="flex min-w-0 items-center gap-2">
      {/* The border keeps it visible if the colour equals the background. */}
      <span
        aria-hidden="true"
        class="size-2.5 shrink-0 rounded-full border border-edge"
        style={{ backgroundColor: color }}
      />
      <span class="truncate">
        {name}
        {title && <span class="text-soft"> · {title}</span>}
      </span>
    </span>
  )
}

export function fullNameOf({ name, title }: Pick<SourceRecord, 'name' | 'title'>): string {
  return title ? `${name} ${title}` : name
}
