// How far a search is: who was asked, who has answered, who failed and why; told event by event.
import type { Warning } from '../../../src/contract/search.ts'
import type { StreamEnd, StreamSource, StreamStart } from '../../../src/contract/search-events.ts'
import type { AskError } from '../fetching.ts'

/** A source that failed. */
export interface Failed extends NonNullable<StreamSource['failure']> {
  readonly source: string
}

/** Where a search stands. */
export interface Progress {
  /** `broken`: the answer broke off; what came before is there. `refused`: nothing came at all. */
  readonly phase: 'asking' | 'done' | 'stopped' | 'broken' | 'refused'
  /** How many sources are asked; 0 until the service has said so. */
  readonly asked: number
  readonly answered: number
  /** Of the channels: how many have answered, in this search or shortly before it. */
  readonly answeredChannels: number
  readonly failed: number
  readonly failures: readonly Failed[]
  readonly warnings: readonly Warning[]
  /** What broke it off, or refused it. */
  readonly error?: AskError | undefined
}

/** Nothing is known yet. */
export const noProgress: Progress = {
  phase: 'asking',
  asked: 0,
  answered: 0,
  answeredChannels: 0,
  failed: 0,
  failures: [],
  warnings: [],
}

/** The service begins. */
export function begun(progress: Progress, { sources, warnings = [] }: StreamStart): Progress {
  return { ...progress, asked: sources.length, warnings }
}

/** A source has settled. */
export function settled(progress: Progress, { source, state, failure }: StreamSource): Progress {
  if (state === 'pending') return progress
  if (state !== 'failed') {
    // A stale answer may be hours old: it does not show that Telegram can be reached now.
    const isChannel = source.startsWith('tg:') && state !== 'stale'
    const answeredChannels = progress.answeredChannels + Number(isChannel)
    return { ...progress, answered: progress.answered + 1, answeredChannels }
  }
  const failures = failure ? [...progress.failures, { source, ...failure }] : progress.failures
  return { ...progress, failed: progress.failed + 1, failures }
}

/** The service has ended. */
export function ended(progress: Progress, { sources, warnings = [] }: StreamEnd): Progress {
  const { asked, answered, failed } = sources
  const all = [...progress.warnings, ...warnings]
  return { ...progress, phase: 'done', asked, answered, failed, warnings: all }
}
