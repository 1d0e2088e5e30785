// Single flight: concurrent callers of a key share one running call; it is aborted when the last caller leaves.

/** Creates the reason with which a call is aborted. */
export type CreateAbortError = (message: string) => Error

export interface Flight<Result> {
  readonly result: Promise<Result>
  readonly controller: AbortController
  readonly abortError: CreateAbortError
  waiters: number
}

export type Flights<Result> = ReturnType<typeof createSingleFlight<Result>>

export function createSingleFlight<Result>(abortError: CreateAbortError = (message) => new Error(message)) {
  const running = new Map<string, Flight<Result>>()
  return {
    /** The running call of a key, if it can still be joined: not after it was aborted because every caller had left. */
    current(key: string): Flight<Result> | undefined {
      const call = running.get(key)
      return call && isJoinable(call) ? call : undefined
    },
    /** Starts a call for a key that has none. `work` must not reject; its signal aborts when no caller waits. */
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
    close(): void {
      for (const call of running.values()) call.controller.abort(abortError('the service stops'))
    },
  }
}

/** Whether a call was not aborted: an aborted one ends with a failure that is not the upstream's. */
export function isJoinable(call: Flight<unknown>): boolean {
  return !call.controller.signal.aborted
}

/** Waits for the result of a call; undefined if `signal` aborts first. */
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

/** Creates a table of running calls that callers of one key share, whether or not they still wait. */
export function createSharedCalls<Result>() {
  const running = new Map<string, Promise<Result>>()
  return {
    current: (key: string) => running.get(key),
    /** Joins the running call of a key, or starts one. `isCurrent` tells `work` whether callers can still join. */
    run(key: string, work: (isCurrent: () => boolean) => Promise<Result>): Promise<Result> {
      const isCurrent = () => running.get(key) === call
      const call: Promise<Result> =
        running.get(key) ??
        work(isCurrent).finally(() => {
          if (isCurrent()) running.delete(key)
        })
      running.set(key, call)
      return call
    },
    /** The next caller starts a new call. */
    forget: (key: string) => void running.delete(key),
  }
}
