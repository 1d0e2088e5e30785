// Loads the link checks of all clouds, with their settings.
import { join } from 'node:path'
import type { Logger } from '../../observability/log.ts'
import { importSource } from '../../upstream/discover.ts'
import { loadSourceFolder, withEnvironment } from '../load-source-folder.ts'
import { type CloudCheck, parseCheck } from './check.ts'

/** The folder of our checks, one file a cloud. */
export const checksFolder: string = join(import.meta.dirname, 'clouds')

/** Loads the check of one cloud. Rejects for an unknown cloud. */
export function loadCheck(cloud: string, env: Readonly<Record<string, string | undefined>>): Promise<CloudCheck> {
  return importSource(checksFolder, cloud, (name, exported) => parseCheck(name, exported, env))
}

/**
 * Loads all checks with their settings from `env`.
 * @throws Error for the operator when a setting is invalid.
 */
export function loadChecks(
  env: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, 'warn'>,
): Promise<ReadonlyMap<string, CloudCheck>> {
  return loadSourceFolder(checksFolder, withEnvironment(parseCheck, env, log))
}
