// Sends rate-limited progress notifications to clients that requested them.
import type { ServerContext } from '@modelcontextprotocol/server'

/** Minimum interval between notifications, in milliseconds. */
const minIntervalMs = 250

/** Reports progress: `done` of `total` and a message. The final report is always sent. */
export type ReportProgress = (done: number, total: number, message: string) => Promise<void>

/** Creates the reporter; it does nothing without a progress token. `monotonicMs` returns monotonic milliseconds. */
export function createReportProgress(
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  monotonicMs: () => number,
): ReportProgress {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return async () => undefined
  let lastSentAt = Number.NEGATIVE_INFINITY
  let lastDone = -1
  return async (done, total, message) => {
    // The protocol requires increasing values.
    if (done <= lastDone || (done < total && monotonicMs() - lastSentAt < minIntervalMs)) return
    lastSentAt = monotonicMs()
    lastDone = done
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: done, total, message },
    })
  }
}
