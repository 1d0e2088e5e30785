// Loads all plugins: ours, and custom ones of SOURCES_DIR; logs custom files that are no plugin or replace one of ours.
import { join } from 'node:path'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { type CustomSourceOptions, discoverCustom, importSource } from '../upstream/discover.ts'
import { loadSourceFolder, withEnvironment } from './load-source-folder.ts'
import { type EnvironmentVariables, parsePlugin, type SearchSource } from './plugin.ts'

/** Where modules for plugins were in Trawl 0.1, as files in `pluginsFolder` import them. */
const removedPaths = {
  pattern: /^\.\.\/(?:(?:reading|maccms-pages|disk-items)|\.\.\/reading\/[a-z-]+)\.ts$/,
  replacement: new URL('./plugin-api-0-1.ts', import.meta.url),
}

export const pluginsFolder: string = join(import.meta.dirname, 'plugins')

/**
 * Loads our plugins, then those of `customFolder`, with their settings from `env`.
 * @throws Error for the operator when a setting of ours is invalid, or the folder cannot be read.
 */
export async function loadPlugins(
  customFolder: string | undefined,
  env: EnvironmentVariables,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<ReadonlyMap<string, SearchSource>> {
  const parse = withEnvironment(parsePlugin, env, log)
  const plugins = await loadSourceFolder(pluginsFolder, parse)
  if (customFolder === undefined) return plugins
  const { found, rejected } = await loadCustomPlugins(customFolder, parse, { onPathImport: warnOnce(log) })
  for (const { file, reason } of rejected) log.warn(`SOURCES_DIR: ${file} is ignored: ${reason}`)
  for (const [name, plugin] of found) {
    if (plugins.has(name)) log.warn(`SOURCES_DIR: ${name} replaces our plugin of that name`)
    plugins.set(name, plugin)
  }
  if (found.size > 0) log.info(`${found.size} plugins of SOURCES_DIR: ${[...found.keys()].join(', ')}`)
  else log.warn(`SOURCES_DIR: there is no plugin in ${customFolder}; a plugin is a .ts, .mts, .js or .mjs file`)
  return plugins
}

/** Loads one plugin, a custom one first. Rejects for an unknown name. */
export async function loadPlugin(
  name: string,
  customFolder: string | undefined,
  env: EnvironmentVariables,
): Promise<SearchSource> {
  const accept = (_name: string, exported: unknown) => parsePlugin(name, exported, env)
  const custom = customFolder === undefined ? undefined : await loadCustomPlugins(customFolder, accept, { only: name })
  return custom?.found.get(name) ?? importSource(pluginsFolder, name, accept)
}

/** Logs the first import by path of each file. */
function warnOnce(log: Pick<Logger, 'warn'>): CustomSourceOptions['onPathImport'] {
  const warned = new Set<string>()
  return (file, specifier) => {
    if (warned.has(file)) return
    warned.add(file)
    log.warn(
      `SOURCES_DIR: ${file} imports ${specifier}; import from 'trawl/plugin' instead: paths into Trawl may change`,
    )
  }
}

async function loadCustomPlugins(
  folder: string,
  accept: (name: string, exported: unknown) => SearchSource,
  { only, onPathImport = () => undefined }: Partial<Pick<CustomSourceOptions, 'only' | 'onPathImport'>>,
) {
  try {
    return await discoverCustom(folder, pluginsFolder, accept, { only, removedPaths, onPathImport })
  } catch (error) {
    throw new Error(`SOURCES_DIR: cannot be read (${messageOf(error)})`, { cause: error })
  }
}
