// Groups the failures and warnings of a search by what went wrong.
import type { Reason } from '../../../src/contract/reasons.ts'
import type { Warning } from '../../../src/contract/search.ts'
import type { StreamSource } from '../../../src/contract/search-events.ts'

export type SourceFailureKind = NonNullable<StreamSource['failure']>['kind']

export interface SourceFailure {
  readonly source: string
  readonly kind: SourceFailureKind
  readonly reason?: Reason | undefined
}

export interface SearchProblems {
  readonly failures: readonly SourceFailure[]
  readonly warnings: readonly Warning[]
  readonly answeredChannels: number
}

/** Kind of problem: a kind of failure, Telegram as a whole, or a warning. */
export type ProblemKind = SourceFailureKind | 'telegram' | Exclude<Warning['kind'], 'source_failed'>

type ProblemSource = { readonly source: string; readonly reason: Reason | undefined }

export interface Problem {
  readonly kind: ProblemKind
  /** Affected sources; empty for warnings about no particular source. */
  readonly sources: readonly ProblemSource[]
  /** Reasons that belong to no source, without duplicates. */
  readonly reasons: readonly Reason[]
}

/**
 * All channels share one host. Telegram counts as unreachable if at least this many channels fail and almost none
 * answers.
 */
const minUnreachedChannels = 5
const maxAnsweredShare = 0.1

const failureKinds: readonly SourceFailureKind[] = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open']

/** Most severe first. */
const order: readonly ProblemKind[] = [
  'no_sources',
  'unknown_plugin',
  'blocked_channel',
  'source_off',
  'unknown_cloud_type',
  'telegram',
  'network',
  'timeout',
  'blocked',
  'unavailable',
  'open',
  'mismatch',
  'source_partial',
  'archive_failed',
  'deadline_reached',
  'kept_answers',
  'answer_too_large',
]

/** Returns the non-empty groups. A failure reported both during and at the end of the stream counts once. */
export function groupProblems({ failures, warnings, answeredChannels }: SearchProblems): Problem[] {
  const bySource = new Map([...warnings.flatMap(failureOf), ...failures].map((failure) => [failure.source, failure]))
  const kindOf = createClassifier([...bySource.values()], answeredChannels)
  const problems = new Map<ProblemKind, { sources: ProblemSource[]; reasons: Map<string, Reason> }>()
  const groupOf = (kind: ProblemKind) => {
    const group = problems.get(kind) ?? { sources: [], reasons: new Map<string, Reason>() }
    problems.set(kind, group)
    return group
  }
  for (const failure of bySource.values()) {
    const { source, kind, reason = { code: kind } } = failure
    groupOf(kindOf(failure)).sources.push({ source, reason })
  }
  for (const { kind, source, reason } of warnings) {
    if (kind === 'source_failed') continue
    if (source !== undefined) groupOf(kind).sources.push({ source, reason })
    else if (!reason) groupOf(kind)
    else groupOf(kind).reasons.set(reason.name ?? reason.code, reason)
  }
  return order.flatMap((kind) => {
    const group = problems.get(kind)
    return group ? [{ kind, sources: group.sources, reasons: [...group.reasons.values()] }] : []
  })
}

/** Whether Telegram as a whole cannot be reached: no channel answered, in this search or shortly before. */
export function isTelegramSilent(problems: SearchProblems): boolean {
  return problems.answeredChannels === 0 && groupProblems(problems).some(({ kind }) => kind === 'telegram')
}

/** The text of a `source_failed` warning starts with the kind of failure. */
function failureOf({ kind, source, detail, reason }: Warning): SourceFailure[] {
  const failed = failureKinds.find((one) => detail.startsWith(`${one}: `))
  if (kind !== 'source_failed' || source === undefined || !failed) return []
  return [{ source, kind: failed, reason }]
}

function createClassifier(
  failures: readonly SourceFailure[],
  answeredChannels: number,
): (failure: SourceFailure) => ProblemKind {
  const isUnreached = ({ source, kind }: SourceFailure) =>
    source.startsWith('tg:') && (kind === 'network' || kind === 'timeout' || kind === 'open')
  const unreached = failures.filter(isUnreached)
  const isTelegram =
    unreached.length >= minUnreachedChannels &&
    answeredChannels <= maxAnsweredShare * unreached.length &&
    unreached.some(({ kind, reason }) => kind !== 'open' || reason?.after === 'network' || reason?.after === 'timeout')
  return (failure) => (isTelegram && isUnreached(failure) ? 'telegram' : failure.kind)
}
