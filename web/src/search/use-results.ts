// The results as they are shown: filtered, sorted, and in their places while the search runs or the user reads.
import { useMemo, useRef } from 'preact/hooks'
import type { HealthOf } from '../../../client/link-order.ts'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { type MutedState, useMuted } from '../muted/use-muted.ts'
import { type Arranged, arrange, stableSlots } from './arrange.ts'
import type { LinkChecking } from './link-checking.ts'
import { sortState } from './link-health.ts'
import type { SearchSession } from './search-session.ts'
import type { SearchState } from './search-state.ts'

interface ResultsOptions {
  readonly ask: SearchState
  readonly session: SearchSession
  readonly checking: LinkChecking
  readonly isReading: boolean
  /** Only links of these clouds; all if empty. */
  readonly clouds: readonly CloudType[]
}

export interface ShownResults extends Arranged {
  /** Number of results that joined below since the user began to read. */
  readonly added: number
  /** Increases when the results are put into another order. */
  readonly orders: number
  readonly muted: MutedState
}

/** Changed filters or another search sort the results anew even while the user reads. */
export function useResults({ ask, session, checking, isReading, clouds }: ResultsOptions): ShownResults {
  const { view, attributes, tab, sort, include, exclude, hidesDead } = ask
  const { items, muted } = useMuted(session.works.value, ({ works }) => works)
  const options = { view, attributes, tab, sort, include, exclude, hidesDead, clouds }
  const display = JSON.stringify([options, muted.isRevealed])
  // Check results sort anew only with the next other change, unless dead links are hidden.
  const checks = hidesDead ? checking.version.value : 0
  const arranged = useMemo(() => arrange(items, options, currentHealth(checking)), [items, display, checks, checking])
  const isStill = isReading || session.progress.value.phase === 'asking'
  const before = useRef({ session, display, results: arranged.results, read: 0, orders: 0 })
  const placed = useMemo(() => {
    const last = before.current
    const keeps = isStill && last.display === display && last.session === session
    const results = keeps ? stableSlots(last.results, arranged.results) : arranged.results
    return { results, orders: last.orders + Number(!keeps), isSame: keeps }
  }, [arranged, isStill, display, session])
  const read = isReading && placed.isSame && before.current.read > 0 ? before.current.read : placed.results.length
  before.current = { session, display, read, results: placed.results, orders: placed.orders }
  return { ...arranged, ...placed, added: placed.results.length - read, muted }
}

/** The current health of links, without a subscription to it. */
export function currentHealth(checking: LinkChecking): HealthOf {
  return (link) => sortState(link, checking.stateOf(link.key).peek())
}
