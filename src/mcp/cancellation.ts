// Cancels calls by a separate request, as HTTP clients of the protocol before 2026 do; calls are found by session id.

/** Calls in flight. No other session state is stored: the session id lives in the client. */
export type CancellationRegistry = ReturnType<typeof createCancellationRegistry>

interface RpcMessage {
  readonly method: string
  readonly id?: unknown
  readonly params?: unknown
}

function isMessage(value: unknown): value is RpcMessage {
  return typeof value === 'object' && value !== null && 'method' in value && typeof value.method === 'string'
}

export function createCancellationRegistry() {
  const inFlight = new Map<string, AbortController>()

  function cancel(session: string, { method, params }: RpcMessage): void {
    if (method !== 'notifications/cancelled' || typeof params !== 'object' || params === null) return
    if ('requestId' in params) inFlight.get(keyOf(session, params.requestId))?.abort()
  }

  return {
    /** Registers a client's messages until `ended` aborts; returns a signal that aborts when one of them is cancelled. */
    register(session: string | undefined, sent: readonly unknown[], ended: AbortSignal): AbortSignal {
      const cancelled = new AbortController()
      if (session === undefined) return cancelled.signal
      const messages = sent.filter(isMessage)
      for (const message of messages) cancel(session, message)
      const keys = messages.flatMap(({ id }) => (id === undefined ? [] : [keyOf(session, id)]))
      for (const key of keys) inFlight.set(key, cancelled)
      const forget = () => {
        for (const key of keys) if (inFlight.get(key) === cancelled) inFlight.delete(key)
      }
      if (ended.aborted) forget()
      ended.addEventListener('abort', forget, { once: true })
      return cancelled.signal
    },
  }
}

function keyOf(session: string, id: unknown): string {
  return `${session} ${JSON.stringify(id)}`
}
