// Starts the parser process, which loads the sources that the settings name.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../config/env.ts'
import type { Config } from '../config/schema.ts'
import type { SourceLocations } from './load-source.ts'

/** More than the largest catalogue needs, or a reply with a million errors. */
const maxHeapMb = 512

const entry = fileURLToPath(new URL('./parser-main.ts', import.meta.url))

export function createParserStarter(
  { SOURCES_DIR: sourcesFolder, SOURCES_FILE: sourcesFile }: Pick<Config, 'SOURCES_DIR' | 'SOURCES_FILE'>,
  env: Environment,
): () => ChildProcess {
  const locations: SourceLocations = { env, sourcesFolder, sourcesFile }
  return () => {
    // Not the flags of this process: they may not suit the child.
    const child = fork(entry, { execArgv: [`--max-old-space-size=${maxHeapMb}`], serialization: 'advanced' })
    child.send(locations)
    return child
  }
}
