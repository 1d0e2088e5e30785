// Calls that are cancelled by a request of its own, as clients of the protocol before 2026 do over HTTP: found by the name a client was given.

/** What is under way, and nothing else: a client's name is given once and kept by the client alone. */
export interface Cancelling {
  /** A client's messages come to be answered: gives what aborts when one of them is cancelled, until `ended` aborts. */
  begin(session: string | undefined, messages: readonly unknown[], ended: AbortSignal): AbortSignal
}

interface Message {
  readonly method: string
  readonly id?: unknown
  readonly params?: unknown
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'method' in value && typeof value.method === 'string'
}

/** Makes it. */
export function createCancelling(): Cancelling {
  const underWay = new Map<string, AbortController>()

  function cancel(session: string, { method, params }: Message): void {
    if (method !== 'notifications/cancelled' || typeof params !== 'object' || params === null) return
    if ('requestId' in params) underWay.get(keyOf(session, params.requestId))?.abort()
  }

  return {
    begin(session, sent, ended) {
      const cancelled = new AbortController()
      if (session === undefined) return cancelled.signal
      const messages = sent.filter(isMessage)
      for (const message of messages) cancel(session, message)
      const keys = messages.flatMap(({ id }) => (id === undefined ? [] : [keyOf(session, id)]))
      for (const key of keys) underWay.set(key, cancelled)
      const forget = () => {
        for (const key of keys) if (underWay.get(key) === cancelled) underWay.delete(key)
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
