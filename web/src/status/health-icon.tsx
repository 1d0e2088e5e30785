// Icon of the health of a source.
import {
  CircleCheck,
  CircleDashed,
  CircleOff,
  CirclePause,
  CircleX,
  type LucideIcon,
  Moon,
  TriangleAlert,
} from 'lucide-preact'
import type { SourceState } from './source-rows.ts'

const icons: Readonly<Record<SourceState, LucideIcon>> = {
  unhealthy: CircleX,
  degraded: TriangleAlert,
  closed: CirclePause,
  asleep: Moon,
  healthy: CircleCheck,
  unknown: CircleDashed,
  off: CircleOff,
}

export const stateColors: Readonly<Record<SourceState, string>> = {
  unhealthy: 'text-bad',
  degraded: 'text-warn',
  closed: 'text-soft',
  asleep: 'text-soft',
  healthy: 'text-good',
  unknown: 'text-soft',
  off: 'text-soft',
}

/** Stands beside a text: colour and shape alone say too little. */
export function HealthIcon({ state, size = 16 }: { readonly state: SourceState; readonly size?: number }) {
  const Icon = icons[state]
  return <Icon size={size} aria-hidden="true" class={`shrink-0 ${stateColors[state]}`} />
}
