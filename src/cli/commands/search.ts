// `trawl search`: shows a progress bar while sources answer, then the works or links; or prints the answer as JSON.
import type { SearchEvent, SearchRequest, SearchResponse } from '../../../client/client.ts'
import { cloudOrder, createLinkCollector, type LinkCollector } from '../../../client/link-collector.ts'
import { createLinkOrder } from '../../../client/link-order.ts'
import { createWorkCollector, type WorkCollector } from '../../../client/work-collector.ts'
import type { Session } from '../connect.ts'
import { saveLastSearch } from '../last-search.ts'
import { formatLinks } from '../terminal/format-links.ts'
import { type SearchReport, type SummaryLine, summaryLines } from '../terminal/format-summary.ts'
import { formatWorks } from '../terminal/format-works.ts'
import { type ProgressBar, startBar } from '../terminal/progress-bar.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { createScreen, type Shown, writeJson, writeLines } from '../terminal/screen.ts'
import { errorStatus, interruptedStatus, terminalRows } from '../terminal/terminal.ts'
import { wrapText } from '../terminal/text-width.ts'
import {
  entries,
  type Help,
  oneOf,
  serverCommand,
  sharedHelp,
  someOf,
  text,
  texts,
  type Values,
  wholeNumber,
  yes,
} from './command.ts'

/** Sources asked concurrently; a single user at a terminal can ask all at once. */
const maxConcurrentSources = 128

/** Maximum number of works that are shown without `--limit`. */
const maxDefaultWorks = 20

/** Links of each cloud, with `--by cloud`. */
const defaultCloudLimit = 10

const help: Help = {
  en: `Searches Telegram channels, plugins and the server's archive. Shows works, numbered, with the best link
of each cloud; trawl open NUMBER opens one.

  trawl search 流浪地球
  trawl search 流浪地球 4K --type quark,aliyun --exclude 预告
  trawl search 流浪地球 --json | jq -r '.data.merged_by_type.quark[].url'

  --by work           work, or cloud: all links by cloud
  --type quark,115    only these clouds: ${cloudOrder.slice(0, 7).join(', ')},
                      ${cloudOrder.slice(7).join(', ')}
  --src all           all, tg (channels) or plugin
  --channels a,b      search these channels, also unlisted ones
  --plugins a,b       search these plugins
  --include WORD      the title must contain one of these words; may be repeated
  --exclude WORD      the title must not contain this word; may be repeated
  --title-en TITLE    the title in English, for plugins that search English indexes
  --limit 10          works (default: a screen, at most ${maxDefaultWorks}), or with --by cloud links of each cloud
                      (default: ${defaultCloudLimit}); 0: all
  --health sink       dead links: sink (show last), hide, or ignore (treat as any other)
  --details           show all links of a work, the sources and date of each, and why sources failed
  --refresh           ask every source again instead of using cached answers
  --deadline 8        time limit in seconds, 1 to 30
  --res SHAPE         shape of the JSON: merged_by_type, results, all or works
${sharedHelp.en}

  Ctrl+C prints the links found so far; with --json nothing.
  Exit status: 0 links found; 1 no links; 2 wrong usage, or no answer from the server;
  3 no links, but sources failed or were late; 130 after Ctrl+C.`,
  zh: `搜索 Telegram 频道、插件和服务器的存档。列出带编号的作品，以及每种网盘里最好的链接；
trawl open 编号 打开其中一部。

  trawl search 流浪地球
  trawl search 流浪地球 4K --type quark,aliyun --exclude 预告
  trawl search 流浪地球 --json | jq -r '.data.merged_by_type.quark[].url'

  --by work           work 按作品；cloud 按网盘列出所有链接
  --type quark,115    只要这些网盘：${cloudOrder.slice(0, 7).join('、')}、
                      ${cloudOrder.slice(7).join('、')}
  --src all           all 全部，tg 只搜频道，plugin 只搜插件
  --channels a,b      搜索这些频道，不在默认列表里的也可以
  --plugins a,b       搜索这些插件
  --include WORD      标题必须含有其中一个词；可以写多次
  --exclude WORD      标题不能含有这个词；可以写多次
  --title-en TITLE    英文标题，给搜索英文索引的插件用
  --limit 10          作品数（默认一屏，最多 ${maxDefaultWorks}），用 --by cloud 时是每种网盘的链接数
                      （默认 ${defaultCloudLimit}）；0 表示全部
  --health sink       失效的链接：sink 排在最后，hide 不显示，ignore 不区分
  --details           列出作品的所有链接、每条的来源和时间，以及来源失败的原因
  --refresh           重新访问每个来源，不用缓存
  --deadline 8        最多等几秒，1 到 30
  --res SHAPE         JSON 的结构：merged_by_type、results、all 或 works
${sharedHelp.zh}

  按 Ctrl+C 输出已找到的链接，用 --json 时不输出。
  退出码：0 找到了链接；1 没有找到；2 用法有误，或服务器没有回应；
  3 没有找到，但有来源失败或没有及时回答；130 按了 Ctrl+C。`,
}

