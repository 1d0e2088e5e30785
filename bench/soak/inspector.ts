// Looks into a running process over the protocol of Node's inspector: collects garbage, then reads figures.

export interface Inspector {
  /** The value of an expression that is evaluated in the process. */
  evaluate(expression: string): Promise<unknown>
  /** Collects all garbage of the main thread. */
  collectGarbage(): Promise<void>
  close(): void
}

interface Reply {
  readonly id?: number
  readonly result?: { readonly result?: { readonly value?: unknown } }
}

/** Connects to the inspector that listens on this port of this machine. */
export async function openInspector(port: number): Promise<Inspector> {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')), { once: true })
  })
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(String(data))
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  const send = (method: string, params: object = {}) =>
    new Promise<Reply>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  return {
    evaluate: async (expression) =>
      (await send('Runtime.evaluate', { expression, returnByValue: true })).result?.result?.value,
    collectGarbage: async () => void (await send('HeapProfiler.collectGarbage')),
    close: () => socket.close(),
  }
}
