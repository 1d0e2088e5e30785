// Loads a folder of our source files with their settings; reports all mistakes at once.
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { unknownSettings } from '../parsing/source-settings.ts'
import { discover } from '../upstream/discover.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Parses the default export of a file, with its settings from the environment; throws an error for the operator. */
export type ParseDefinition<Definition> = (name: string, exported: unknown, env: Environment) => Definition

/** Binds the environment, and logs variables that look like a setting of the file but are none. */
export function withEnvironment<Definition>(
  parse: ParseDefinition<Definition>,
  env: Environment,
  log: Pick<Logger, 'warn'>,
): (name: string, exported: unknown) => Definition {
  return (name, exported) => {
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
  const files = await discover(folder, (_name, exported) => exported)
  const mistakes: string[] = []
  const loaded = new Map<string, Definition>()
  for (const [name, exported] of files) {
    try {
      loaded.set(name, parse(name, exported))
    } catch (error) {
      mistakes.push(messageOf(error))
    }
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return loaded
}