const flags = {
  by: oneOf('work', 'cloud'),
  res: oneOf('merged_by_type', 'results', 'all', 'works'),
  src: oneOf('all', 'tg', 'plugin'),
  type: someOf(cloudOrder),
  channels: entries,
  plugins: entries,
  // Words of a filter may contain commas and blanks.
  include: texts,
  exclude: texts,
  'title-en': text,
  deadline: wholeNumber(1, 30),
  health: oneOf('sink', 'hide', 'ignore'),
  limit: wholeNumber(0, 100_000),
  details: yes,
  refresh: yes,
  json: yes,
}

type SearchCommandOptions = ReturnType<typeof toOptions>

export const search = serverCommand({
  help,
  flags,
  conflicts: [
    { without: 'words', says: 'no search words given; usage: trawl search 流浪地球' },
    { all: ['json', 'limit'], says: '--limit and --json exclude each other: the JSON has every link' },
    { all: ['json', 'by'], says: '--by and --json exclude each other: --res selects the shape of the JSON' },
    { all: ['res'], without: 'json', says: '--res requires --json' },
  ],
  options: toOptions,
  run: (options, session) => (options.isJson ? searchAsJson(options, session) : searchForTerminal(options, session)),
})

function toOptions(values: Values<typeof flags>, words: readonly string[]) {
  const { json: isJson, details: hasDetails, by = 'work', include, exclude, deadline, health, refresh } = values
  const title = values['title-en']
  const request: SearchRequest = {
    kw: words.join(' ').trim(),
    conc: maxConcurrentSources,
    refresh: refresh || undefined,
    src: values.src,
    cloud_types: values.type,
    channels: values.channels,
    plugins: values.plugins,
    res: !isJson && by === 'work' ? 'works' : values.res,
    filter: include || exclude ? { ...(include && { include }), ...(exclude && { exclude }) } : undefined,
    ext: {
      ...(deadline && { deadline_ms: deadline * 1000 }),
      ...(health && { health }),
      // Sorting the links requires their details.
      ...((hasDetails || !isJson) && { details: true }),
      ...(title && { title_en: title }),
    },
  }
  /** 0 for all; of works undefined for a screen. */
  const limit = values.limit ?? (by === 'cloud' ? defaultCloudLimit : undefined)
  return { request, isJson, by, hasDetails, limit }
}

/** Links found; no links; no known source was named; no links, but some sources failed. */
const statuses = { found: 0, nothing: 1, nobody: errorStatus, unsure: 3 } as const

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
  const report: SearchReport = { failedOrLate: [], warnings: [], end: undefined, asked: 0, settled: 0 }
  const events = client.searchEvents(options.request, { signal: terminal.interrupted })
  const broken = await consumeEvents(events, { ...found, report }, session).catch((error: unknown) => error)
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

interface Found {
  readonly links: LinkCollector
  /** The search fills one of the two collectors; the other stays empty. */
  readonly works: WorkCollector
  readonly report: SearchReport
}

function countLinks({ links, works }: Pick<Found, 'links' | 'works'>): number {
  return links.count() + works.count()
}

/** Updates `found` and shows a progress bar until the events end. */
async function consumeEvents(events: AsyncIterable<SearchEvent>, found: Found, { terminal, screen }: Session) {
  const { report } = found
  const { words } = screen
  let bar: ProgressBar | undefined
  try {
    for await (const event of events) {
      applyEvent(event, found)
      if (event.event === 'start') bar = startBar(terminal.err, words.asking, report.asked, words.sourcesUnit)
      bar?.update(report.settled, words.links(countLinks(found)))
    }
  } finally {
    bar?.stop()
  }
}

