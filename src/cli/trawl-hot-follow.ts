// `trawl hot --follow`: prints lists whenever they change, until Ctrl+C.
import { setTimeout } from 'node:timers/promises'
import { type BatchResult, type HotSource, type StreamMessage, TrawlError } from '../../client/client.ts'
import type { AskedTrawl } from './asked-trawl.ts'
import { jsonText } from './json-output.ts'
import { counted } from './spans.ts'
import { interruptedStatus, type Terminal, written } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import { type HotWish, mostItems } from './trawl-hot-flags.ts'
import { noListSaid } from './unknown-lists.ts'
import { WrongUse } from './wrong-use.ts'

/** What following needs. */
interface FollowParts {
  readonly service: AskedTrawl
  readonly terminal: Terminal
  readonly show: (list: BatchResult) => Promise<void>
}

/** Delays between attempts to reconnect: the first one, doubled each time up to the longest. */
const firstWaitMs = 1_000
const longestWaitMs = 30_000

/**
 * Shows each list whenever it changes; resolves after Ctrl+C. Reconnects when the server stops or is unreachable for a while.
 * Rejects if the first connection fails, if the server rejects the request, and with WrongUse for an unknown id.
 */
export async function followLists(
  ids: readonly string[],
  { isJson }: HotWish,
  { service, terminal, show }: FollowParts,
): Promise<number> {
  const { interrupted, out, err } = terminal
  const { client } = service
  const { sources } = await client.sources({ includeDisabled: true }, { signal: interrupted })
  const news = createNews(sources)
  if (err.isTTY) err.write(`following ${counted(ids.length, 'list')}; press Ctrl+C to stop\n\n`)
  const hear = async (message: StreamMessage) => {
    if (message.error?.kind === 'unknown') throw new WrongUse(noListSaid(message.sourceId, sources))
    const list = news.hear(message)
    if (isJson) await written(out, `${jsonText(message)}\n`)
    else if (list) await show(list)
  }
  const away = createAway(terminal)
  while (!interrupted.aborted) {
    try {
      const query = { follow: true, chunkSize: mostItems, delay: 0 }
      for await (const message of client.listEvents(ids, query, { signal: interrupted })) {
        away.isBack()
        await hear(message)
      }
      return interruptedStatus
    } catch (error) {
      if (!away.mayPass(error)) throw error
      await away.wait(error)
    }
  }
  return interruptedStatus
}

/** Decides whether and when to reconnect. */
function createAway({ err, interrupted }: Pick<Terminal, 'err' | 'interrupted'>) {
  let hasFollowed = false
  let waitMs = firstWaitMs
  return {
    isBack(): void {
      hasFollowed = true
      waitMs = firstWaitMs
    },
    /** Only after a first success, so that a wrong address fails at once. */
    mayPass: (error: unknown): error is TrawlError =>
      hasFollowed && !interrupted.aborted && error instanceof TrawlError && (error.status === 0 || error.status >= 500),
    /** Prints the reason once and waits; Ctrl+C ends the wait. */
    async wait({ message }: TrawlError): Promise<void> {
      if (waitMs === firstWaitMs)
        await written(err, `${terminalText(message)}\nReconnecting until the server is back.\n`)
      await setTimeout(waitMs, undefined, { signal: interrupted }).catch(() => undefined)
      waitMs = Math.min(waitMs * 2, longestWaitMs)
    },
  }
}

/** Assembles messages; returns a list when it is complete and differs from the one returned before. */
function createNews(sources: readonly HotSource[]) {
  const names = new Map(sources.toReversed().flatMap(({ id, family, name }) => [[family, name] as const, [id, name]]))
  const begun = new Map<string, BatchResult>()
  const given = new Map<string, string>()
  /** After a reconnect the server sends all lists again. */
  const isNew = ({ cached, ...list }: BatchResult) => {
    const text = JSON.stringify(list)
    const before = given.get(list.id)
    given.set(list.id, text)
    return text !== before
  }
  return {
    hear(message: StreamMessage): BatchResult | undefined {
      const { sourceId: id, type, data } = message
      // After a start or an error the earlier items do not belong to the list.
      const before = type === 'start' || type === 'error' ? undefined : begun.get(id)
      const list = before ? { ...before, data: [...before.data, ...data] } : listOf(message, names.get(id) ?? id)
      begun.set(id, list)
      return (type === 'end' || type === 'error') && isNew(list) ? list : undefined
    },
  }
}

function listOf({ sourceId: id, data, total, error, ...state }: StreamMessage, name: string): BatchResult {
  const { cached = false, stale = false, updatedAt = null } = state
  const list = { id, name, success: !error, data, count: total, cached, stale, updatedAt }
  return error ? { ...list, error } : list
}
