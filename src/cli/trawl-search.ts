// `trawl search`: shows a progress bar while sources answer, then the links; or prints the answer as JSON.
import type { SearchEvent, SearchResponse } from '../../client/client.ts'
import { type AskedTrawl, withTrawl } from './asked-trawl.ts'
import { wrapped } from './cells.ts'
import { createFoundLinks, type FoundLinks } from './found-links.ts'
import { writtenAsJson } from './json-output.ts'
import { linksText } from './links-layout.ts'
import { createPaint } from './paint.ts'
import { type ProgressBar, startBar } from './progress-bar.ts'
import { reportLines, type SearchReport } from './search-report.ts'
import { counted } from './spans.ts'
import { columnsOf, interruptedStatus, type Terminal, written, wrongStatus } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import { readSearchWish, type SearchWish } from './trawl-search-flags.ts'

/** Links found; no links; no known source was named; no links, but some sources failed. */
const statuses = { found: 0, nothing: 1, nobody: wrongStatus, unsure: 3 } as const

/** Runs `trawl search` with these arguments; resolves to the exit status. Rejects with errors to be printed. */
export async function runSearch(words: readonly string[], terminal: Terminal): Promise<number> {
  const wish = readSearchWish(words)
  const search = wish.isJson ? searchAsJson : searchToRead
  return await withTrawl(wish.service, terminal, (service) => search(wish, service, terminal))
}

async function searchAsJson({ request }: SearchWish, { client }: AskedTrawl, terminal: Terminal): Promise<number> {
  const answer = await client.search(request, { signal: terminal.interrupted })
  await writtenAsJson(terminal.out, answer)
  return statusOf(answer.data.total, answer.meta.sources)
}

function statusOf(links: number, { asked, failed, pending }: SearchResponse['meta']['sources']): number {
  if (links > 0) return statuses.found
  if (asked === 0) return statuses.nobody
  return failed + pending > 0 ? statuses.unsure : statuses.nothing
}

/** State of a search, updated by its events. */
interface Told {
  readonly links: FoundLinks
  readonly report: { -readonly [Field in keyof SearchReport]: SearchReport[Field] }
  bar: ProgressBar | undefined
}

async function searchToRead(wish: SearchWish, service: AskedTrawl, terminal: Terminal): Promise<number> {
  const { interrupted } = terminal
  const links = createFoundLinks({ isSinking: wish.request.ext?.health !== 'ignore' })
  const told: Told = {
    links,
    report: { troubled: [], warnings: [], end: undefined, asked: 0, settled: 0 },
    bar: undefined,
  }
  const broken = await hearAll(wish, service, { told, terminal }).catch((error: unknown) => error)
  told.bar?.stop()
  const isStopped = interrupted.aborted
  // Links that arrived before the stream broke are shown, then the error.
  if (broken !== undefined && !isStopped && links.count() === 0) throw broken
  await show(told, wish, { service, terminal })
  if (isStopped) return interruptedStatus
  if (broken !== undefined) throw broken
  const { end } = told.report
  return statusOf(links.count(), end?.sources ?? { asked: 0, answered: 0, failed: 0, pending: 0 })
}

async function hearAll(
  { request }: SearchWish,
  { client }: AskedTrawl,
  { told, terminal }: { readonly told: Told; readonly terminal: Terminal },
): Promise<void> {
  const { interrupted, err } = terminal
  for await (const event of client.searchEvents(request, { signal: interrupted })) {
    hear(event, told)
    if (event.event === 'start')
      told.bar = startBar(err, { title: 'asking', unit: 'sources', total: told.report.asked })
    const { settled } = told.report
    told.bar?.update(settled, counted(told.links.count(), 'link'))
  }
}

function hear(event: SearchEvent, { links, report }: Told): void {
  if (event.event === 'links') links.add(event.data)
  if (event.event === 'start') {
    report.asked = event.data.sources.length
    report.warnings = event.data.warnings ?? []
  }
  if (event.event === 'source') {
    const { state, failure } = event.data
    report.settled += 1
    if (state === 'failed' || state === 'pending' || failure) report.troubled = [...report.troubled, event.data]
  }
  if (event.event === 'end') {
    report.end = event.data
    report.warnings = [...report.warnings, ...(event.data.warnings ?? [])]
  }
}

async function show(
  { links, report }: Told,
  { limit, hasDetails, request }: SearchWish,
  { service, terminal }: { readonly service: AskedTrawl; readonly terminal: Terminal },
): Promise<void> {
  const { out, err, env, epochMs } = terminal
  const groups = links.groups()
  const columns = columnsOf(out, env)
  const lines = linksText(groups, { columns, limit, now: epochMs(), hasDetails, paint: createPaint(out) })
  if (lines.length > 0) await written(out, `${lines.join('\n')}\n`)
  const shown = groups.reduce((sum, [, group]) => sum + (limit === 0 ? group.length : Math.min(limit, group.length)), 0)
  const said = reportLines(report, {
    links: links.count(),
    shown,
    kinds: groups.length,
    hasDetails,
    hidesDead: request.ext?.health === 'hide',
    where: service.where,
    warnings: service.warnings(),
  })
  const columnsBeside = columnsOf(err, env)
  const paint = createPaint(err)
  const text = said.flatMap(({ style, text }) =>
    wrapped(terminalText(text), columnsBeside).map((line) => paint(style, line)),
  )
  await written(err, `${[...(lines.length > 0 ? [''] : []), ...text].join('\n')}\n`)
}
