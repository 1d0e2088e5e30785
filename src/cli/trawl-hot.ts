// `trawl hot`: shows hot lists once or as they change, or the catalogue of lists.
import type { BatchAnswer, BatchResult } from '../../client/client.ts'
import { type AskedTrawl, withTrawl } from './asked-trawl.ts'
import { createLinked } from './hyperlink.ts'
import { writtenAsJson } from './json-output.ts'
import { catalogueText, type ListsWindow, listsText } from './lists-layout.ts'
import { createPaint } from './paint.ts'
import { sayWaiting } from './progress-bar.ts'
import { counted } from './spans.ts'
import { columnsOf, type Terminal, written, wrongStatus } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import { type HotWish, readHotWish, usualLists } from './trawl-hot-flags.ts'
import { followLists } from './trawl-hot-follow.ts'
import { noListSaid } from './unknown-lists.ts'
import { WrongUse } from './wrong-use.ts'

/** The service answers a batch within a minute. */
const mostWaitingMs = 75_000

/** Runs `trawl hot` with these arguments; resolves to the exit status. Rejects with errors to be printed. */
export async function runHot(words: readonly string[], terminal: Terminal): Promise<number> {
  const wish = readHotWish(words)
  return await withTrawl(wish.service, terminal, async (service) => {
    if (wish.isCatalogue) return await showCatalogue(wish, service, terminal)
    const ids = await idsOf(wish, service, terminal)
    if (wish.follows) return await followLists(ids, wish, { service, terminal, show: showList(terminal, wish) })
    return await showLists(ids, wish, { service, terminal })
  })
}

function windowOf({ out, env, epochMs }: Terminal, { hasUrls }: HotWish): ListsWindow {
  const columns = columnsOf(out, env)
  return { columns, now: epochMs(), hasUrls, paint: createPaint(out), linked: createLinked(out, env) }
}

function showList(terminal: Terminal, wish: HotWish): (list: BatchResult) => Promise<void> {
  return (list) => {
    const data = list.data.slice(0, wish.limit)
    return written(terminal.out, `${listsText([{ ...list, data }], windowOf(terminal, wish)).join('\n')}\n\n`)
  }
}

async function showCatalogue(wish: HotWish, { client, where }: AskedTrawl, terminal: Terminal): Promise<number> {
  const { out, err, interrupted: signal } = terminal
  const query = { column: wish.columns, includeDisabled: wish.hasAll || undefined }
  const answer = await client.sources(query, { signal })
  if (wish.isJson) {
    await writtenAsJson(out, answer)
    return 0
  }
  const text = catalogueText(answer.sources, windowOf(terminal, wish))
  await written(out, text.map((line) => `${line}\n`).join(''))
  await written(err, `${counted(answer.sources.length, 'list')} (${terminalText(where)})\n`)
  return 0
}

/** Ids of the lists to show: those given, those of the columns, or the default lists that are enabled. */
async function idsOf(wish: HotWish, { client }: AskedTrawl, { interrupted }: Terminal): Promise<readonly string[]> {
  if (wish.ids.length > 0) return wish.ids
  const { sources } = await client.sources({ column: wish.columns }, { signal: interrupted })
  const on = sources.map(({ id }) => id)
  const meant = wish.columns ? on : usualLists.filter((id) => on.includes(id))
  const ids = meant.length > 0 ? meant : on.slice(0, usualLists.length)
  if (ids.length === 0) throw new WrongUse('no list is enabled on this server; trawl hot --list --all prints all lists')
  return ids
}

async function showLists(
  ids: readonly string[],
  wish: HotWish,
  { service, terminal }: { readonly service: AskedTrawl; readonly terminal: Terminal },
): Promise<number> {
  const { out, err } = terminal
  const done = sayWaiting(err, `loading ${counted(ids.length, 'list')} …`)
  const signal = AbortSignal.any([terminal.interrupted, AbortSignal.timeout(mostWaitingMs)])
  const query = { limit: wish.limit, force: wish.isForced || undefined }
  const answer = await service.client.lists(ids, query, { signal }).finally(done)
  if (wish.isJson) await writtenAsJson(out, answer)
  else await show(answer, wish, { service, terminal })
  const unknown = await unknownSaid(answer, service, terminal)
  if (unknown.length === 0) return answer.results.every(isShown) ? 0 : 1
  await written(err, `${unknown.join('\n')}\n`)
  return wrongStatus
}

/** A failed list is still shown if it has its last good items. */
function isShown({ success, data }: BatchResult): boolean {
  return success || data.length > 0
}

async function show(
  { results, invalidSources }: BatchAnswer,
  wish: HotWish,
  { service, terminal }: { readonly service: AskedTrawl; readonly terminal: Terminal },
): Promise<void> {
  const { out, err } = terminal
  const known = results.filter(({ id }) => !invalidSources.includes(id))
  const lines = listsText(known, windowOf(terminal, wish))
  if (lines.length > 0) await written(out, `${lines.join('\n')}\n`)
  const failed = known.filter((list) => !isShown(list)).length
  const said = failed > 0 ? `${failed} of ${counted(known.length, 'list')} failed` : counted(known.length, 'list')
  if (known.length > 0) await written(err, `\n${said} (${terminalText(service.where)})\n`)
}

/** A sentence for each unknown id, with similar names. */
async function unknownSaid(
  { invalidSources }: BatchAnswer,
  { client }: AskedTrawl,
  { interrupted }: Terminal,
): Promise<string[]> {
  if (invalidSources.length === 0) return []
  const { sources } = await client.sources({ includeDisabled: true }, { signal: interrupted })
  return invalidSources.map((id) => noListSaid(id, sources))
}
