// Health of a source: text, icon and colour, never colour alone.
import { CircleCheck, CircleDashed, CircleOff, CircleX, type LucideIcon, Moon, TriangleAlert } from 'lucide-preact'
import { useMessages } from '../use-messages.ts'
import { statusMessages } from './messages.ts'
import type { SourceState } from './source-rows.ts'

const icons: Readonly<Record<SourceState, { readonly icon: LucideIcon; readonly color: string }>> = {
  unhealthy: { icon: CircleX, color: 'text-bad' },
  degraded: { icon: TriangleAlert, color: 'text-warn' },
  asleep: { icon: Moon, color: 'text-soft' },
  healthy: { icon: CircleCheck, color: 'text-good' },
  unknown: { icon: CircleDashed, color: 'text-soft' },
  off: { icon: CircleOff, color: 'text-soft' },
}

/** Icon and text. */
export function HealthBadge({ state }: { readonly state: SourceState }) {
  const messages = useMessages(statusMessages)
  return (
    <span class={`inline-flex shrink-0 items-center gap-1 whitespace-nowrap ${icons[state].color}`}>
      <HealthIcon state={state} />
      {messages.state[state]}
    </span>
  )
}

/** The icon alone. */
export function HealthIcon({ state, size = 16 }: { readonly state: SourceState; readonly size?: number }) {
  const { icon: Icon, color } = icons[state]
  return <Icon size={size} aria-hidden="true" class={`shrink-0 ${color}`} />
}
