// The places of results: they stay while the search runs or the user reads, and after its end until the user asks for the order.
import { type Result, stableSlots } from './arrange.ts'

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
