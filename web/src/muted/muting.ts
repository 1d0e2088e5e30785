// The functions that hide muted words, once they are loaded.
import type { FunctionComponent } from 'preact'
import type { unmuted } from './without-muted.ts'

export interface MutedLineProps {
  /** Number of entries with a muted word. */
  readonly count: number
  readonly isRevealed: boolean
  readonly onReveal: (isRevealed: boolean) => void
}

export interface Muting {
  readonly MutedLine: FunctionComponent<MutedLineProps>
  readonly unmuted: typeof unmuted
}
