// `trawl hot`: shows hot lists once, as they change, as they stood at a time, or over time; or the catalogue of lists.
import type { BatchResult, HotSource, StreamMessage } from '../../../client/client.ts'
import { columnNames, columns } from '../../contract/columns.ts'
import { foldWords } from '../../contract/fold-text.ts'
import { containsAll, searchWords } from '../../contract/match-words.ts'
import type { Session } from '../connect.ts'
import { findList, onlyListCalled, unknownListMessage } from '../suggest.ts'
import { formatHistory, type ItemOverTime } from '../terminal/format-history.ts'
import { formatCatalogue, formatLists, type ListsWindow } from '../terminal/format-lists.ts'
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
import { type ChosenLists, followLists, maxItems } from './hot-follow.ts'

/** Lists shown by default, if enabled. */
const defaultLists: readonly string[] = ['weibo', 'zhihu', 'baidu', 'bilibili-hot-search', 'ithome', 'hackernews']

const defaultLimit = 10
/** The service answers a batch within a minute. */
const maxWaitMs = 75_000

const namedColumns = columns.map((column) => `${column} ${columnNames[column][0]}`)

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
  --column tech       显示一个分类的榜单：${namedColumns.slice(0, 5).join('、')}、
                      ${namedColumns.slice(5).join('、')}
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
    const chosen = await chooseLists(options, session)
    if (options.at !== undefined) return await showListsAt(chosen, options.at, options, session)
    if (options.history) return await showHistory(chosen, options, session)
    if (options.follow) return await followLists(chosen, session, showUpdate(options, session))
    return await showLists(chosen, options, session)
  },
})

/** `ids` is empty for the lists of the columns, or the default lists; all items are shown with --json or --limit 0. */
function toOptions({ column, urls: hasUrls, limit, ...values }: Values<typeof flags>, words: readonly string[]) {
  const number = limit ?? (values.json && !values.history ? 0 : defaultLimit)
  return { ...values, hasUrls, columns: column, ids: splitEntries(words) ?? [], limit: number || maxItems }
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
  const { client, terminal, screen } = session
  const query = { column: columns, includeDisabled: all || undefined }
  const answer = await client.sources(query, { signal: terminal.interrupted })
  const summary = screen.words.lists(answer.sources.length)
  await printAnswer(session, { json, answer }, () => ({ lines: formatCatalogue(answer.sources, screen), summary }))
  return 0
}

/** Finds the lists to show: those given by id, family or name, those of the columns, or the default ones that are enabled. */
async function chooseLists({ ids, columns }: HotCommandOptions, session: Session): Promise<ChosenLists> {
  const { client, terminal, screen } = session
  const { sources } = await client.sources({ includeDisabled: true }, { signal: terminal.interrupted })
  if (ids.length > 0) {
    const called = new Map(
      ids.map((word) => [word, findList(word, sources) ? undefined : onlyListCalled(word, sources)]),
    )
    const notes = [...called].flatMap(([word, id]) =>
      id === undefined ? [] : [screen.words.isList(sanitizeText(word), id)],
    )
    await writeLines(terminal.err, notes)
    return { ids: [...new Set(ids.map((word) => called.get(word) ?? word))], sources }
  }
  const on = sources.flatMap(({ id, enabled, column }) =>
    enabled && columns?.some((one) => one === column) !== false ? [id] : [],
  )
  if (on.length === 0)
    throw new UsageError('no list is enabled on this server; trawl hot --list --all prints all lists')
  const meant = columns ? on : defaultLists.filter((id) => on.includes(id))
  return { ids: meant.length > 0 ? meant : on.slice(0, defaultLists.length), sources }
}

async function showLists({ ids, sources }: ChosenLists, options: HotCommandOptions, session: Session): Promise<number> {
  const { client, terminal, screen } = session
  const done = showWaiting(terminal.err, screen.words.loading(ids.length))
  const signal = AbortSignal.any([terminal.interrupted, AbortSignal.timeout(maxWaitMs)])
  const query = { limit: options.limit, force: options.refresh || undefined }
  const answer = await client.lists(ids, query, { signal }).finally(done)
  const known = answer.results.filter(({ id }) => !answer.invalidSources.includes(id))
  const failed = known.filter(({ success, data }) => !success && data.length === 0).length
  const summary = failed > 0 ? screen.words.failedLists(failed, known.length) : undefined
  if (known.length > 0 || options.json) await print({ answer, lists: known, summary }, formatLists, options, session)
  const unknown = answer.invalidSources.map((id) => screen.translate(unknownListMessage(id, sources)))
  await writeLines(terminal.err, unknown)
  return unknown.length > 0 ? errorStatus : Math.min(failed, 1)
}

/** Prints an answer with these lists, by default of nothing else. */
async function print<List>(
  {
    lists,
    answer = { results: lists },
    summary,
  }: { lists: readonly List[]; answer?: unknown; summary?: string | undefined },
  format: (lists: readonly List[], window: ListsWindow) => string[],
  { json, hasUrls }: HotCommandOptions,
  session: Session,
): Promise<void> {
  const { screen } = session
  await printAnswer(session, { json, answer }, () => ({
    lines: format(lists, { ...screen, hasUrls }),
    summary: summary ?? screen.words.lists(lists.length),
  }))
}

/** @throws UsageError for an id that no list has. */
function requireLists({ ids, sources }: ChosenLists): HotSource[] {
  return ids.map((id) => {
    const list = findList(id, sources)
    if (list) return list
    throw new UsageError(unknownListMessage(id, sources))
  })
}

/** Shows the lists as they were. @throws (rejects) UsageError for an unknown id, TrawlError where the history is missing. */
async function showListsAt(chosen: ChosenLists, at: string, options: HotCommandOptions, session: Session) {
  const { client, terminal } = session
  const time = parseMoment('--at', at, terminal.epochMs())
  const lists = await Promise.all(
    requireLists(chosen).map(async ({ id, name }): Promise<BatchResult> => {
      const { data, count, updatedAt } = await client.at(id, time, { signal: terminal.interrupted })
      const shown = data.slice(0, options.limit)
      return { id, name, success: true, data: shown, count, cached: true, stale: false, updatedAt }
    }),
  )
  await print({ lists }, formatLists, options, session)
  return 0
}

async function showHistory(chosen: ChosenLists, options: HotCommandOptions, session: Session): Promise<number> {
  const lists = await loadHistory(requireLists(chosen), options, session)
  await print({ lists }, formatHistory, options, session)
  return lists.every(({ items }) => items.length > 0) ? 0 : 1
}

/** The service lists no more. */
const maxListed = 500

/** The items of each list, those that stood highest first. @throws (rejects) TrawlError where the history is missing. */
export async function loadHistory(
  lists: readonly Pick<HotSource, 'id' | 'name'>[],
  // Only items with this id, or these words in the title.
  { item, limit }: Pick<HotCommandOptions, 'item' | 'limit'>,
  { client, terminal }: Pick<Session, 'client' | 'terminal'>,
) {
  const options = { signal: terminal.interrupted }
  const words = item === undefined ? undefined : searchWords(foldWords(item))
  const overTime = async (list: string, id: string): Promise<ItemOverTime[]> => {
    const answer = await client.history(list, { item: id }, options)
    if (!('points' in answer)) return []
    const { item, points, firstSeen, lastSeen, peak } = answer
    return [{ ...item, firstSeen, lastSeen, peak, points }]
  }
  return await Promise.all(
    lists.map(async ({ id: source, name }) => {
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
