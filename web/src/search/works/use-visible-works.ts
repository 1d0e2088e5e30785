// The visible works: filtered, sorted, and in their places while the search runs or the user reads.
import { useMemo, useRef } from 'preact/hooks'
import type { HealthOf } from '../../../../client/link-order.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import { type MutedState, useMuted } from '../../muted/use-muted.ts'
import type { LinkChecking } from '../link-checking.ts'
import { sortState } from '../link-health.ts'
import type { SearchSession } from '../search-session.ts'
import type { SearchState } from '../search-state.ts'
import { type ArrangedWorks, arrangeWorks, type ShownWork, stableSlots } from './arrange-works.ts'

interface VisibleWorksOptions {
  readonly ask: SearchState
  readonly session: SearchSession
  readonly checking: LinkChecking
  readonly isReading: boolean
  /** Only works in these clouds; all if empty. */
  readonly clouds: readonly CloudType[]
}

/** Changed filters or another search re-sort the works even while the user reads. */
export function useVisibleWorks(options: VisibleWorksOptions): ArrangedWorks & { readonly muted: MutedState } {
  const { ask, session, checking, isReading, clouds } = options
  const { attributes, sort, hidesDead } = ask
  const { items: all, muted } = useMuted(session.works.value, ({ works }) => works)
  const view = JSON.stringify([attributes, sort, hidesDead, clouds, muted.isRevealed])
  // Check results re-sort only with the next other change, unless dead links are hidden.
  const checks = hidesDead ? checking.version.value : 0
  const arranged = useMemo(
    () => arrangeWorks(all, { attributes, sort, hidesDead, clouds }, confirmedHealth(checking)),
    [all, view, checks, checking],
  )
  const isStill = isReading || session.progress.value.phase === 'asking'
  const before = useRef<{ session: SearchSession; view: string; works: readonly ShownWork[] }>()
  const works = useMemo(() => {
    const last = before.current
    const isSame = last?.view === view && last.session === session
    return isStill && isSame ? stableSlots(last.works, arranged.works) : arranged.works
  }, [arranged, isStill, view, session])
  before.current = { session, view, works }
  return { ...arranged, works, muted }
}

/** The current health of links, without a subscription to it. */
export function confirmedHealth(checking: LinkChecking): HealthOf {
  return (link) => sortState(link, checking.stateOf(link.key).peek())
}
