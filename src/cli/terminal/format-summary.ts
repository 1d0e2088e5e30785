// The summary below the links of a search: counts, failed and late sources, what the archive added.
import type { SearchEvent } from '../../../client/client.ts'
import { failureText } from './failure-text.ts'
import { formatDuration } from './format-units.ts'
import type { Screen, Style } from './screen.ts'

type EventData<Name extends SearchEvent['event']> = Extract<SearchEvent, { event: Name }>['data']

export interface SearchReport {
  /** Sources that failed or were late, in the order of their events. */
  readonly failedOrLate: EventData<'source'>[]
  readonly warnings: NonNullable<EventData<'end'>['warnings']>[number][]
  /** Undefined if the search did not finish. */
  end: EventData<'end'> | undefined
  /** Number of sources asked, and of those that have answered or failed. */
  asked: number
  settled: number
}

interface SummaryInput {
  /** The result in words: `12 links of 3 kinds`. */
  readonly found: string
  readonly hasDetails: boolean
  readonly hidesDead: boolean
  readonly where: string
  /** Warnings of the server inside this process. */
  readonly warnings: readonly string[]
  readonly screen: Screen
}

/** A sentence and its style. */
export interface SummaryLine {
  readonly style: Style
  readonly text: string
}

/** The sentences in display order. Texts of third parties are not sanitized. */
export function summaryLines(report: SearchReport, parts: SummaryInput): SummaryLine[] {
  const { hasDetails, warnings, screen } = parts
  const { words, translate } = screen
  const warningTexts = report.warnings.filter(({ kind }) => !sourceWarningKinds.has(kind)).map(({ detail }) => detail)
  return [
    { style: 'plain', text: formatSummary(report, parts) },
    ...failureLines(report, parts),
    ...archiveLines(report, parts),
    ...warningTexts.map((text) => ({ style: 'caution', text: translate(text) }) as const),
    ...(hasDetails ? report.failedOrLate.map((source) => formatFailure(source, screen)) : []),
    ...(hasDetails
      ? warnings.map((text) => ({ style: 'caution', text: words.warning(translate(text)) }) as const)
      : []),
  ]
}

/** Warnings about sources, which the sources' own lines report. */
const sourceWarningKinds: ReadonlySet<string> = new Set(['source_failed', 'source_partial', 'deadline_reached'])

function formatSummary(
  { end, asked, settled }: SearchReport,
  { found, where, screen: { words } }: SummaryInput,
): string {
  if (!end) return words.soFar(found, settled, asked) + words.aside(where)
  const { answered } = end.sources
  return words.answered(found, answered, end.sources.asked, formatDuration(end.took_ms)) + words.aside(where)
}

function failureLines({ end }: SearchReport, { hasDetails, screen: { words } }: SummaryInput): SummaryLine[] {
  const { failed = 0, pending = 0 } = end?.sources ?? {}
  if (failed + pending === 0) return []
  const parts = [...(failed > 0 ? [words.failed(failed)] : []), ...(pending > 0 ? [words.late(pending)] : [])]
  return [{ style: 'caution', text: parts.join(words.and) + (hasDetails ? '' : words.detailsNameThem) }]
}

function archiveLines({ end }: SearchReport, { hidesDead, screen: { words } }: SummaryInput): SummaryLine[] {
  const { archive, dead = 0 } = end ?? {}
  const recalled = archive?.links ?? 0
  const texts = [recalled > 0 && words.fromArchive(recalled), dead > 0 && words.dead(dead, hidesDead)]
  return texts.flatMap((text) => (text === false ? [] : [{ style: 'plain', text }]))
}

function formatFailure({ source, state, failure, count }: EventData<'source'>, screen: Screen): SummaryLine {
  const { words } = screen
  if (state === 'pending') return { style: 'caution', text: words.sourceLate(source) }
  const why = failure ? failureText(failure, screen) : words.unknownReason
  if (state === 'failed') return { style: 'bad', text: words.sourceFailed(source, why) }
  const text = state === 'stale' ? words.sourceStale(source, count, why) : words.sourcePartial(source, count, why)
  return { style: 'caution', text }
}
