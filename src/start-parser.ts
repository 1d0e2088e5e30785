// Starts the parser thread, which loads sources as the settings name them.
import { Worker } from 'node:worker_threads'
import type { SourcePlaces } from './load-source.ts'
import type { SourceSettings } from './load-sources.ts'

/**
 * A bound on what one reply may be made into; the largest catalogue of all, and 1,000,000 mistakes in a reply of JSON, need less. The thread
 * ends at it, but for single texts and trees of hundreds of megabytes that Node makes in one step: these end the process.
 */
const maxHeapMb = 512

/** Makes what starts it. The thread notes the number of the ask it works for in `running`. */
export function parserStarter({ config, env }: SourceSettings, heapMb = maxHeapMb) {
  const places: SourcePlaces = { env, sourcesFolder: config.SOURCES_DIR, sourcesFile: config.SOURCES_FILE }
  return (running: Int32Array<SharedArrayBuffer>): Worker =>
    new Worker(new URL('./parser-thread.ts', import.meta.url), {
      workerData: { ...places, running },
      name: 'parser',
      // Flags of the process may not suit a thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
}
