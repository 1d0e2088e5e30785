// `trawl hot --follow`: prints lists whenever they change, until Ctrl+C.
import { setTimeout } from 'node:timers/promises'
import { type BatchResult, type HotSource, type StreamMessage, TrawlError } from '../../../client/client.ts'
import type { Session } from '../connect.ts'
import { findList, unknownListMessage } from '../suggest.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { writeLines } from '../terminal/screen.ts'
import { interruptedStatus } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'

/** Items of a list, at most. */
export const maxItems = 50

/** Delays between attempts to reconnect: the first one, doubled each time up to the longest. */
const initialRetryDelayMs = 1_000
const maxRetryDelayMs = 30_000

/** Ids of lists, and all lists of the server. */
export interface ChosenLists {
  readonly ids: readonly string[]
  readonly sources: readonly HotSource[]
}

/**
 * Shows each message, and each list that it completes or changes; resolves after Ctrl+C. Reconnects when the server stops or is unreachable for a while.
 * Rejects if the first connection fails, if the server rejects the request, and with UsageError for an unknown id.
 */
export async function followLists(
  { ids, sources }: ChosenLists,
  session: Session,
  show: (message: StreamMessage, list: BatchResult | undefined) => Promise<void>,
): Promise<number> {
  const { client, terminal, screen } = session
  const { err, interrupted } = terminal
  const updated = createUpdates(sources)
  let waitMs = 0
  if (err.isTTY) err.write(`${screen.words.following(ids.length)}\n\n`)
  while (!interrupted.aborted) {
    try {
      const query = { follow: true, chunkSize: maxItems, delay: 0 }
      for await (const message of client.listEvents(ids, query, { signal: interrupted })) {
        waitMs = initialRetryDelayMs
        if (message.error?.kind === 'unknown') throw new UsageError(unknownListMessage(message.sourceId, sources))
        await show(message, updated(message))
      }
      break
    } catch (error) {
      // Only after a first success, so that a wrong address fails at once.
      if (waitMs === 0 || !isAway(error, interrupted)) throw error
      await waitForServer(error, waitMs, session)
      waitMs = Math.min(waitMs * 2, maxRetryDelayMs)
    }
  }
  return interruptedStatus
}

/** Whether the server stopped, or cannot be reached; false after Ctrl+C. */
function isAway(error: unknown, { aborted }: AbortSignal): error is TrawlError {
  return !aborted && error instanceof TrawlError && (error.status === 0 || error.status >= 500)
}

/** Says the reason once and waits; Ctrl+C ends the wait. */
async function waitForServer({ message }: TrawlError, waitMs: number, { terminal, screen }: Session): Promise<void> {
  const reason = [screen.translate(sanitizeText(message)), screen.words.reconnecting]
  if (waitMs === initialRetryDelayMs) await writeLines(terminal.err, reason)
  await setTimeout(waitMs, undefined, { signal: terminal.interrupted }).catch(() => undefined)
}

/** Creates the function that assembles messages; it returns a list when it is complete and differs from the one returned before. */
function createUpdates(sources: readonly HotSource[]) {
  const partial = new Map<string, BatchResult>()
  /** After a reconnect the server sends all lists again. */
  const lastShown = new Map<string, string>()
  return (message: StreamMessage): BatchResult | undefined => {
    const { sourceId: id, type, data } = message
    // After a start or an error the earlier items do not belong to the list.
    const before = type === 'start' || type === 'error' ? undefined : partial.get(id)
    const name = findList(id, sources)?.name ?? id
    const list = before ? { ...before, data: [...before.data, ...data] } : listOf(message, name)
    partial.set(id, list)
    const text = JSON.stringify({ ...list, cached: undefined })
    if ((type !== 'end' && type !== 'error') || lastShown.get(id) === text) return undefined
    lastShown.set(id, text)
    return list
  }
}

function listOf({ sourceId: id, data, total, error, ...state }: StreamMessage, name: string): BatchResult {
  const { cached = false, stale = false, updatedAt = null } = state
  const list = { id, name, success: !error, data, count: total, cached, stale, updatedAt }
  return error ? { ...list, error } : list
}
