// Progress of a search, computed from stream events.
import type { Warning } from '../../../src/contract/search.ts'
import type { StreamEnd, StreamSource, StreamStart } from '../../../src/contract/search-events.ts'
import type { AskError } from '../fetching.ts'

export interface Failed extends NonNullable<StreamSource['failure']> {
  readonly source: string
}

export interface Progress {
  /** `broken`: the stream broke; results are kept. `refused`: the request failed without a result. */
  readonly phase: 'asking' | 'done' | 'stopped' | 'broken' | 'refused'
  /** Number of sources requested; 0 until the stream starts. */
  readonly asked: number
  readonly answered: number
  /** Number of channels that answered, in this search or shortly before. */
  readonly answeredChannels: number
  readonly failed: number
  readonly failures: readonly Failed[]
  readonly warnings: readonly Warning[]
  /** The error that ended the search. */
  readonly error?: AskError | undefined
}

export const noProgress: Progress = {
  phase: 'asking',
  asked: 0,
  answered: 0,
  answeredChannels: 0,
  failed: 0,
  failures: [],
  warnings: [],
}

/** Handles the `start` event. */
export function begun(progress: Progress, { sources, warnings = [] }: StreamStart): Progress {
  return { ...progress, asked: sources.length, warnings }
}

/** Handles a `source` event. */
export function settled(progress: Progress, { source, state, failure }: StreamSource): Progress {
  if (state === 'pending') return progress
  if (state !== 'failed') {
    // A stale answer may be hours old and does not show that Telegram is reachable now.
    const isChannel = source.startsWith('tg:') && state !== 'stale'
    const answeredChannels = progress.answeredChannels + Number(isChannel)
    return { ...progress, answered: progress.answered + 1, answeredChannels }
  }
  const failures = failure ? [...progress.failures, { source, ...failure }] : progress.failures
  return { ...progress, failed: progress.failed + 1, failures }
}

/** Handles the `end` event. */
export function ended(progress: Progress, { sources, warnings = [] }: StreamEnd): Progress {
  const { asked, answered, failed } = sources
  const all = [...progress.warnings, ...warnings]
  return { ...progress, phase: 'done', asked, answered, failed, warnings: all }
}
