// `trawl hot`: shows hot lists once, as they change, as they stood at a time, or over time; or the catalogue of lists.
import type { BatchAnswer, BatchResult, StreamMessage } from '../../../client/client.ts'
import { columnNames, columns } from '../../contract/columns.ts'
import { foldWords } from '../../contract/fold-text.ts'
import { containsAll, searchWords } from '../../contract/match-words.ts'
import type { Session } from '../connect.ts'
import { onlyListCalled, unknownListMessage } from '../suggest.ts'
import { formatHistory, type ItemOverTime } from '../terminal/format-history.ts'
import { formatCatalogue, formatLists } from '../terminal/format-lists.ts'
import { showWaiting } from '../terminal/progress-bar.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { createScreen, printAnswer, writeJson, writeLines } from '../terminal/screen.ts'
import { errorStatus } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'
import {
  type Help,
  serverCommand,
  sharedHelp,
  someOf,
  splitEntries,
  text,
  type Values,
  wholeNumber,
  yes,
} from './command.ts'
import { followLists, maxItems } from './hot-follow.ts'

/** Lists shown by default, if enabled. */
const defaultLists: readonly string[] = ['weibo', 'zhihu', 'baidu', 'bilibili-hot-search', 'ithome', 'hackernews']

const defaultLimit = 10
/** The service answers a batch within a minute. */
const maxWaitMs = 75_000

const help: Help = {
  en: `Shows hot lists with their age, and marks those that failed or are stale.

  trawl hot                       ${defaultLists.join(', ')}
  trawl hot weibo zhihu --limit 20
  trawl hot --list --column tech  print the available lists of a column
  trawl hot weibo --follow        show the list again whenever it changes
  trawl hot weibo --at 2h         the list as it stood two hours ago
  trawl hot weibo --history       the ranks of its items over the last week

  --limit ${defaultLimit}          items of each list, 1 to ${maxItems}; 0: all (default with --json)
  --column tech       show the lists of a column: ${columns.slice(0, 5).join(', ')},
                      ${columns.slice(5).join(', ')}
  --urls              print the URL of each item on a line of its own
  --at TIME           the lists as they stood then: 30m, 2h, 3d (ago), or "2026-11-21 08:00"
  --history           for each item its ranks over time as bars, the best one, and when it was seen
  --item WORDS        with --history: only items with these words in the title, or this id
  --refresh           ask the sites again (at most once in ten seconds for each list)
  --follow            print changes until Ctrl+C, reconnect if necessary; with --json one message a line
  --list              print the ids, names and columns of all lists; with --all also of disabled ones
${sharedHelp.en}

  Exit status: 0 all lists were shown; 1 a list failed; 2 wrong usage, unknown list, or no answer from
  the server; 130 after Ctrl+C.`,
  zh: `查看热榜和更新时间，并标出读取失败或内容较旧的。

  trawl hot                       ${defaultLists.join('、')}
  trawl hot weibo zhihu --limit 20
  trawl hot --list --column tech  列出一个分类里开着的榜单
  trawl hot weibo --follow        榜单一变就再显示一次
  trawl hot weibo --at 2h         两小时前的榜单
  trawl hot weibo --history       上榜内容最近一周的名次

  --limit ${defaultLimit}          每个榜单显示几条，1 到 ${maxItems}；0 表示全部（用 --json 时默认全部）
  --column tech       显示一个分类的榜单：${columns
    .slice(0, 5)
    .map((column) => `${column} ${columnNames[column][0]}`)
    .join('、')}、
                      ${columns
                        .slice(5)
                        .map((column) => `${column} ${columnNames[column][0]}`)
                        .join('、')}
  --urls              另起一行显示每条的网址
  --at TIME           当时的榜单：30m、2h、3d（之前），或 "2026-11-21 08:00"
  --history           每条内容的名次变化图、最高名次和在榜时间
  --item WORDS        和 --history 一起用：只看标题里有这些词的，或 id 相同的
  --refresh           重新读取网站（每个榜单 10 秒内最多一次）
  --follow            持续显示变化，断线自动重连，按 Ctrl+C 结束；用 --json 时每行一条消息
  --list              列出所有榜单的 id、名称和分类；加 --all 也列出已停用的
${sharedHelp.zh}

  退出码：0 所有榜单都显示了；1 有榜单失败；2 用法有误、没有这个榜单，或服务器
  没有回应；130 按了 Ctrl+C。`,
}

const flags = {
  column: someOf(columns),
  limit: wholeNumber(0, maxItems),
  at: text,
  item: text,
  urls: yes,
  history: yes,
  refresh: yes,
  follow: yes,
  list: yes,
  all: yes,
  json: yes,
}

type HotCommandOptions = ReturnType<typeof toOptions>

