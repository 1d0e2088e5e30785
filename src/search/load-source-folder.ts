// Loads a folder of our source files with their settings; reports all mistakes at once.
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { unknownSettings } from '../parsing/source-settings.ts'
import { discover } from '../upstream/discover.ts'
import type { EnvironmentVariables } from './plugin.ts'

/** Binds the environment to `parse`, and logs variables that look like a setting of the file but are none. */
export function withEnvironment<Definition>(
  parse: (name: string, exported: unknown, env: EnvironmentVariables) => Definition,
  env: EnvironmentVariables,
  log: Pick<Logger, 'warn'>,
) {
  return (name: string, exported: unknown): Definition => {
    const definition = parse(name, exported, env)
    for (const stray of unknownSettings(name, exported, env)) log.warn(stray)
    return definition
  }
}

/**
 * Parses all files of a folder, by their names.
 * @throws Error with one line for each file with an invalid setting.
 */
export async function loadSourceFolder<Definition>(
  folder: string,
  parse: (name: string, exported: unknown) => Definition,
): Promise<Map<string, Definition>> {
  const mistakes: string[] = []
  const loaded = new Map<string, Definition>()
  for (const [name, exported] of await discover(folder, (_name, exported) => exported)) {
    try {
      loaded.set(name, parse(name, exported))
    } catch (error) {
      mistakes.push(messageOf(error))
    }
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return loaded
}
