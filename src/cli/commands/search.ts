// `trawl search`: shows a progress bar while sources answer, then the works or links; or prints the answer as JSON.
import type { Client, CloudType, SearchEvent, SearchResponse } from '../../../client/client.ts'
import {
  type CollectedLink,
  cloudOrder,
  createLinkCollector,
  type LinkCollector,
} from '../../../client/link-collector.ts'
import { createLinkOrder } from '../../../client/link-order.ts'
import { createWorkCollector, type WorkCollector } from '../../../client/work-collector.ts'
import { type Session, withConnection } from '../connect.ts'
import { saveLastSearch } from '../last-search.ts'
import { createColors } from '../terminal/colors.ts'
import { formatLinks } from '../terminal/format-links.ts'
import { type SearchReport, summaryLines } from '../terminal/format-summary.ts'
import { formatWorks } from '../terminal/format-works.ts'
import { writeJson } from '../terminal/json-output.ts'
import { type ProgressBar, startBar } from '../terminal/progress-bar.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import {
  errorStatus,
  interruptedStatus,
  type Terminal,
  terminalColumns,
  terminalRows,
  writeFlushed,
} from '../terminal/terminal.ts'
import { wrapText } from '../terminal/text-width.ts'
import { resultWords, terminalLanguage, terminalWords } from '../terminal/words.ts'
import { maxDefaultWorks, parseSearchFlags, type SearchCommandOptions } from './search-flags.ts'

/** Links found; no links; no known source was named; no links, but some sources failed. */
const statuses = { found: 0, nothing: 1, nobody: errorStatus, unsure: 3 } as const

export async function runSearch(words: readonly string[], terminal: Terminal): Promise<number> {
  const options = parseSearchFlags(words)
  const search = options.isJson ? searchAsJson : searchForTerminal
  return await withConnection(options.service, terminal, (session) => search(options, session))
}

async function searchAsJson({ request }: SearchCommandOptions, { client, terminal }: Session): Promise<number> {
  const answer = await client.search(request, { signal: terminal.interrupted })
  await writeJson(terminal.out, answer)
  return statusOf(answer.data.total, answer.meta.sources)
}

function statusOf(links: number, { asked, failed, pending }: SearchResponse['meta']['sources']): number {
  if (links > 0) return statuses.found
  if (asked === 0) return statuses.nobody
  return failed + pending > 0 ? statuses.unsure : statuses.nothing
}

async function searchForTerminal(options: SearchCommandOptions, session: Session): Promise<number> {
  const { client, terminal } = session
  const found = { links: createLinkCollector(), works: createWorkCollector() }
  const report: Report = { failedOrLate: [], warnings: [], end: undefined, asked: 0, settled: 0 }
  const events = client.searchEvents(options.request, { signal: terminal.interrupted })
  const broken = await consumeEvents(events, { ...found, report }, terminal).catch((error: unknown) => error)
  const isStopped = terminal.interrupted.aborted
  const count = countLinks(found)
  // Links that arrived before the stream broke are shown, then the error.
  if (broken !== undefined && !isStopped && count === 0) throw broken
  await show({ ...found, report }, options, session)
  if (isStopped) return interruptedStatus
  if (broken !== undefined) throw broken
  if (count === 0) await writeSimilarTitles(options.request.kw, session)
  return statusOf(count, report.end?.sources ?? { asked: 0, answered: 0, failed: 0, pending: 0 })
}

type Report = { -readonly [Field in keyof SearchReport]: SearchReport[Field] }

interface Found {
  readonly links: LinkCollector
  /** The search fills one of the two collectors; the other stays empty. */
  readonly works: WorkCollector
  readonly report: Report
}

function countLinks({ links, works }: Pick<Found, 'links' | 'works'>): number {
  return links.count() + works.count()
}

/** Updates `found` and shows a progress bar until the events end. */
async function consumeEvents(events: AsyncIterable<SearchEvent>, found: Found, { err, env }: Terminal): Promise<void> {
  const { report } = found
  const words = terminalWords(env)
  let bar: ProgressBar | undefined
  try {
    for await (const event of events) {
      applyEvent(event, found)
      if (event.event === 'start') bar = startBar(err, words.asking, report.asked, words.sourcesUnit)
      bar?.update(report.settled, words.links(countLinks(found)))
    }
  } finally {
    bar?.stop()
  }
}

function applyEvent({ event, data }: SearchEvent, { links, works, report }: Found): void {
  if (event === 'links') links.add(data)
  else if (event === 'works') works.add(data)
  else if (event === 'start') {
    report.asked = data.sources.length
    report.warnings = data.warnings ?? []
  } else if (event === 'source') {
    report.settled += 1
    if (data.state === 'failed' || data.state === 'pending' || data.failure)
      report.failedOrLate = [...report.failedOrLate, data]
  } else if (event === 'end') {
    report.end = data
    report.warnings = [...report.warnings, ...(data.warnings ?? [])]
  }
}