export const hot = serverCommand({
  help,
  flags,
  conflicts: [
    { all: ['all'], without: 'list', says: '--all requires --list' },
    {
      all: ['list'],
      any: ['follow', 'refresh', 'urls', 'limit', 'at'],
      says: '--list prints no items; it excludes --follow, --refresh, --urls, --limit and --at',
    },
    { all: ['list', 'words'], says: '--list takes no names of lists' },
    { all: ['column', 'words'], says: '--column takes no names of lists' },
    {
      all: ['follow', 'refresh'],
      says: '--follow and --refresh exclude each other: --follow shows changes as soon as they are known',
    },
    { all: ['at'], any: ['follow', 'refresh'], says: '--at shows what was; it excludes --follow and --refresh' },
    {
      all: ['history'],
      any: ['at', 'follow', 'refresh', 'list'],
      says: '--history shows what was; it excludes --at, --follow, --refresh and --list',
    },
    { all: ['item'], without: 'history', says: '--item requires --history' },
    {
      all: ['follow', 'json', 'limit'],
      says: '--limit and --follow --json exclude each other: the messages have every item',
    },
    { all: ['json', 'urls'], says: '--urls and --json exclude each other: the JSON has every URL' },
  ],
  options: toOptions,
  async run(options, session) {
    if (options.list) return await showCatalogue(options, session)
    const ids = await idsOf(options, session)
    if (options.at !== undefined) return await showListsAt(ids, options.at, options, session)
    if (options.history) return await showHistory(ids, options, session)
    if (options.follow) return await followLists(ids, session, showUpdate(options, session))
    return await showLists(ids, options, session)
  },
})

/** `ids` is empty for the lists of the columns, or the default lists; all items are shown with --json or --limit 0. */
function toOptions({ column, urls: hasUrls, limit, ...values }: Values<typeof flags>, words: readonly string[]) {
  const number = limit ?? (values.json && !values.history ? 0 : defaultLimit)
  return {
    ...values,
    ids: splitEntries(words) ?? [],
    columns: column,
    limit: number === 0 ? maxItems : number,
    hasUrls,
  }
}

/** Prints each message as JSON, or each list that has changed. */
function showUpdate({ json, limit, hasUrls }: HotCommandOptions, { terminal }: Session) {
  return async (message: StreamMessage, list: BatchResult | undefined) => {
    if (json) return await writeJson(terminal.out, message, 0)
    if (!list) return
    const shown = { ...list, data: list.data.slice(0, limit) }
    await writeLines(terminal.out, [...formatLists([shown], { ...createScreen(terminal), hasUrls }), ''])
  }
}

async function showCatalogue({ columns, all, json }: HotCommandOptions, session: Session): Promise<number> {
  const { client, terminal, screen, where } = session
  const query = { column: columns, includeDisabled: all || undefined }
  const answer = await client.sources(query, { signal: terminal.interrupted })
  if (json) await writeJson(terminal.out, answer)
  else {
    await writeLines(terminal.out, formatCatalogue(answer.sources, screen))
    await writeLines(terminal.err, [screen.words.lists(answer.sources.length) + screen.words.aside(sanitizeText(where))])
  }
  return 0
}

/** Ids of the lists to show: those given, those of the columns, or the default lists that are enabled. */
async function idsOf({ ids, columns }: HotCommandOptions, { client, terminal }: Session): Promise<readonly string[]> {
  if (ids.length > 0) return ids
  const { sources } = await client.sources({ column: columns }, { signal: terminal.interrupted })
  const on = sources.map(({ id }) => id)
  const meant = columns ? on : defaultLists.filter((id) => on.includes(id))
  if (meant.length > 0) return meant
  if (on.length > 0) return on.slice(0, defaultLists.length)
  throw new UsageError('no list is enabled on this server; trawl hot --list --all prints all lists')
}

async function showLists(ids: readonly string[], options: HotCommandOptions, session: Session): Promise<number> {
  const { client, terminal, screen } = session
  const { err, interrupted } = terminal
  const done = showWaiting(err, screen.words.loading(ids.length))
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(maxWaitMs)])
  const query = { limit: options.limit, force: options.refresh || undefined }
  const answer = await client.lists(ids, query, { signal }).finally(done)
  const { results, invalidSources } = answer
  const { sources } =
    invalidSources.length > 0
      ? await client.sources({ includeDisabled: true }, { signal: interrupted })
      : { sources: [] }
  const called = new Map(invalidSources.map((id) => [id, onlyListCalled(id, sources)]))
  const meant = new Set(ids.map((id) => called.get(id) ?? id))
  if (ids.some((id) => called.get(id) !== undefined)) {
    const notes = [...called].flatMap(([id, list]) =>
      list === undefined ? [] : [screen.words.isList(sanitizeText(id), list)],
    )
    await writeLines(err, notes)
    return await showLists([...meant], options, session)
  }
  await show(answer, options, session)
  if (invalidSources.length === 0) return results.every(isShown) ? 0 : 1
  await writeLines(
    err,
    invalidSources.map((id) => screen.translate(unknownListMessage(id, sources))),
  )
  return errorStatus
}

/** A failed list is still shown if it has its last good items. */
function isShown({ success, data }: BatchResult): boolean {
  return success || data.length > 0
}

