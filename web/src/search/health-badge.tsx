// Shows whether a share is still available, as far as known.
import { CircleCheck, CircleHelp, CircleX, LoaderCircle, Lock, type LucideIcon } from 'lucide-preact'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { displayNow } from '../clock.ts'
import { formatAge } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import type { LinkHealth } from './link-health.ts'
import { searchMessages } from './messages.ts'
import { isUncheckable } from './uncheckable.ts'

const marks: Readonly<Record<LinkHealth['state'], readonly [LucideIcon, string]>> = {
  ok: [CircleCheck, 'text-good'],
  bad: [CircleX, 'text-bad'],
  locked: [Lock, 'text-warn'],
  uncertain: [CircleHelp, 'text-soft'],
  asking: [LoaderCircle, 'text-soft [&>svg]:animate-spin'],
}

interface BadgeProps extends Pick<Row, 'type'> {
  readonly health: LinkHealth | undefined
  /** In a row of a phone, where it stands among others. */
  readonly isShort?: boolean
}

/** Always takes the same space, so that the text after it does not move. */
export function HealthBadge({ type, health, isShort = false }: BadgeProps) {
  const messages = searchMessages.use()
  const language = usePreferences().language.value
  const width = isShort ? 'min-w-3.5 sm:min-w-15' : 'min-w-15'
  if (!health) return isUncheckable(type) ? null : <span aria-hidden="true" class={`inline-block ${width}`} />
  const [Icon, look] = marks[health.state]
  const at = health.checkedAt
  return (
    <span
      title={at === undefined ? undefined : messages.checkedAt(formatAge(at, displayNow.value, language))}
      class={`inline-flex ${width} items-center gap-1 ${look}`}
    >
      <Icon size={14} aria-hidden="true" class="shrink-0" />
      <span class={isShort ? 'max-sm:sr-only' : ''}>{messages.states[health.state]}</span>
    </span>
  )
}
