// The summary below the links of a search: counts, failed and late sources, what the archive added.
import type { SearchEvent } from '../../client/client.ts'
import type { Style } from './paint.ts'
import { counted, tookText } from './spans.ts'

type EventData<Name extends SearchEvent['event']> = Extract<SearchEvent, { event: Name }>['data']

/** What the events reported, except links. */
export interface SearchReport {
  /** Sources that failed or were late, in the order of their events. */
  readonly troubled: readonly EventData<'source'>[]
  readonly warnings: readonly NonNullable<EventData<'end'>['warnings']>[number][]
  /** Undefined if the search did not finish. */
  readonly end: EventData<'end'> | undefined
  /** Number of sources asked, and of those that have answered or failed. */
  readonly asked: number
  readonly settled: number
}

/** Further input of the sentences. */
interface ReportParts {
  readonly links: number
  readonly shown: number
  readonly kinds: number
  readonly hasDetails: boolean
  /** Whether dead links are left out. */
  readonly hidesDead: boolean
  /** The server that was asked. */
  readonly where: string
  /** Warnings of the server inside this process. */
  readonly warnings: readonly string[]
}

/** A sentence and its style. */
export interface ReportLine {
  readonly style: Style
  readonly text: string
}

/** The sentences in display order. Texts of third parties are not sanitized. */
export function reportLines(report: SearchReport, parts: ReportParts): ReportLine[] {
  const { hasDetails, warnings } = parts
  const said = report.warnings.filter(({ kind }) => !ofSources.has(kind)).map(({ detail }) => detail)
  return [
    { style: 'plain', text: summaryOf(report, parts) },
    ...troubleLines(report, parts),
    ...rememberedLines(report, parts),
    ...said.map((text) => ({ style: 'caution', text }) as const),
    ...(hasDetails ? report.troubled.map(troubleOf) : []),
    ...(hasDetails ? warnings.map((text) => ({ style: 'caution', text: `warning: ${text}` }) as const) : []),
  ]
}

/** Warnings about sources, which the sources' own lines report. */
const ofSources: ReadonlySet<string> = new Set(['source_failed', 'source_partial', 'deadline_reached'])

function summaryOf({ end, asked, settled }: SearchReport, { links, shown, kinds, where }: ReportParts): string {
  const cut = shown < links ? `, ${shown} shown (--limit 0 shows all)` : ''
  const found = links === 0 ? 'no links' : `${counted(links, 'link')} of ${counted(kinds, 'kind')}${cut}`
  if (!end) return `${found} so far: ${settled} of ${counted(asked, 'source')} finished (${where})`
  const { answered } = end.sources
  return `${found}; ${answered} of ${counted(end.sources.asked, 'source')} answered in ${tookText(end.took_ms)} (${where})`
}

function troubleLines({ end }: SearchReport, { hasDetails }: ReportParts): ReportLine[] {
  const { failed = 0, pending = 0 } = end?.sources ?? {}
  if (failed + pending === 0) return []
  const parts = [
    ...(failed > 0 ? [`${counted(failed, 'source')} failed`] : []),
    ...(pending > 0
      ? [`${counted(pending, 'source')} did not answer in time (search again to include their links)`]
      : []),
  ]
  return [{ style: 'caution', text: `${parts.join('; ')}${hasDetails ? '' : ' (--details names them)'}` }]
}

function rememberedLines({ end }: SearchReport, { hidesDead }: ReportParts): ReportLine[] {
  const { archive, dead = 0 } = end ?? {}
  const recalled = archive?.links ?? 0
  const texts = [
    recalled > 0 && `${counted(recalled, 'link is', 'links are')} from the archive only`,
    dead > 0 && `${counted(dead, 'link is', 'links are')} known to be dead${hidesDead ? ' and hidden' : ''}`,
  ]
  return texts.flatMap((text) => (text === false ? [] : [{ style: 'plain', text }]))
}

function troubleOf({ source, state, failure, count }: EventData<'source'>): ReportLine {
  if (state === 'pending') return { style: 'caution', text: `${source} did not answer in time` }
  const why = failure ? `${failure.kind}: ${failure.detail}` : 'unknown reason'
  if (state === 'failed') return { style: 'bad', text: `${source} failed: ${why}` }
  const what = state === 'stale' ? 'returned an older answer' : 'returned a partial answer'
  return { style: 'caution', text: `${source} ${what} (${counted(count, 'link')}): ${why}` }
}
