// The results as they are shown: filtered, sorted, and in their places while the search runs or the user reads.

import { useMemo, useRef } from 'preact/hooks'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { useMuted } from '../muted/use-muted.ts'
import { arrange, type Result, stableSlots } from './arrange.ts'
import { foldTitles } from './fold-titles.ts'
import type { LinkChecking } from './link-checking.ts'
import { currentHealth } from './link-health.ts'
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

export function useResults({
  ask,
  session,
  checking,
  isReading,
  sorts,
  clouds,
  linkResults,
  unfolded,
}: ResultsOptions) {
  const { view, attributes, tab, sort, include, exclude, hidesDead } = ask
  const { items, muted } = useMuted(session.works.value)
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
  // `added`: those that joined below since the order was taken or the user began to read.
  return { ...arranged, results, folded, orders, added: folded.filter(({ key }) => late.has(key)).length, muted }
}

export interface ResultPositions {
  /** How they are displayed; another one sorts them anew. */
  readonly display: string
  readonly results: readonly Result[]
  /** Number of results that were there when they were sorted or the user began to read. */
  readonly known: number
  /** Increases whenever they are sorted. */
  readonly orders: number
  /** Whether the search ran or the user read. */
  readonly wasStill: boolean
}

interface Latest extends Pick<ResultPositions, 'display' | 'results'> {
  readonly isSearching: boolean
  readonly isReading: boolean
}

/** Results are sorted when the search ends unless the user reads, when reading ends, and when the display changes; others join below. */
export function positionResults(last: ResultPositions | undefined, latest: Latest): ResultPositions {
  const { display, isSearching, isReading } = latest
  const wasStill = isSearching || isReading
  const isSame = last?.display === display
  const keeps = isSame && (wasStill || (!last.wasStill && last.results.length > 0))
  const results = keeps ? stableSlots(last.results, latest.results) : latest.results
  // While a search runs that nobody reads, all are new.
  const isKnown = keeps && last.known > 0 && (isReading || !isSearching)
  return {
    ...{ display, results, wasStill },
    known: isKnown ? last.known : results.length,
    orders: (last?.orders ?? 0) + Number(!keeps),
  }
}
