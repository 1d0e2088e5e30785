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

const looks: Readonly<Record<SourceState, readonly [LucideIcon, color: string]>> = {
  unhealthy: [CircleX, 'text-bad'],
  degraded: [TriangleAlert, 'text-warn'],
  closed: [CirclePause, 'text-soft'],
  asleep: [Moon, 'text-soft'],
  healthy: [CircleCheck, 'text-good'],
  unknown: [CircleDashed, 'text-soft'],
  off: [CircleOff, 'text-soft'],
}

export function stateColor(state: SourceState): string {
  return looks[state][1]
}

/** Stands beside a text: colour and shape alone say too little. */
export function HealthIcon({ state, size = 16 }: { readonly state: SourceState; readonly size?: number }) {
  const [Icon, color] = looks[state]
  return <Icon size={size} aria-hidden="true" class={`shrink-0 ${color}`} />
}
