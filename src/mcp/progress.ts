// How far a call has come, told to who asked to be told, but not too often.
import type { ServerContext } from '@modelcontextprotocol/server'

/** Less than this between two is more than anyone reads. */
const everyMs = 250

/** Tells how far it is: so many of so many, and a sentence. The last one, when all is done, is always told. */
export type Progress = (done: number, total: number, message: string) => Promise<void>

/** Makes what tells the client, if it wants to be told. `now` is in milliseconds of any clock that only runs forward. */
export function createProgress({ mcpReq }: Pick<ServerContext, 'mcpReq'>, now: () => number): Progress {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return async () => undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let last = -1
  return async (done, total, message) => {
    // The protocol wants it to grow each time.
    if (done <= last || (done < total && now() - toldAt < everyMs)) return
    toldAt = now()
    last = done
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: done, total, message },
    })
  }
}
