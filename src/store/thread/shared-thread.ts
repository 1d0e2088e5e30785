// A worker thread that serves several databases: each isolate takes 11 MB before it has loaded anything, and collects garbage of its own.
import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import type { ServedArchive } from '../archive/serve.ts'
import type { ServedTrawlDb } from '../trawl-db/serve.ts'

/** A connection to a database in a worker thread. A worker that serves one database is a connection itself. */
export interface ThreadConnection {
  postMessage(message: unknown, transfer: readonly Transferable[]): void
  /** `error` and `exit` report the end of the thread. */
  on<Value>(event: 'message' | 'error' | 'exit', listener: (value: Value) => void): unknown
  /** Ends the connection, and the thread when it was the last one. */
  terminate(): Promise<unknown>
}

export type ServedDatabase =
  | { readonly name: 'trawl.db'; readonly options: ServedTrawlDb }
  | { readonly name: 'archive.db'; readonly options: ServedArchive }

/** Asks the thread to serve a database over a port. */
export interface ServeRequest {
  readonly database: ServedDatabase
  readonly port: MessagePort
}

/** Connects to a database in the thread. */
export type ConnectToThread = (database: ServedDatabase) => ThreadConnection

function startWorker(): Worker {
  // Node flags of the process may not suit a thread. What a request allocates is garbage once it is answered: a larger young generation only
  // holds more of it.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 }
  const options = { name: 'store', execArgv: [], resourceLimits }
  return new Worker(new URL('./thread.ts', import.meta.url), options)
}

/** Starts the thread, and returns the function that connects to it. A thread that has ended is replaced at the next connection. */
export function startSharedThread(start: () => Worker = startWorker): ConnectToThread {
  let thread: ReturnType<typeof begin> | undefined = begin()

  function begin() {
    const begun = { worker: start(), connections: 0 }
    const onEnd = () => {
      if (thread === begun) thread = undefined
    }
    // Connections report the error; there may be none yet.
    begun.worker.on('error', onEnd).on('exit', onEnd)
    return begun
  }

  return (database) => {
    thread ??= begin()
    const mine = thread
    mine.connections += 1
    const { port1, port2 } = new MessageChannel()
    const request: ServeRequest = { database, port: port2 }
    mine.worker.postMessage(request, [port2])
    return {
      postMessage: (message, transfer) => port1.postMessage(message, transfer),
      on: (event, listener) => (event === 'message' ? port1 : mine.worker).on(event, listener),
      async terminate() {
        port1.close()
        mine.connections -= 1
        if (mine.connections > 0) return
        if (thread === mine) thread = undefined
        await mine.worker.terminate()
      },
    }
  }
}
