// Loads a folder of our own source files with their settings, and says all mistakes in these at once.
import type { Logger } from '../log.ts'
import { strayNames } from '../reading/settings.ts'
import { discover } from '../upstream/discover.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Makes something of the default export of a file, with its settings from the environment; throws in words for the operator. */
export type ParseDefinition<Definition> = (name: string, exported: unknown, env: Environment) => Definition

/** The same with the environment put in; says in the log which variables look like settings of the file and are none. */
export function withEnvironment<Definition>(
  accept: ParseDefinition<Definition>,
  env: Environment,
  log: Pick<Logger, 'warn'>,
): (name: string, exported: unknown) => Definition {
  return (name, exported) => {
    const accepted = accept(name, exported, env)
    for (const stray of strayNames(name, exported, env)) log.warn(stray)
    return accepted
  }
}

/**
 * What `accept` makes of the files of a folder of ours, by their names.
 * @throws Error with a line for each that has a wrong setting.
 */
export async function loadSourceFolder<Definition>(
  folder: string,
  accept: (name: string, exported: unknown) => Definition,
): Promise<Map<string, Definition>> {
  const files = await discover(folder, (_name, exported) => exported)
  const mistakes: string[] = []
  const loaded = new Map<string, Definition>()
  for (const [name, exported] of files) {
    try {
      loaded.set(name, accept(name, exported))
    } catch (error) {
      mistakes.push(error instanceof Error ? error.message : String(error))
    }
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return loaded
}
