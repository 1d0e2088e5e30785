// The parser thread: reads what would hold up the main thread, with the sources that the settings name.
import { parentPort, workerData } from 'node:worker_threads'
import { createSourceLoader } from './load-source.ts'
import { UpstreamError } from './upstream/errors.ts'
import { serveParser } from './upstream/parser-work.ts'

const { running, ...places } = workerData

// A source may begin an ask and not wait for it. How an upstream fails is known, whoever hears of it.
process.on('unhandledRejection', (error) => {
  if (!(error instanceof UpstreamError)) throw error
})

if (parentPort) serveParser({ port: parentPort, running, load: createSourceLoader(places) })