async function show(answer: BatchAnswer, { json, hasUrls }: HotCommandOptions, session: Session): Promise<void> {
  const { screen } = session
  const known = answer.results.filter(({ id }) => !answer.invalidSources.includes(id))
  if (known.length === 0 && !json) return
  const failed = known.filter((list) => !isShown(list)).length
  await printAnswer(session, { json, answer }, () => ({
    lines: formatLists(known, { ...screen, hasUrls }),
    summary: failed > 0 ? screen.words.failedLists(failed, known.length) : screen.words.lists(known.length),
  }))
}

async function showListsAt(ids: readonly string[], at: string, options: HotCommandOptions, session: Session) {
  const { json, limit, hasUrls } = options
  const { screen, terminal } = session
  const lists = await loadListsAt(ids, parseMoment('--at', at, terminal.epochMs()), session)
  const results = lists.map((list) => ({ ...list, data: list.data.slice(0, limit) }))
  await printAnswer(session, { json, answer: { results } }, () => ({
    lines: formatLists(results, { ...screen, hasUrls }),
    summary: screen.words.lists(results.length),
  }))
  return 0
}

async function showHistory(ids: readonly string[], options: HotCommandOptions, session: Session): Promise<number> {
  const { json, hasUrls } = options
  const { screen } = session
  const results = await loadHistory(ids, options, session)
  await printAnswer(session, { json, answer: { results } }, () => ({
    lines: formatHistory(results, { ...screen, hasUrls }),
    summary: screen.words.lists(results.length),
  }))
  return results.every(({ items }) => items.length > 0) ? 0 : 1
}

/** The lists with these ids, or that go by these names. @throws (rejects) UsageError for an unknown one. */
async function listsCalled(ids: readonly string[], { client, terminal }: Session) {
  const { sources } = await client.sources({ includeDisabled: true }, { signal: terminal.interrupted })
  return ids.map((id) => {
    const found = sources.find((source) => source.id === id) ?? sources.find((source) => source.family === id)
    const called = found ?? sources.find((source) => source.id === onlyListCalled(id, sources))
    if (called) return called
    throw new UsageError(unknownListMessage(id, sources))
  })
}

/** The lists at this time (epoch milliseconds), each as it was. @throws (rejects) UsageError for an unknown id, TrawlError where the history is missing. */
async function loadListsAt(ids: readonly string[], time: number, session: Session) {
  const options = { signal: session.terminal.interrupted }
  return await Promise.all(
    (await listsCalled(ids, session)).map(async ({ id, name }): Promise<BatchResult> => {
      const { data, count, updatedAt } = await session.client.at(id, time, options)
      return { id, name, success: true, data, count, cached: true, stale: false, updatedAt }
    }),
  )
}

/** The service lists no more. */
const maxListed = 500

/** The parts of each list to show. */
interface HistoryChoice {
  /** Only items with this id, or these words in the title. */
  readonly item: string | undefined
  readonly limit: number
}

/** The items of each list, those that stood highest first. @throws (rejects) UsageError for an unknown id, TrawlError where the history is missing. */
export async function loadHistory(ids: readonly string[], { item, limit }: HistoryChoice, session: Session) {
  const { client, terminal } = session
  const options = { signal: terminal.interrupted }
  const words = item === undefined ? undefined : searchWords(foldWords(item))
  const overTime = async (list: string, id: string): Promise<ItemOverTime[]> => {
    const answer = await client.history(list, { item: id }, options)
    if (!('points' in answer)) return []
    const { item, points, firstSeen, lastSeen, peak } = answer
    return [{ ...item, firstSeen, lastSeen, peak, points }]
  }
  return await Promise.all(
    (await listsCalled(ids, session)).map(async ({ id: source, name }) => {
      const answer = await client.history(source, { limit: words === undefined ? limit : maxListed }, options)
      const listed = 'items' in answer ? answer.items : []
      const wanted = listed.filter(({ id, title }) => !words || id === item || containsAll(foldWords(title), words))
      const items = await Promise.all(wanted.slice(0, limit).map(({ id }) => overTime(source, id)))
      return { source, name, from: answer.from, to: answer.to, items: items.flat() }
    }),
  )
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `2h` (ago), `2026-11-21 08:00` (the time of this machine), or ISO 8601 with a zone, as epoch milliseconds. @throws UsageError for anything else, and for the future. */
export function parseMoment(flag: string, input: string, now: number): number {
  const text = input.trim()
  const [, amount = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const [, date = '', time = '00:00', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? []
  const at = amount === '' ? Date.parse(`${date}T${time}${zone}`) : now - Number(amount) * (unitMs[unit] ?? 0)
  if (at > now) throw new UsageError(`${flag} must not be in the future; ${input.slice(0, 60)} is`)
  if (at >= 0) return at
  throw new UsageError(
    `${flag} must be how long ago (30m, 2h, 3d) or a time like "2026-11-21 08:00", not "${input.slice(0, 60)}"`,
  )
}
