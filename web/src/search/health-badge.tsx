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

/** Always takes the same space, so that the text after it does not move. */
export function HealthBadge({ type, health }: Pick<Row, 'type'> & { readonly health: LinkHealth | undefined }) {
  const messages = searchMessages.use()
  const language = usePreferences().language.value
  if (!health) return isUncheckable(type) ? null : <span aria-hidden="true" class="inline-block min-w-15" />
  const [Icon, look] = marks[health.state]
  const at = health.checkedAt
  return (
    <span
      title={at === undefined ? undefined : messages.checkedAt(formatAge(at, displayNow.value, language))}
      class={`inline-flex min-w-15 items-center gap-1 ${look}`}
    >
      <Icon size={14} aria-hidden="true" class="shrink-0" />
      {messages.states[health.state]}
    </span>
  )
}