/** Links by cloud, the best first; clouds without links are left out. */
function groupLinks(links: LinkCollector, ignoresHealth: boolean): (readonly [CloudType, readonly CollectedLink[]])[] {
  const byCloud = Map.groupBy(links.links(), ({ type }) => type)
  const order = createLinkOrder('best', ignoresHealth ? () => undefined : undefined)
  return cloudOrder.flatMap((cloud) => {
    const group = byCloud.get(cloud)
    return group ? [[cloud, group.toSorted(order)]] : []
  })
}

/** The printed entries, and their noun in the summary. */
interface Shown {
  readonly lines: readonly string[]
  readonly found: string
}

function showLinks(links: LinkCollector, { limit = 0, hasDetails, request }: SearchCommandOptions, terminal: Terminal) {
  const { out, env, epochMs } = terminal
  const groups = groupLinks(links, request.ext?.health === 'ignore')
  const columns = terminalColumns(out, env)
  const [now, paint, language] = [epochMs(), createColors(out), terminalLanguage(env)]
  const lines = formatLinks(groups, { columns, limit, now, hasDetails, paint, language })
  const shown = groups.reduce((sum, [, group]) => sum + (limit === 0 ? group.length : Math.min(limit, group.length)), 0)
  const words = resultWords[language]
  const cut = shown < links.count() ? words.shownOf(shown) : ''
  return { lines, found: words.linksFound(links.count(), groups.length) + cut }
}

/** Lines of the window that the summary and the next prompt need. */
const reservedLines = 6

function showWorks(collector: WorkCollector, options: SearchCommandOptions, terminal: Terminal): Shown {
  const { limit, hasDetails, request } = options
  const { out, env, epochMs } = terminal
  const works = collector.works()
  const language = terminalLanguage(env)
  const words = resultWords[language]
  const rows = limit === undefined ? terminalRows(out) : undefined
  const { lines, shown } = formatWorks(works, {
    columns: terminalColumns(out, env),
    maxWorks: limit === 0 ? works.length : (limit ?? maxDefaultWorks),
    maxLines: rows === undefined ? Number.POSITIVE_INFINITY : rows - reservedLines,
    now: epochMs(),
    hasDetails,
    paint: createColors(out),
    language,
  })
  saveLastSearch(request.kw, works.slice(0, shown), terminal)
  const cut = shown < works.length ? words.shownOf(shown) : ''
  return { lines, found: words.worksFound(works.length, collector.count()) + cut }
}

async function show(
  { links, works, report }: Found,
  options: SearchCommandOptions,
  { where, warnings, terminal }: Session,
): Promise<void> {
  const { out, err, env } = terminal
  const words = terminalWords(env)
  const { lines, found } =
    options.by === 'work' ? showWorks(works, options, terminal) : showLinks(links, options, terminal)
  if (lines.length > 0) await writeFlushed(out, `${lines.join('\n')}\n`)
  const summary = summaryLines(report, {
    found: lines.length > 0 ? found : words.noLinks,
    hasDetails: options.hasDetails,
    hidesDead: options.request.ext?.health === 'hide',
    where,
    warnings: warnings(),
    words,
  })
  const errorColumns = terminalColumns(err, env)
  const paint = createColors(err)
  const text = summary.flatMap(({ style, text }) =>
    wrapText(sanitizeText(text), errorColumns).map((line) => paint(style, line)),
  )
  await writeFlushed(err, `${[...(lines.length > 0 ? [''] : []), ...text].join('\n')}\n`)
}

const maxTitles = 5
const maxKeywordCharacters = 100

interface TitleSession {
  readonly client: Pick<Client, 'suggest'>
  readonly terminal: Pick<Terminal, 'err' | 'env' | 'interrupted'>
}

/** Writes the titles, if there are any; a server without suggestions has none. Never rejects for a server that fails. */
export async function writeSimilarTitles(kw: string, { client, terminal }: TitleSession): Promise<void> {
  const { err, env, interrupted } = terminal
  const query = { q: kw.slice(0, maxKeywordCharacters), limit: maxTitles }
  const answer = await client.suggest(query, { signal: interrupted }).catch(() => undefined)
  const titles = answer?.suggestions.map(({ title }) => title) ?? []
  if (titles.length === 0) return
  const lines = wrapText(sanitizeText(terminalWords(env).knownTitles(titles.join(' · '))), terminalColumns(err, env))
  await writeFlushed(err, `${lines.join('\n')}\n`)
}
