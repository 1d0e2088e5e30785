// Progress of a search, computed from stream events.
import type { Warning } from '../../../src/contract/search.ts'
import type { StreamEnd, StreamSource, StreamStart } from '../../../src/contract/search-events.ts'
import type { ApiError } from '../api-client.ts'

export interface FailedSource extends NonNullable<StreamSource['failure']> {
  readonly source: string
}

export interface SearchProgress {
  /** `broken`: the stream broke; results are kept. `refused`: the request failed without a result. */
  readonly phase: 'asking' | 'done' | 'stopped' | 'broken' | 'refused'
  /** Number of sources requested; 0 until the stream starts. */
  readonly asked: number
  readonly answered: number
  /** Number of channels that answered, in this search or shortly before. */
  readonly answeredChannels: number
  readonly failed: number
  readonly failures: readonly FailedSource[]
  readonly warnings: readonly Warning[]
  readonly error?: ApiError | undefined
}

export const initialProgress: SearchProgress = {
  phase: 'asking',
  asked: 0,
  answered: 0,
  answeredChannels: 0,
  failed: 0,
  failures: [],
  warnings: [],
}

export function onStart(progress: SearchProgress, { sources, warnings = [] }: StreamStart): SearchProgress {
  return { ...progress, asked: sources.length, warnings }
}

export function onSource(progress: SearchProgress, { source, state, failure }: StreamSource): SearchProgress {
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

export function onEnd(progress: SearchProgress, { sources, warnings = [] }: StreamEnd): SearchProgress {
  const { asked, answered, failed } = sources
  const all = [...progress.warnings, ...warnings]
  return { ...progress, phase: 'done', asked, answered, failed, warnings: all }
}

/** Number of sources that had not answered when the search ended. */
export function lateSources({ phase, asked, answered, failed }: SearchProgress): number {
  return phase === 'done' ? asked - answered - failed : 0
}
