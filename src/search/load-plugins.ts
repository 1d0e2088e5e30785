// All plugins there are: ours, and an operator's own; said in the log what of these is no plugin or takes the place of one of ours.
import { join } from 'node:path'
import type { Logger } from '../log.ts'
import { discoverOwn, importSource } from '../upstream/discover.ts'
import { loadSourceFolder, withEnvironment } from './load-source-folder.ts'
import { acceptPlugin, type Environment, type SearchSource } from './plugin.ts'

/** The folder of our plugins. */
export const pluginsFolder: string = join(import.meta.dirname, 'plugins')

/**
 * Loads our plugins, then those of `ownFolder`, with their settings from `env`.
 * @throws Error in words for the operator when one of ours has a wrong setting, or the folder cannot be read.
 */
export async function loadPlugins(
  ownFolder: string | undefined,
  env: Environment,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<ReadonlyMap<string, SearchSource>> {
  const accept = withEnvironment(acceptPlugin, env, log)
  const plugins = await loadSourceFolder(pluginsFolder, accept)
  if (ownFolder === undefined) return plugins
  const { found, refused } = await loadCustomPlugins(ownFolder, accept)
  for (const { file, reason } of refused) log.warn(`SOURCES_DIR: ${file} is passed over: ${reason}`)
  for (const [name, plugin] of found) {
    if (plugins.has(name)) log.warn(`SOURCES_DIR: ${name} takes the place of our plugin of that name`)
    plugins.set(name, plugin)
  }
  log.info(`${found.size} plugins of SOURCES_DIR: ${[...found.keys()].join(', ') || 'none'}`)
  return plugins
}

/** Loads one of them. Rejects when there is none of that name. */
export async function loadPlugin(name: string, ownFolder: string | undefined, env: Environment): Promise<SearchSource> {
  const accept = (_name: string, exported: unknown) => acceptPlugin(name, exported, env)
  const own = ownFolder === undefined ? undefined : (await loadCustomPlugins(ownFolder, accept, name)).found.get(name)
  return own ?? importSource(pluginsFolder, name, accept)
}

async function loadCustomPlugins(
  folder: string,
  accept: (name: string, exported: unknown) => SearchSource,
  only?: string,
) {
  try {
    return await discoverOwn(folder, pluginsFolder, accept, only)
  } catch (error) {
    throw new Error(`SOURCES_DIR: cannot be read (${error instanceof Error ? error.message : error})`, { cause: error })
  }
}
