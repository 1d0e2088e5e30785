// The summary below the links of a search: counts, failed and late sources, what the archive added.
import type { SearchEvent } from '../../../client/client.ts'
import type { Style } from './colors.ts'
import { formatDuration, pluralize } from './format-units.ts'

type EventData<Name extends SearchEvent['event']> = Extract<SearchEvent, { event: Name }>['data']

export interface SearchReport {
  /** Sources that failed or were late, in the order of their events. */
  readonly failedOrLate: readonly EventData<'source'>[]
  readonly warnings: readonly NonNullable<EventData<'end'>['warnings']>[number][]
  /** Undefined if the search did not finish. */
  readonly end: EventData<'end'> | undefined
  /** Number of sources asked, and of those that have answered or failed. */
  readonly asked: number
  readonly settled: number
}

interface SummaryInput {
  /** What was found: `12 links of 3 kinds`. */
  readonly found: string
  readonly hasDetails: boolean
  readonly hidesDead: boolean
  readonly where: string
  /** Warnings of the server inside this process. */
  readonly warnings: readonly string[]
}

/** A sentence and its style. */
export interface SummaryLine {
  readonly style: Style
  readonly text: string
}

/** The sentences in display order. Texts of third parties are not sanitized. */
export function summaryLines(report: SearchReport, parts: SummaryInput): SummaryLine[] {
  const { hasDetails, warnings } = parts
  const warningTexts = report.warnings.filter(({ kind }) => !sourceWarningKinds.has(kind)).map(({ detail }) => detail)
  return [
    { style: 'plain', text: formatSummary(report, parts) },
    ...failureLines(report, parts),
    ...archiveLines(report, parts),
    ...warningTexts.map((text) => ({ style: 'caution', text }) as const),
    ...(hasDetails ? report.failedOrLate.map(formatFailure) : []),
    ...(hasDetails ? warnings.map((text) => ({ style: 'caution', text: `warning: ${text}` }) as const) : []),
  ]
}

/** Warnings about sources, which the sources' own lines report. */
const sourceWarningKinds: ReadonlySet<string> = new Set(['source_failed', 'source_partial', 'deadline_reached'])

function formatSummary({ end, asked, settled }: SearchReport, { found, where }: SummaryInput): string {
  if (!end) return `${found} so far: ${settled} of ${pluralize(asked, 'source')} finished (${where})`
  const { answered } = end.sources
  return `${found}; ${answered} of ${pluralize(end.sources.asked, 'source')} answered in ${formatDuration(end.took_ms)} (${where})`
}

function failureLines({ end }: SearchReport, { hasDetails }: SummaryInput): SummaryLine[] {
  const { failed = 0, pending = 0 } = end?.sources ?? {}
  if (failed + pending === 0) return []
  const parts = [
    ...(failed > 0 ? [`${pluralize(failed, 'source')} failed`] : []),
    ...(pending > 0
      ? [`${pluralize(pending, 'source')} did not answer in time (search again to include their links)`]
      : []),
  ]
  return [{ style: 'caution', text: `${parts.join('; ')}${hasDetails ? '' : ' (--details names them)'}` }]
}

function archiveLines({ end }: SearchReport, { hidesDead }: SummaryInput): SummaryLine[] {
  const { archive, dead = 0 } = end ?? {}
  const recalled = archive?.links ?? 0
  const texts = [
    recalled > 0 && `${pluralize(recalled, 'link is', 'links are')} from the archive only`,
    dead > 0 && `${pluralize(dead, 'link is', 'links are')} known to be dead${hidesDead ? ' and hidden' : ''}`,
  ]
  return texts.flatMap((text) => (text === false ? [] : [{ style: 'plain', text }]))
}

function formatFailure({ source, state, failure, count }: EventData<'source'>): SummaryLine {
  if (state === 'pending') return { style: 'caution', text: `${source} did not answer in time` }
  const why = failure ? `${failure.kind}: ${failure.detail}` : 'unknown reason'
  if (state === 'failed') return { style: 'bad', text: `${source} failed: ${why}` }
  const what = state === 'stale' ? 'returned an older answer' : 'returned a partial answer'
  return { style: 'caution', text: `${source} ${what} (${pluralize(count, 'link')}): ${why}` }
}
