// Starts the parser process, which loads sources as the settings name them.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import type { Environment } from '../config-env.ts'
import type { SourceLocations } from './load-source.ts'

/** The largest catalogue of all, and a million mistakes in one reply, take less. */
const maxHeapMb = 512

const entry = fileURLToPath(new URL('./parser-main.ts', import.meta.url))

/** What of the settings it goes by. */
interface ParserSettings {
  readonly config: Pick<Config, 'SOURCES_DIR' | 'SOURCES_FILE'>
  /** The environment with those of each source. */
  readonly env: Environment
}

/** Makes what starts it. */
export function createParserStarter({ config, env }: ParserSettings): () => ChildProcess {
  const places: SourceLocations = { env, sourcesFolder: config.SOURCES_DIR, sourcesFile: config.SOURCES_FILE }
  return () => {
    // Flags of this process may not suit that one.
    const child = fork(entry, { execArgv: [`--max-old-space-size=${maxHeapMb}`], serialization: 'advanced' })
    child.send(places)
    return child
  }
}
