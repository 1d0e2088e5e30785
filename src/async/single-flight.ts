// Single flight: concurrent callers of a key share one running call; it is aborted when the last caller leaves.

/** Creates the reason with which a call is aborted. */
export type CreateAbortError = (message: string) => Error

export interface Flight<Result> {
  readonly result: Promise<Result>
  readonly controller: AbortController
  readonly abortError: CreateAbortError
  waiters: number
}

export function createSingleFlight<Result>(abortError: CreateAbortError = (message) => new Error(message)) {
  const running = new Map<string, Flight<Result>>()
  return {
    /** The running call of a key, if it can still be joined: not after it was aborted because every caller had left. */
    current(key: string): Flight<Result> | undefined {
      const call = running.get(key)
      return call && isJoinable(call) ? call : undefined
    },
    /** Starts a call for a key that has none. Its signal aborts when no caller waits, which is only known of those that `join`. */
    start(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
      const controller = new AbortController()
      const result = work(controller.signal).finally(() => {
        // An aborted call may end after its successor has started.
        if (running.get(key) === call) running.delete(key)
      })
      const call: Flight<Result> = { result, controller, abortError, waiters: 0 }
      running.set(key, call)
      return call
    },
    /** Aborts the running call of a key: its result may be out of date for callers that come now. */
    abandon: (key: string) => running.get(key)?.controller.abort(abortError('a newer call is needed')),
    close(): void {
      for (const call of running.values()) call.controller.abort(abortError('the service stops'))
    },
  }
}

/** Whether a call was not aborted: an aborted one ends with a failure that is not the upstream's. */
export function isJoinable(call: Flight<unknown>): boolean {
  return !call.controller.signal.aborted
}

/** Waits for the result of a call, which must not reject; undefined if `signal` aborts first. */
export async function join<Result>(call: Flight<Result>, signal: AbortSignal | undefined): Promise<Result | undefined> {
  call.waiters += 1
  const callerLeft = Promise.withResolvers<undefined>()
  const onAbort = () => callerLeft.resolve(undefined)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const result = await Promise.race([call.result, callerLeft.promise])
  signal?.removeEventListener('abort', onAbort)
  call.waiters -= 1
  if (result === undefined && call.waiters === 0)
    call.controller.abort(call.abortError('aborted: no caller waits for it'))
  return result
}
