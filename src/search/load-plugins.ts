// Loads all plugins: ours when they are first asked, and those of the operator in SOURCES_FILE and SOURCES_DIR.
import { join } from 'node:path'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { hasSettingsFor } from '../parsing/source-settings.ts'
import { type CustomSourceOptions, discover, discoverCustom, importSource, sourceNames } from '../upstream/discover.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { type Engine, engineNames, isEngine, memberPlugin } from './engine.ts'
import { withEnvironment } from './load-source-folder.ts'
import { asPlugin, type EnvironmentVariables, type Plugin, parsePlugin, type SearchSource, sourceOf } from './plugin.ts'
import { type CatalogueEntry, readPluginCatalogue } from './plugin-catalogue.ts'
import written from './plugins.json' with { type: 'json' }

/** Where modules for plugins were in earlier versions, as files in `pluginsFolder` import them. */
const removedPaths = {
  pattern: /^\.\.\/(?:(?:reading|maccms-pages|disk-items|plugin-families\/[a-z]+)|\.\.\/reading\/[a-z-]+)\.ts$/,
  replacement: new URL('./plugin-api-0-1.ts', import.meta.url),
}

export const pluginsFolder: string = join(import.meta.dirname, 'plugins')
const enginesFolder: string = join(import.meta.dirname, 'engines')

const ours: ReadonlyMap<string, CatalogueEntry> = new Map(
  readPluginCatalogue(written).map((entry) => [entry.id, entry]),
)

/** Sources of an operator: a folder of plugin files, and a file whose entries with `engine` are members. */
export interface OwnSources {
  readonly folder?: string | undefined
  readonly file?: MemberFile | undefined
}

interface MemberFile {
  readonly name: string
  readonly text: string
  /** Receives a sentence with its line for each mistake; an entry with one is left out. */
  onMistakes?(lines: readonly string[]): void
}

/** The catalogue entries of our plugins. */
export function ourPlugins(): readonly CatalogueEntry[] {
  return [...ours.values()]
}

/**
 * Our plugins, then those of the operator, with their settings from `env`. One of ours is loaded when it is first asked, or now if the
 * environment mentions it, so that an invalid setting stops the start.
 * @throws Error for the operator, one line for each invalid setting, or when the folder cannot be read.
 */
export async function loadPlugins(
  { folder, file }: OwnSources,
  env: EnvironmentVariables,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<ReadonlyMap<string, SearchSource>> {
  const parse = withEnvironment(parsePlugin, env, log)
  const mistakes: string[] = []
  const plugins = new Map<string, SearchSource>()
  const loadNow = async (id: string) => {
    try {
      plugins.set(id, parse(id, await importPlugin(id)))
    } catch (error) {
      mistakes.push(messageOf(error))
    }
  }
  const added = (await sourceNames(pluginsFolder)).filter((name) => !ours.has(name))
  for (const id of [...ours.keys(), ...added].sort()) {
    const entry = ours.get(id)
    if (entry && !hasSettingsFor(id, env)) plugins.set(id, lazySource(entry, env))
    else await loadNow(id)
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  const add = (name: string, plugin: SearchSource, setting: string) => {
    if (plugins.has(name)) log.warn(`${setting}: ${name} replaces our plugin of that name`)
    plugins.set(name, plugin)
  }
  const members = file ? await readOwnMembers(file) : new Map<string, Plugin>()
  for (const [name, plugin] of members) add(name, parse(name, plugin), 'SOURCES_FILE')
  if (members.size > 0) log.info(`${members.size} plugins of SOURCES_FILE: ${[...members.keys()].join(', ')}`)
  if (folder !== undefined) await addCustomPlugins(folder, { parse, add, log })
  return plugins
}

interface AddingPlugins {
  parse(name: string, exported: unknown): SearchSource
  add(name: string, plugin: SearchSource, setting: string): void
  readonly log: Pick<Logger, 'warn' | 'info'>
}

async function addCustomPlugins(folder: string, { parse, add, log }: AddingPlugins): Promise<void> {
  const options = { removedPaths, onPathImport: warnOnce(log) }
  const { found, rejected } = await discoverCustom(folder, pluginsFolder, parse, options).catch((error: unknown) => {
    throw new Error(`SOURCES_DIR: cannot be read (${messageOf(error)})`, { cause: error })
  })
  for (const { file, reason } of rejected) log.warn(`SOURCES_DIR: ${file} is ignored: ${reason}`)
  for (const [name, plugin] of found) add(name, plugin, 'SOURCES_DIR')
  if (found.size > 0) log.info(`${found.size} plugins of SOURCES_DIR: ${[...found.keys()].join(', ')}`)
  else log.warn(`SOURCES_DIR: there is no plugin in ${folder}; a plugin is a .ts, .mts, .js or .mjs file`)
}

/** The code of one of our plugins: its file, or the engines of the member. */
export async function importPlugin(id: string, member = ours.get(id)?.member): Promise<Plugin> {
  if (!member) return importSource(pluginsFolder, id, (_name, exported) => asPlugin(exported))
  const engines = await Promise.all(
    engineNames(member.engine ?? '').map((name) => importSource(enginesFolder, name, asEngine)),
  )
  return memberPlugin(id, member, engines)
}

/** All engines, by name. */
export function loadEngines(): Promise<ReadonlyMap<string, Engine>> {
  return discover(enginesFolder, asEngine)
}

function asEngine(_name: string, exported: unknown): Engine {
  if (!isEngine(exported))
    throw new Error('its default export must have `options` (a zod object) and `ask` (a function)')
  return exported
}

async function readOwnMembers({ name, text, onMistakes }: MemberFile): Promise<ReadonlyMap<string, Plugin>> {
  if (!/^[ \t]{1,40}["']?engine["']?[ \t]{0,9}:/m.test(text)) return new Map()
  const { readMembers } = await import('./read-members.ts')
  const members = readMembers(text, name, await loadEngines(), onMistakes ?? (() => undefined))
  return new Map([...members].map(([id, { plugin }]) => [id, plugin]))
}

/** The environment does not mention this plugin, so its settings are the defaults. */
function lazySource({ member: _texts, ...entry }: CatalogueEntry, env: EnvironmentVariables): SearchSource {
  let loaded: Promise<SearchSource> | undefined
  const load = async () => parsePlugin(entry.id, await importPlugin(entry.id), env)
  return sourceOf(entry, async (query, io) => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw new UpstreamError('mismatch', `its code cannot be loaded: ${messageOf(error)}`, { cause: error })
    })
    return (await loaded).ask(query, io)
  })
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
