// Starts the parser process, which loads the sources that the settings name.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../config/env.ts'
import type { Config } from '../config/schema.ts'
import type { SourceLocations } from './load-source.ts'

/** More than the largest catalogue needs, or a reply with a million errors. */
const maxHeapMb = 512

const entry = fileURLToPath(new URL('./parser-main.ts', import.meta.url))

interface ParserSettings {
  readonly config: Pick<Config, 'SOURCES_DIR' | 'SOURCES_FILE'>
  /** The environment with the settings of each source. */
  readonly env: Environment
}

export function createParserStarter({ config, env }: ParserSettings): () => ChildProcess {
  const locations: SourceLocations = { env, sourcesFolder: config.SOURCES_DIR, sourcesFile: config.SOURCES_FILE }
  return () => {
    // Not the flags of this process: they may not suit the child.
    const child = fork(entry, { execArgv: [`--max-old-space-size=${maxHeapMb}`], serialization: 'advanced' })
    child.send(locations)
    return child
  }
}
