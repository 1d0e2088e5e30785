// Entry of the worker thread of the store: serves each database over a port of its own.
import { parentPort } from 'node:worker_threads'
import { serveArchive } from '../archive/serve.ts'
import { serveTrawlDb } from '../trawl-db/serve.ts'
import type { ServeRequest } from './shared-thread.ts'

// Compressed bodies need buffers of their own, which can be freed at once.
Buffer.poolSize = 0

parentPort?.on('message', ({ database, port }: ServeRequest) => {
  if (database.name === 'trawl.db') void serveTrawlDb(database.options, port)
  else void serveArchive(database.options, port, () => performance.now())
})
