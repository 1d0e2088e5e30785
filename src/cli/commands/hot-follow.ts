// `trawl hot --follow`: prints lists whenever they change, until Ctrl+C.
import { setTimeout } from 'node:timers/promises'
import { type BatchResult, type HotSource, type StreamMessage, TrawlError } from '../../../client/client.ts'
import type { Session } from '../connect.ts'
import { unknownListMessage } from '../suggest.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { writeLines } from '../terminal/screen.ts'
import { interruptedStatus } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'

/** Items of a list, at most. */
export const maxItems = 50

/** Delays between attempts to reconnect: the first one, doubled each time up to the longest. */
const initialRetryDelayMs = 1_000
const maxRetryDelayMs = 30_000

/**
 * Shows each message, and each list that it completes or changes; resolves after Ctrl+C. Reconnects when the server stops or is unreachable for a while.
 * Rejects if the first connection fails, if the server rejects the request, and with UsageError for an unknown id.
 */
export async function followLists(
  ids: readonly string[],
  session: Session,
  show: (message: StreamMessage, list: BatchResult | undefined) => Promise<void>,
): Promise<number> {
  const { client, terminal, screen } = session
  const { interrupted, err } = terminal
  const { sources } = await client.sources({ includeDisabled: true }, { signal: interrupted })
  const printer = createUpdatePrinter(sources)
  if (err.isTTY) err.write(`${screen.words.following(ids.length)}\n\n`)
  const onMessage = async (message: StreamMessage) => {
    if (message.error?.kind === 'unknown') throw new UsageError(unknownListMessage(message.sourceId, sources))
    await show(message, printer.update(message))
  }
  const away = createReconnect(session)
  while (!interrupted.aborted) {
    try {
      const query = { follow: true, chunkSize: maxItems, delay: 0 }
      for await (const message of client.listEvents(ids, query, { signal: interrupted })) {
        away.isBack()
        await onMessage(message)
      }
      return interruptedStatus
    } catch (error) {
      if (!away.mayPass(error)) throw error
      await away.wait(error)
    }
  }
  return interruptedStatus
}

function createReconnect({ terminal: { err, interrupted }, screen: { translate, words } }: Session) {
  let hasFollowed = false
  let waitMs = initialRetryDelayMs
  return {
    isBack(): void {
      hasFollowed = true
      waitMs = initialRetryDelayMs
    },
    /** Only after a first success, so that a wrong address fails at once. */
    mayPass: (error: unknown): error is TrawlError =>
      hasFollowed && !interrupted.aborted && error instanceof TrawlError && (error.status === 0 || error.status >= 500),
    /** Prints the reason once and waits; Ctrl+C ends the wait. */
    async wait({ message }: TrawlError): Promise<void> {
      if (waitMs === initialRetryDelayMs) await writeLines(err, [translate(sanitizeText(message)), words.reconnecting])
      await setTimeout(waitMs, undefined, { signal: interrupted }).catch(() => undefined)
      waitMs = Math.min(waitMs * 2, maxRetryDelayMs)
    },
  }
}

/** Assembles messages; returns a list when it is complete and differs from the one returned before. */
function createUpdatePrinter(sources: readonly HotSource[]) {
  const names = new Map(sources.toReversed().flatMap(({ id, family, name }) => [[family, name] as const, [id, name]]))
  const partial = new Map<string, BatchResult>()
  const lastPrinted = new Map<string, string>()
  /** After a reconnect the server sends all lists again. */
  const isNew = ({ cached, ...list }: BatchResult) => {
    const text = JSON.stringify(list)
    const before = lastPrinted.get(list.id)
    lastPrinted.set(list.id, text)
    return text !== before
  }
  return {
    update(message: StreamMessage): BatchResult | undefined {
      const { sourceId: id, type, data } = message
      // After a start or an error the earlier items do not belong to the list.
      const before = type === 'start' || type === 'error' ? undefined : partial.get(id)
      const list = before ? { ...before, data: [...before.data, ...data] } : listOf(message, names.get(id) ?? id)
      partial.set(id, list)
      return (type === 'end' || type === 'error') && isNew(list) ? list : undefined
    },
  }
}

function listOf({ sourceId: id, data, total, error, ...state }: StreamMessage, name: string): BatchResult {
  const { cached = false, stale = false, updatedAt = null } = state
  const list = { id, name, success: !error, data, count: total, cached, stale, updatedAt }
  return error ? { ...list, error } : list
}
