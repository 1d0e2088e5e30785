// What is said of a search beside its links: how many, who answered, who failed or was late, what the archive gave.
import type { SearchEvent } from '../../client/client.ts'
import type { Style } from './paint.ts'
import { counted, tookText } from './spans.ts'

type EventData<Name extends SearchEvent['event']> = Extract<SearchEvent, { event: Name }>['data']

/** What events told besides links. */
export interface SearchReport {
  /** Sources that failed or were late, as they settled. */
  readonly troubled: readonly EventData<'source'>[]
  readonly warnings: readonly NonNullable<EventData<'end'>['warnings']>[number][]
  /** Undefined when the search did not come to its end. */
  readonly end: EventData<'end'> | undefined
  /** Sources asked, and those that had settled. */
  readonly asked: number
  readonly settled: number
}

/** What the sentences need to know besides. */
interface ReportParts {
  readonly links: number
  readonly shown: number
  readonly kinds: number
  readonly hasDetails: boolean
  /** Are dead links left out? */
  readonly hidesDead: boolean
  /** Where it was asked. */
  readonly where: string
  /** What the Trawl in this process had to say. */
  readonly warnings: readonly string[]
}

/** A sentence and how it is coloured. */
export interface ReportLine {
  readonly style: Style
  readonly text: string
}

/** The sentences, as they stand in the report; strangers' words in them are as they came. */
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

/** These warnings are told with the sources themselves. */
const ofSources: ReadonlySet<string> = new Set(['source_failed', 'source_partial', 'deadline_reached'])

function summaryOf({ end, asked, settled }: SearchReport, { links, shown, kinds, where }: ReportParts): string {
  const cut = shown < links ? `, ${shown} shown (--limit 0 shows all)` : ''
  const found = links === 0 ? 'no links' : `${counted(links, 'link')} of ${counted(kinds, 'kind')}${cut}`
  if (!end) return `${found} so far: ${settled} of ${counted(asked, 'source')} had settled (${where})`
  const { answered } = end.sources
  return `${found}; ${answered} of ${counted(end.sources.asked, 'source')} answered in ${tookText(end.took_ms)} (${where})`
}

function troubleLines({ end }: SearchReport, { hasDetails }: ReportParts): ReportLine[] {
  const { failed = 0, pending = 0 } = end?.sources ?? {}
  if (failed + pending === 0) return []
  const parts = [
    ...(failed > 0 ? [`${counted(failed, 'source')} failed`] : []),
    ...(pending > 0 ? [`${counted(pending, 'source')} had not answered in time: asked again, these may be in`] : []),
  ]
  return [{ style: 'caution', text: `${parts.join('; ')}${hasDetails ? '' : ' (--details names them)'}` }]
}

function rememberedLines({ end }: SearchReport, { hidesDead }: ReportParts): ReportLine[] {
  const { archive, dead = 0 } = end ?? {}
  const recalled = archive?.links ?? 0
  const texts = [
    recalled > 0 &&
      `${counted(recalled, 'link is', 'links are')} from the archive: no source gave ${recalled === 1 ? 'it' : 'them'} this time`,
    dead > 0 && `${counted(dead, 'link is', 'links are')} known to be dead${hidesDead ? ' and left out' : ''}`,
  ]
  return texts.flatMap((text) => (text === false ? [] : [{ style: 'plain', text }]))
}

function troubleOf({ source, state, failure, count }: EventData<'source'>): ReportLine {
  if (state === 'pending') return { style: 'caution', text: `${source} had not answered in time` }
  const why = failure ? `${failure.kind}: ${failure.detail}` : 'nobody knows why'
  if (state === 'failed') return { style: 'bad', text: `${source} failed: ${why}` }
  const what = state === 'stale' ? 'gave what it had given before' : 'gave a part only'
  return { style: 'caution', text: `${source} ${what} (${counted(count, 'link')}): ${why}` }
}
