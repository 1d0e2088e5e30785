// The results as they are shown: filtered, sorted, and in their places while the search runs or the user reads.
import { useMemo, useRef } from 'preact/hooks'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { type MutedState, useMuted } from '../muted/use-muted.ts'
import { type Arranged, arrange, type Result } from './arrange.ts'
import { foldTitles } from './fold-titles.ts'
import type { LinkChecking } from './link-checking.ts'
import { currentHealth } from './link-health.ts'
import { positionResults, type ResultPositions } from './result-positions.ts'
import type { SearchSession } from './search-session.ts'
import type { SearchState } from './search-state.ts'

export interface ResultsOptions {
  readonly ask: SearchState
  readonly session: SearchSession
  readonly checking: LinkChecking
  readonly isReading: boolean
  /** Increases when the user asks for the order. */
  readonly sorts: number
  /** Only links of these clouds; all if empty. */
  readonly clouds: readonly CloudType[]
  /** Undefined until the list of links is loaded. */
  readonly linkResults: Parameters<typeof arrange>[3]
  /** The titles of which all works are shown. */
  readonly unfolded: ReadonlySet<string>
}

export interface ShownResults extends Arranged {
  /** The results; works of one title folded. */
  readonly folded: readonly Result[]
  /** Number of them that joined below since the order was taken or the user began to read. */
  readonly added: number
  /** Increases when the results are put into another order. */
  readonly orders: number
  readonly muted: MutedState
}

export function useResults({
  ask,
  session,
  checking,
  isReading,
  sorts,
  clouds,
  linkResults,
  unfolded,
}: ResultsOptions): ShownResults {
  const { view, attributes, tab, sort, include, exclude, hidesDead } = ask
  const { items, muted } = useMuted(session.works.value, ({ works }) => works)
  const options = { view, attributes, tab, sort, include, exclude, hidesDead, clouds }
  const display = JSON.stringify([options, muted.isRevealed, sorts])
  // Check results sort anew only with the next other change, unless dead links are hidden.
  const checks = hidesDead ? checking.version.value : 0
  const arranged = useMemo(
    () => arrange(items, options, currentHealth(checking), linkResults),
    [items, display, checks, checking, linkResults],
  )
  const isSearching = session.progress.value.phase === 'asking'
  const last = useRef<{ readonly session: SearchSession; readonly positions: ResultPositions }>()
  const positions = useMemo(() => {
    const before = last.current?.session === session ? last.current.positions : undefined
    return positionResults(before, { display, results: arranged.results, isSearching, isReading })
  }, [arranged, isSearching, isReading, display, session])
  last.current = { session, positions }
  const { results, known, orders } = positions
  const folded = useMemo(() => (view === 'works' ? foldTitles(results, unfolded) : results), [results, unfolded, view])
  const late = new Set(results.slice(known).map(({ key }) => key))
  return { ...arranged, results, folded, orders, added: folded.filter(({ key }) => late.has(key)).length, muted }
}
