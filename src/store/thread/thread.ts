// Entry of the worker thread of the store: runs the called functions on the databases that it was started for.
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { collectGarbage } from '../../async/collect-garbage.ts'
import type { DatabaseOptions } from '../tables.ts'
import { createHandler } from './handler.ts'
import { collectMessage, type Reply, type Request } from './store-thread.ts'

// Compressed bodies need buffers of their own, which can be freed at once.
Buffer.poolSize = 0

const databases: readonly DatabaseOptions[] = workerData
const handlers = new Map(databases.map((options) => [options.name, loadHandler(options)]))

/** Monotonic milliseconds. */
function clock(): number {
  return performance.now()
}

/** The drivers are loaded where they are used: PostgreSQL's takes longer than everything else. */
async function loadHandler(options: DatabaseOptions) {
  if ('url' in options.at) {
    const { createPostgresDatabase } = await import('../postgres/open-postgres.ts')
    return createHandler(createPostgresDatabase(new URL(options.at.url), options), clock)
  }
  const { createSqliteFile } = await import('../sqlite/open-sqlite.ts')
  return createHandler(createSqliteFile(options.at.folder, options, clock), clock)
}

async function handle(request: Request): Promise<void> {
  const handler = await handlers.get(request.database)
  if (!handler) throw new Error(`the store has no ${request.database}`)
  try {
    const reply = await handler(request)
    parentPort?.postMessage(reply, request.name.startsWith('read') ? buffersOf(reply.result) : [])
    // A process writes its compile cache on exit; a thread must do so explicitly, and before options of V8 change (bin/memory-options.js).
    if (request.name === 'probe') flushCompileCache()
  } catch (error) {
    const bug = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage({ id: request.id, bug, bytes: 0 } satisfies Reply)
  }
}

/** The buffers of bytes anywhere in a result, which are transferred. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersOf) : []
}

parentPort?.on('message', (message: string | Request) => {
  if (message === collectMessage) return collectGarbage()
  const request: Request = typeof message === 'string' ? JSON.parse(message) : message
  void handle(request)
})