function applyEvent({ event, data }: SearchEvent, { links, works, report }: Found): void {
  if (event === 'links') links.add(data)
  else if (event === 'works') works.add(data)
  else if (event === 'source') {
    report.settled += 1
    if (data.state === 'failed' || data.state === 'pending' || data.failure) report.failedOrLate.push(data)
  } else if ('warnings' in data) report.warnings.push(...(data.warnings ?? []))
  if (event === 'start') report.asked = data.sources.length
  if (event === 'end') report.end = data
}

function showLinks(
  links: LinkCollector,
  { limit = 0, hasDetails, request }: SearchCommandOptions,
  { screen }: Session,
) {
  const byCloud = Map.groupBy(links.links(), ({ type }) => type)
  const order = createLinkOrder('best', request.ext?.health === 'ignore' ? () => undefined : undefined)
  const groups = cloudOrder.flatMap((cloud) => {
    const group = byCloud.get(cloud)
    return group ? [[cloud, group.toSorted(order)] as const] : []
  })
  const shown = groups.reduce((sum, [, group]) => sum + (limit === 0 ? group.length : Math.min(limit, group.length)), 0)
  const { words } = screen
  const cut = shown < links.count() ? words.shownOf(shown) : ''
  const lines = formatLinks(groups, { ...screen, limit, hasDetails })
  return { lines, summary: words.linksFound(links.count(), groups.length) + cut }
}

/** Lines of the window that the summary and the next prompt need. */
const reservedLines = 6

function showWorks(collector: WorkCollector, options: SearchCommandOptions, { screen, terminal }: Session): Shown {
  const { limit, hasDetails, request } = options
  const works = collector.works()
  const rows = limit === undefined ? terminalRows(terminal.out) : undefined
  const maxWorks = limit === 0 ? works.length : (limit ?? maxDefaultWorks)
  const maxLines = rows === undefined ? Number.POSITIVE_INFINITY : rows - reservedLines
  const { lines, shown } = formatWorks(works, { ...screen, maxWorks, maxLines, hasDetails })
  saveLastSearch(request.kw, works.slice(0, shown), terminal)
  const cut = shown < works.length ? screen.words.shownOf(shown) : ''
  return { lines, summary: screen.words.worksFound(works.length, collector.count()) + cut }
}

async function show({ links, works, report }: Found, options: SearchCommandOptions, session: Session): Promise<void> {
  const { where, warnings, terminal, screen } = session
  const { lines, summary } =
    options.by === 'work' ? showWorks(works, options, session) : showLinks(links, options, session)
  await writeLines(terminal.out, lines)
  const sentences = summaryLines(report, {
    found: lines.length > 0 ? summary : screen.words.noLinks,
    hasDetails: options.hasDetails,
    hidesDead: options.request.ext?.health === 'hide',
    where,
    warnings: warnings(),
    screen,
  })
  await writeSentences([...(lines.length > 0 ? [{ style: 'plain', text: '' } as const] : []), ...sentences], terminal)
}

/** Writes sentences to standard error, wrapped to its window. */
async function writeSentences(sentences: readonly SummaryLine[], terminal: Session['terminal']): Promise<void> {
  const { columns, paint } = createScreen({ ...terminal, out: terminal.err })
  const lines = sentences.flatMap(({ style, text }) =>
    wrapText(sanitizeText(text), columns).map((line) => paint(style, line)),
  )
  await writeLines(terminal.err, lines)
}

const maxTitles = 5
const maxKeywordCharacters = 100

/** Writes the titles, if there are any; a server without suggestions has none. Never rejects for a server that fails. */
export async function writeSimilarTitles(
  kw: string,
  { client, terminal, screen }: Pick<Session, 'client' | 'terminal' | 'screen'>,
): Promise<void> {
  const query = { q: kw.slice(0, maxKeywordCharacters), limit: maxTitles }
  const answer = await client.suggest(query, { signal: terminal.interrupted }).catch(() => undefined)
  const titles = answer?.suggestions.map(({ title }) => title) ?? []
  const text = screen.words.knownTitles(titles.join(' · '))
  if (titles.length > 0) await writeSentences([{ style: 'plain', text }], terminal)
}
