// `trawl hot`: shows hot lists once, as they change, as they stood at a time, or over time; or the catalogue of lists.
import type { BatchAnswer, BatchResult, StreamMessage } from '../../../client/client.ts'
import { foldWords } from '../../contract/fold-text.ts'
import { containsAll, searchWords } from '../../contract/match-words.ts'
import { type Session, withConnection } from '../connect.ts'
import { onlyListCalled, unknownListMessage } from '../suggest.ts'
import { createColors } from '../terminal/colors.ts'
import { formatHistory, type ItemOverTime } from '../terminal/format-history.ts'
import { formatCatalogue, formatLists, type ListsWindow } from '../terminal/format-lists.ts'
import { createHyperlink } from '../terminal/hyperlink.ts'
import { formatJson, writeJson } from '../terminal/json-output.ts'
import { showWaiting } from '../terminal/progress-bar.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { errorStatus, type Terminal, terminalColumns, writeFlushed } from '../terminal/terminal.ts'
import { terminalLanguage, terminalWords } from '../terminal/words.ts'
import { UsageError } from '../usage-error.ts'
import { defaultLists, type HotCommandOptions, parseHotFlags } from './hot-flags.ts'
import { followLists } from './hot-follow.ts'

/** The service answers a batch within a minute. */
const maxWaitMs = 75_000

export async function runHot(words: readonly string[], terminal: Terminal): Promise<number> {
  const options = parseHotFlags(words)
  return await withConnection(options.service, terminal, async (session) => {
    if (options.isCatalogue) return await showCatalogue(options, session)
    const ids = await idsOf(options, session)
    if (options.at !== undefined) return await showListsAt(ids, options.at, options, session)
    if (options.showsHistory) return await showHistory(ids, options, session)
    if (options.follows) return await followLists(ids, session, showUpdate(options, terminal))
    return await showLists(ids, options, session)
  })
}

function windowOf({ out, env, epochMs }: Terminal, { hasUrls }: HotCommandOptions): ListsWindow {
  const columns = terminalColumns(out, env)
  const language = terminalLanguage(env)
  return { columns, now: epochMs(), hasUrls, paint: createColors(out), linked: createHyperlink(out, env), language }
}

/** Prints each message as JSON, or each list that has changed. */
function showUpdate(options: HotCommandOptions, terminal: Terminal) {
  return async (message: StreamMessage, list: BatchResult | undefined) => {
    if (options.isJson) return writeFlushed(terminal.out, `${formatJson(message)}\n`)
    if (!list) return
    const data = list.data.slice(0, options.limit)
    const lines = formatLists([{ ...list, data }], windowOf(terminal, options))
    await writeFlushed(terminal.out, `${lines.join('\n')}\n\n`)
  }
}

async function showCatalogue(options: HotCommandOptions, { client, where, terminal }: Session): Promise<number> {
  const { out, err, interrupted: signal } = terminal
  const query = { column: options.columns, includeDisabled: options.includesDisabled || undefined }
  const answer = await client.sources(query, { signal })
  if (options.isJson) {
    await writeJson(out, answer)
    return 0
  }
  const text = formatCatalogue(answer.sources, windowOf(terminal, options))
  await writeFlushed(out, text.map((line) => `${line}\n`).join(''))
  await writeFlushed(err, `${terminalWords(terminal.env).lists(answer.sources.length)} (${sanitizeText(where)})\n`)
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
  const { client, terminal } = session
  const { out, err, interrupted } = terminal
  const done = showWaiting(err, terminalWords(terminal.env).loading(ids.length))
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(maxWaitMs)])
  const query = { limit: options.limit, force: options.bypassesCache || undefined }
  const answer = await client.lists(ids, query, { signal }).finally(done)
  const { results, invalidSources } = answer
  const { sources } =
    invalidSources.length > 0
      ? await client.sources({ includeDisabled: true }, { signal: interrupted })
      : { sources: [] }
  const called = new Map(invalidSources.map((id) => [id, onlyListCalled(id, sources)]))
  const meant = new Set(ids.map((id) => called.get(id) ?? id))
  if (ids.some((id) => called.get(id) !== undefined)) {
    const notes = [...called].flatMap(([id, list]) => (list === undefined ? [] : `${sanitizeText(id)} is ${list}\n`))
    await writeFlushed(err, notes.join(''))
    return await showLists([...meant], options, session)
  }
  if (options.isJson) await writeJson(out, answer)
  else await show(answer, options, session)
  if (invalidSources.length === 0) return results.every(isShown) ? 0 : 1
  await writeFlushed(err, invalidSources.map((id) => `${unknownListMessage(id, sources)}\n`).join(''))
  return errorStatus
}

async function showListsAt(
  ids: readonly string[],
  at: string,
  options: HotCommandOptions,
  session: Session,
): Promise<number> {
  const { out, err, epochMs } = session.terminal
  const lists = await loadListsAt(ids, parseMoment('--at', at, epochMs()), session)
  const shown = lists.map((list) => ({ ...list, data: list.data.slice(0, options.limit) }))
  if (options.isJson) await writeJson(out, { results: shown })
  else await writeFlushed(out, `${formatLists(shown, windowOf(session.terminal, options)).join('\n')}\n`)
  if (!options.isJson)
    await writeFlushed(
      err,
      `\n${terminalWords(session.terminal.env).lists(shown.length)} (${sanitizeText(session.where)})\n`,
    )
  return 0
}

async function showHistory(ids: readonly string[], options: HotCommandOptions, session: Session): Promise<number> {
  const { out, err } = session.terminal
  const lists = await loadHistory(ids, options, session)
  if (options.isJson) await writeJson(out, { results: lists })
  else {
    await writeFlushed(out, `${formatHistory(lists, windowOf(session.terminal, options)).join('\n')}\n`)
    await writeFlushed(
      err,
      `\n${terminalWords(session.terminal.env).lists(lists.length)} (${sanitizeText(session.where)})\n`,
    )
  }
  return lists.every(({ items }) => items.length > 0) ? 0 : 1
}

/** A failed list is still shown if it has its last good items. */
function isShown({ success, data }: BatchResult): boolean {
  return success || data.length > 0
}

async function show(answer: BatchAnswer, options: HotCommandOptions, { where, terminal }: Session): Promise<void> {
  const { out, err } = terminal
  const known = answer.results.filter(({ id }) => !answer.invalidSources.includes(id))
  const lines = formatLists(known, windowOf(terminal, options))
  if (lines.length > 0) await writeFlushed(out, `${lines.join('\n')}\n`)
  const failed = known.filter((list) => !isShown(list)).length
  const said =
    failed > 0
      ? terminalWords(terminal.env).failedLists(failed, known.length)
      : terminalWords(terminal.env).lists(known.length)
  if (known.length > 0) await writeFlushed(err, `\n${said} (${sanitizeText(where)})\n`)
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
