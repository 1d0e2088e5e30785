// All checks of clouds there are, with their settings.
import { join } from 'node:path'
import type { Logger } from '../../log.ts'
import { importSource } from '../../upstream/discover.ts'
import { loadSourceFolder, withEnvironment } from '../load-source-folder.ts'
import { acceptCheck, type CloudCheck } from './check.ts'

/** Where our checks are; each file is named by its cloud. */
export const checksFolder: string = join(import.meta.dirname, 'clouds')

/** Loads the check of one cloud. Rejects when there is none. */
export function loadCheck(cloud: string, env: Readonly<Record<string, string | undefined>>): Promise<CloudCheck> {
  return importSource(checksFolder, cloud, (name, exported) => acceptCheck(name, exported, env))
}

/**
 * Loads the checks with their settings from `env`.
 * @throws Error in words for the operator when one of these is wrong.
 */
export function loadChecks(
  env: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, 'warn'>,
): Promise<ReadonlyMap<string, CloudCheck>> {
  return loadSourceFolder(checksFolder, withEnvironment(acceptCheck, env, log))
}
