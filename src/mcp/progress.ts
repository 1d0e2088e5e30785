// Sends rate-limited progress notifications to clients that requested them.
import type { ServerContext } from '@modelcontextprotocol/server'

/** Minimum interval between notifications, in milliseconds. */
const everyMs = 250

/** Reports progress: `done` of `total` and a message. The final report is always sent. */
export type Progress = (done: number, total: number, message: string) => Promise<void>

/** Creates the reporter; it does nothing without a progress token. `monotonicMs` returns monotonic milliseconds. */
export function createProgress({ mcpReq }: Pick<ServerContext, 'mcpReq'>, monotonicMs: () => number): Progress {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return async () => undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let last = -1
  return async (done, total, message) => {
    // The protocol requires increasing values.
    if (done <= last || (done < total && monotonicMs() - toldAt < everyMs)) return
    toldAt = monotonicMs()
    last = done
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: done, total, message },
    })
  }
}
